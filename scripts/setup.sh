#!/usr/bin/env bash
# Sets up a clone: npm packages, then the native TensorFlow backend. Safe to run
# again and to interrupt; a second run takes about a second.
#
#   scripts/setup.sh               everything; tries the native backend again
#   scripts/setup.sh --if-needed   the same, but accepts that native failed before
#
# TF_VARIANT=gpu       the CUDA build of TensorFlow instead of the CPU one; kept until TF_VARIANT=cpu
# DYNARULE_CACHE       where TensorFlow and the binding are kept (~/.cache/dynarule)
# DYNARULE_BACKEND     wasm or cpu: leaves the native backend out
set -euo pipefail
cd "$(dirname "$0")/.."

readonly native_failed=node_modules/.native-failed

say() { printf 'setup: %s\n' "$*" >&2; }

require_node() {
  if ! command -v node > /dev/null || ! command -v npm > /dev/null; then
    say 'Node.js with npm is missing. Install version 20 or newer: https://nodejs.org/en/download'
    exit 1
  fi
  if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)'; then
    say "Node.js 20.19 or newer is needed, found $(node --version): https://nodejs.org/en/download"
    exit 1
  fi
}

install_packages() {
  if node scripts/packages-installed.js; then return; fi
  say 'installing the npm packages'
  npm ci --ignore-scripts --no-progress >&2
}

# True where a small matrix product on that backend comes out right.
backend_works() { DYNARULE_BACKEND= node --import tsx scripts/check-backend.ts "$1" > /dev/null; }

set_up_native() {
  if [[ "${1:-}" == --if-needed && -e $native_failed ]]; then
    say "native backend not available ($(cat "$native_failed")); \`make setup\` tries again"
    return 1
  fi
  rm -f "$native_failed"
  local reason
  if build_native; then return; fi
  printf '%s\n' "$reason" > "$native_failed"
  say "native backend not available: $reason"
  return 1
}

# Leaves in `reason` (of the caller) why it failed.
build_native() {
  if ! reason=$(scripts/native/build.sh); then
    backend_works native 2> /dev/null && say "keeping the native backend built before, because $reason"
    return
  fi
  if backend_works native 2> /dev/null; then return; fi
  say 'the native backend does not work; building it anew'
  if reason=$(scripts/native/build.sh --anew) && backend_works native; then return; fi
  rm -rf node_modules/@tensorflow/tfjs-node-gpu/lib
  if [[ -z $reason ]]; then reason='it was built but does not work (the error is above; removing the cache folder, see scripts/setup.sh, fetches TensorFlow anew)'; fi
  return 1
}

main() {
  require_node
  install_packages
  case "${DYNARULE_BACKEND:-native}" in
    native) if set_up_native "${1:-}"; then say 'ready, with the native backend'; return; fi ;;
    wasm | cpu) ;;
    *) say "DYNARULE_BACKEND is '$DYNARULE_BACKEND'; expected native, wasm or cpu"; exit 2 ;;
  esac
  if ! backend_works wasm; then
    say 'the wasm backend does not work either; remove node_modules and run `make setup` again'
    exit 1
  fi
  say 'ready, with the wasm backend: everything runs, slower'
}

main "$@"
