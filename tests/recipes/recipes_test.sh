#!/bin/bash
# Are the recipes well-formed, does scripts/record-suite know them, and are the traces as described?
#   recipes_test.sh IOREEL
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fail() { echo "recipes_test: $*" >&2; exit 1; }

recipes=$(find traces/recipes -type f ! -name '*.*' -printf '%f\n' | sort)
[ "$(wc -w <<<"$recipes")" -ge 12 ] || fail "fewer than twelve recipes"
for name in $recipes; do
  bash -n "traces/recipes/$name"
  bash -euc "recipes=traces/recipes; . traces/recipes/$name
    [ -n \"\$title\" ] && [ \${#packages[@]} -gt 0 ] && declare -F prepare session >/dev/null" ||
    fail "$name: a recipe has a title, packages, prepare and session"
done
bash -n traces/recipes/lib.sh

listed=$(scripts/record-suite --list | awk '{print $1}' | sort)
[ "$listed" = "$recipes" ] || fail "--list does not list the recipes"

status=0
said=$(scripts/record-suite no-such-recipe 2>&1) || status=$?
[ $status = 2 ] || fail "an unknown recipe: exit $status, not 2"
for name in $recipes; do
  grep -q "^$name " <<<"$said" || fail "an unknown recipe: the refusal does not list $name"
done
status=0
scripts/record-suite ../lib.sh >/dev/null 2>&1 || status=$?
[ $status = 2 ] || fail "a path for a name: exit $status, not 2"

IOREEL=$1 traces/recipes/describe.py check traces
