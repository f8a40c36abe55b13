#!/usr/bin/env node
/** Starts the command line from its TypeScript sources: there is no build step. */
import { register } from 'tsx/esm/api';

register();
await import('../src/cli/main.ts');
