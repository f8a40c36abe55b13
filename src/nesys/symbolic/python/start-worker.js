/** Starts the thread of worker.ts: an entry in TypeScript needs its loader first, as bin/dynarule.js does. */
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
