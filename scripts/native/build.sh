#!/usr/bin/env bash
# Builds the native backend of @tensorflow/tfjs-node-gpu from the C++ sources in its
# npm package against the libraries in TensorFlow's PyPI wheel, which decides between
# CPU and CUDA. Progress goes to standard error; on failure the reason, one line, to
# standard output. Everything is made under a temporary name and renamed when whole.
# With --anew the binding in the cache is not used.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly tensorflow_version=2.21.0
readonly cache=${DYNARULE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/dynarule}
readonly variant=${TF_VARIANT:-$(cat "$cache/variant" 2> /dev/null || echo cpu)} # the last choice holds
readonly tensorflow=$cache/tensorflow-$variant-$tensorflow_version
readonly package=node_modules/@tensorflow/tfjs-node-gpu
readonly target=$package/lib/napi-v8
scratch=

say() { printf 'setup: %s\n' "$*" >&2; }
give_up() { printf '%s\n' "$*"; exit 1; }
clean_up() { if [[ -n $scratch ]]; then rm -rf "$scratch"; fi; }
trap clean_up EXIT
trap 'exit 130' INT TERM

check_platform() {
  [[ $variant == cpu || $variant == gpu ]] || give_up "TF_VARIANT is '$variant'; expected cpu or gpu"
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64' | 'Linux aarch64') ;;
    *) give_up "the native build is made for Linux on x86_64 or aarch64, this is $(uname -s) on $(uname -m)" ;;
  esac
  [[ $variant == cpu || $(uname -m) == x86_64 ]] || give_up "TensorFlow's wheel for $(uname -m) has no CUDA; use TF_VARIANT=cpu"
}

new_scratch() {
  clean_up
  mkdir -p "$cache"
  scratch=$(mktemp -d "$cache/tmp.XXXXXX")
}

# Moves a finished folder into place; where another run was quicker, its result stays.
publish() { mv -T "$1" "$2" 2> /dev/null || [[ -e $2 ]]; }

pip_download() {
  local arch
  arch=$(uname -m)
  # Any Python will do: the wheel serves as an archive of headers and libraries.
  python3 -m pip --disable-pip-version-check download --no-deps --only-binary=:all: --quiet --retries 2 \
    --implementation cp --python-version 3.11 --abi cp311 --abi none \
    --platform "manylinux_2_27_$arch" --platform "manylinux_2_17_$arch" --platform "manylinux2014_$arch" \
    --dest "$scratch/wheels" "$@" >&2
}

fetch_tensorflow() {
  [[ -e $tensorflow/tensorflow/libtensorflow_cc.so.2 ]] && return
  command -v python3 > /dev/null ||
    give_up 'python3 is missing (Debian, Ubuntu: apt-get install python3 python3-pip)'
  python3 -m pip --version > /dev/null 2>&1 ||
    give_up 'pip for python3 is missing (Debian, Ubuntu: apt-get install python3-pip; elsewhere: python3 -m ensurepip)'
  local wheel=tensorflow
  [[ $variant == cpu && $(uname -m) == x86_64 ]] && wheel=tensorflow-cpu
  new_scratch
  say "fetching $wheel $tensorflow_version from PyPI (some hundred MB, once)"
  pip_download "$wheel==$tensorflow_version" || give_up "pip could not download $wheel $tensorflow_version (its message is above)"
  python3 scripts/native/unpack_wheels.py "$scratch/wheels" "$scratch/site" >&2 || give_up 'the TensorFlow wheel could not be unpacked'
  if [[ $variant == gpu ]]; then fetch_cuda; fi
  publish "$scratch/site" "$tensorflow" || give_up "could not write $tensorflow"
}

# The CUDA libraries come from the wheels that TensorFlow's own metadata names. They are
# linked beside TensorFlow's libraries, where those look first.
fetch_cuda() {
  local needs
  mapfile -t needs < <(sed -n 's/^Requires-Dist: \(nvidia-[^;]*\);.*and-cuda.*/\1/p' "$scratch"/site/tensorflow-*.dist-info/METADATA | tr -d ' ')
  say "fetching the CUDA libraries from PyPI (${#needs[@]} packages, some GB, once)"
  rm -rf "$scratch/wheels"
  pip_download "${needs[@]}" || give_up 'pip could not download the CUDA libraries (its message is above)'
  python3 scripts/native/unpack_wheels.py "$scratch/wheels" "$scratch/site" >&2 || give_up 'the CUDA wheels could not be unpacked'
  (cd "$scratch/site/tensorflow" && ln -sf ../nvidia/*/lib/*.so* .)
}

# Node-API is stable, so the headers of any Node serve.
find_headers() {
  local folder
  while read -r folder; do
    if [[ -e $folder/node_api.h ]]; then printf '%s\n' "$folder"; return; fi
  done < <(node -e '
    const { dirname, join } = require("node:path");
    const beside = dirname(dirname(require("node:fs").realpathSync(process.execPath)));
    const prefixes = [beside, process.config.variables.node_prefix ?? beside, join(require("node:os").homedir(), ".cache", "node-gyp", process.versions.node)];
    console.log([...prefixes.map((prefix) => join(prefix, "include", "node")), "/usr/include/node", "/usr/local/include/node", "node_modules/node-api-headers/include"].join("\n"));
  ')
  return 1
}

# Names what the binding depends on: change any part and it is built anew.
cache_key() {
  local package_version sources
  package_version=$(node -p "require('./$package/package.json').version")
  sources=$({ cat scripts/native/*.cc scripts/native/build.sh; echo "$tensorflow"; } | sha256sum | cut -c1-12)
  printf 'tfjs-%s_tensorflow-%s-%s_abi-%s_%s_%s\n' "$package_version" "$variant" "$tensorflow_version" \
    "$(node -p process.versions.modules)" "$(uname -m)" "$sources"
}

compile() {
  local headers libraries=$tensorflow/tensorflow out=$1
  command -v g++ > /dev/null || give_up 'g++ is missing (Debian, Ubuntu: apt-get install g++; Fedora: dnf install gcc-c++)'
  headers=$(find_headers) ||
    give_up 'the header node_api.h is missing (Debian, Ubuntu: apt-get install libnode-dev; or install Node.js from https://nodejs.org, which brings it)'
  say 'compiling the native backend (about 10 s)'
  g++ -O2 -shared -fPIC scripts/native/mute.cc -o "$out/libdynarule_mute.so" >&2 &&
    g++ -O2 -std=c++17 -shared -fPIC -DNAPI_VERSION=8 -I"$headers" -I"$libraries/include" -I"$package" \
      "$package/binding/tfjs_backend.cc" "$package/binding/tfjs_binding.cc" scripts/native/unmute.cc \
      -o "$out/tfjs_binding.node" \
      -L"$libraries" -l:libtensorflow_cc.so.2 -l:libtensorflow_framework.so.2 -L"$out" -l:libdynarule_mute.so \
      -Wl,-rpath,"$libraries" -Wl,-rpath,'$ORIGIN' >&2 ||
    give_up 'g++ could not build the binding (its message is above)'
}

build_binding() {
  [[ -e $1/tfjs_binding.node ]] && return
  new_scratch
  mkdir "$scratch/binding"
  compile "$scratch/binding"
  mkdir -p "$(dirname "$1")"
  publish "$scratch/binding" "$1" || give_up "could not write $1"
}

install_binding() {
  if cmp -s "$1/tfjs_binding.node" "$target/tfjs_binding.node" && [[ -e $target/libdynarule_mute.so ]]; then return; fi
  mkdir -p "$target"
  local file
  for file in libdynarule_mute.so tfjs_binding.node; do
    cp "$1/$file" "$target/$file.tmp-$$"
    mv "$target/$file.tmp-$$" "$target/$file"
  done
}

main() {
  check_platform
  fetch_tensorflow
  local binding
  binding=$cache/bindings/$(cache_key)
  if [[ "${1:-}" == --anew ]]; then rm -rf "$binding"; fi
  build_binding "$binding"
  install_binding "$binding"
  printf '%s\n' "$variant" > "$cache/variant"
}

main "$@"
