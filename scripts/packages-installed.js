/**
 * Exits with 0 when node_modules holds what package-lock.json asks for: npm's
 * record of the last install lists every package that is not optional, in the same version.
 */
import { existsSync, readFileSync } from 'node:fs';

const record = 'node_modules/.package-lock.json';

function packages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function upToDate() {
  if (!existsSync(record)) return false;
  const installed = packages(record);
  return Object.entries(packages('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  );
}

process.exit(upToDate() ? 0 : 1);
