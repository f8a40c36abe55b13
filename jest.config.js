/**
 * Jest runs the sources as they are: ES modules, types stripped by swc, the
 * `.ts` extension kept in imports. Needs NODE_OPTIONS=--experimental-vm-modules
 * (scripts/test.sh sets it). This file is JavaScript because Jest needs a
 * further loader for a TypeScript configuration on Node 20.
 *
 * @type {import('jest').Config}
 */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  setupFilesAfterEnv: ['<rootDir>/tests/setup/matchers.ts', '<rootDir>/tests/setup/leak-check.ts'],
  modulePathIgnorePatterns: ['<rootDir>/runs/', '<rootDir>/results/', '<rootDir>/datasets/'],
  maxWorkers: 2,
  testTimeout: 120_000,
};
