/**
 * Writes fixtures/written, the sample as this project writes it. Then
 *   python tests/ruleworld/dataset/round_trip.py
 * opens it with the real `datasets` library and makes the other fixtures.
 * Run both, in this order, when the files' layout changes:
 *   npx tsx tests/ruleworld/dataset/make-fixtures.ts
 */
import { fileURLToPath } from 'node:url';
import { writeSample } from './write-sample.ts';

await writeSample(fileURLToPath(new URL('./fixtures/written', import.meta.url)));
