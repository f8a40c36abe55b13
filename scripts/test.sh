#!/usr/bin/env bash
# Type check, lint, then the tests. Arguments go to Jest and leave out the first two:
#   scripts/test.sh tests/ruleworld
set -euo pipefail
cd "$(dirname "$0")/.."
export NODE_OPTIONS="${NODE_OPTIONS:-} --experimental-vm-modules --no-warnings"
export TF_CPP_MIN_LOG_LEVEL="${TF_CPP_MIN_LOG_LEVEL:-3}"

jest() { node node_modules/jest/bin/jest.js "$@"; }

if (($# > 0)); then
  jest "$@"
  exit
fi
echo '== type check' >&2
npx tsc --noEmit
npx tsc --noEmit -p src/report/page
echo '== lint' >&2
npx eslint .
echo '== tests' >&2
jest ${DYNARULE_JEST_ARGS:-}
