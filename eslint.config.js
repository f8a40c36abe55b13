/** Strict TypeScript rules, the few type-aware ones that find real faults, and short functions. */
import tseslint from 'typescript-eslint';

const typed = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

const plain = {
  eqeqeq: 'error',
  'no-console': 'off',
  'no-empty': 'error',
  'no-fallthrough': 'error',
  'no-implicit-coercion': 'error',
  'no-self-compare': 'error',
  'no-unreachable': 'error',
  'no-useless-catch': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  // Indices that a loop has bounded are asserted: noUncheckedIndexedAccess cannot know the bound.
  '@typescript-eslint/no-non-null-assertion': 'off',
};

const size = {
  complexity: ['error', 15],
  'max-depth': ['error', 4],
  'max-params': ['error', 6],
  'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
};

/** @tensorflow is imported in one folder, so that choosing a backend stays in one place. */
const oneTensorImport = {
  'no-restricted-imports': ['error', { patterns: [{ group: ['@tensorflow/*'], message: 'import { tf } from src/backend/tf.ts' }] }],
};

export default tseslint.config(
  { ignores: ['node_modules/', '**/tmp*/', 'runs/', 'results/', 'datasets/', 'checkpoints/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.strict,
  { rules: { ...plain, ...oneTensorImport } },
  {
    files: ['{src,tests,pipelines,bench}/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: typed,
  },
  { files: ['src/**', 'pipelines/**', 'bench/**', 'bin/**', 'scripts/**'], rules: size },
  { files: ['src/backend/**'], rules: { 'no-restricted-imports': 'off' } },
);
