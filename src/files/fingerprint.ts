/** A short name for data, for telling whether they are still the same. */
import { createHash } from 'node:crypto';

/** Fingerprint of plain data: 16 hexadecimal digits of the SHA-256 of its JSON. */
export function fingerprint(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16);
}
