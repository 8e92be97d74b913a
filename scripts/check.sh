#!/bin/bash
# Before a change goes in: formatting, layers, sizes, a build with -Werror, every test.
#   scripts/check.sh [--tidy [COMMIT]]       (also clang-tidy on what changed since COMMIT)
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-packages build test
scripts/check_style
cmake --preset dev >/dev/null
cmake --build --preset dev
if [ "${1:-}" = --tidy ]; then
  git diff --name-only --diff-filter=d "${2:-origin/main}" -- '*.cc' |
    xargs -r clang-tidy -quiet -p build/dev
fi
scripts/run-tests build/dev
