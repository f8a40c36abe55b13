/**
 * Prints "N passed, N failed" from Jest's JSON results and the exit status of
 * `make test`. A check that stopped before the tests (set-up, types, lint) and a
 * test file that could not run count as one failure each.
 *
 * Usage: node scripts/count-tests.js <results.json> <status of make test>
 */
import { readFileSync } from 'node:fs';

function read(file) {
  const text = readFileSync(file, 'utf8');
  return text === '' ? { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 } : JSON.parse(text);
}

const [, , file, status] = process.argv;
const results = read(file);
const passed = results.numPassedTests;
const reported = results.numFailedTests + results.numRuntimeErrorTestSuites;
const failed = reported === 0 && (status !== '0' || passed === 0) ? 1 : reported;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
