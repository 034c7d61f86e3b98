#!/bin/sh
# Builds and runs the five client examples, and compares what each prints with
# Examples/Clients/Expected: the exit code is not 0 if one differs.
set -eu

package=$(cd "$(dirname "$0")/Clients" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/formdrafts-clients.XXXXXX")
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work" # the stores of the examples, too

echo "Building the clients. The first time this takes a few minutes."
"${SWIFT:-swift}" build --package-path "$package" >"$work/build" 2>&1 || {
  cat "$work/build" >&2
  exit 1
}
bin=$("${SWIFT:-swift}" build --package-path "$package" --show-bin-path)

failed=
for name in Plain FormsKit ComposableForms Formhaus Composure; do
  printf '\n%s\n' "$name"
  "$bin/$name" >"$work/$name" 2>&1 || {
    failed="$failed $name"
    echo "   ended with an error" >&2
  }
  sed 's/^/   | /' "$work/$name"
  diff "$package/Expected/$name.txt" "$work/$name" >&2 || failed="$failed $name"
done
[ -z "$failed" ] || {
  printf '\nNot as expected:%s\n' "$failed" >&2
  exit 1
}
printf '\nAll as expected.\n'
