/**
 * Jest runs the sources as they are: ES modules, types stripped by swc, the
 * `.ts` extension kept in imports. Needs NODE_OPTIONS=--experimental-vm-modules
 * (scripts/test.sh sets it). Where Node.js does not strip types itself, the
 * loader named here reads this file.
 *
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';

const config: Config = {
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

export default config;
