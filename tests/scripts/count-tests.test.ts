/** The last line of .ci/run, and its exit status. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function count(results: string, status: number): [string, number | null] {
  const file = join(mkdtempSync(join(tmpdir(), 'count-')), 'results.json');
  writeFileSync(file, results);
  const run = spawnSync(process.execPath, ['scripts/count-tests.js', file, String(status)], { encoding: 'utf8' });
  return [run.stdout.trim(), run.status];
}

const jest = (numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number): string =>
  JSON.stringify({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites });

describe('count-tests', () => {
  it.each([
    ['all pass', jest(12, 0, 0), 0, ['12 passed, 0 failed', 0]],
    ['a test fails', jest(11, 1, 0), 1, ['11 passed, 1 failed', 1]],
    ['a test file cannot run', jest(11, 0, 2), 1, ['11 passed, 2 failed', 1]],
    ['make fails though all tests passed', jest(12, 0, 0), 2, ['12 passed, 1 failed', 1]],
    ['the type check stops the run, so that Jest wrote nothing', '', 2, ['0 passed, 1 failed', 1]],
    ['no test ran', jest(0, 0, 0), 0, ['0 passed, 1 failed', 1]],
  ])('%s', (_, results, status, expected) => {
    expect(count(results, status)).toEqual(expected);
  });
});
