#!/bin/sh
# Builds the DocC archives of the three libraries, and one of all: docs/archive. No plugin and no
# network is needed: compiler, symbol extractor and docc are one toolchain. A warning is an error,
# a link that leads nowhere too; that no public symbol lacks a comment is the linter's to see.
set -eu
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
modules="FormDrafts FormDraftsFormats FormDraftsTesting" # each after those it links to
out=docs/archive
work=$(mktemp -d "${TMPDIR:-/tmp}/formdrafts-docs.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The toolchain's own tools: beside swift, or by xcrun.
tool() {
  beside=$(dirname "$(readlink -f "$(command -v "$swift")")")/$1
  if [ -x "$beside" ]; then
    echo "$beside"
  elif command -v xcrun >/dev/null 2>&1; then
    xcrun --find "$1"
  else
    command -v "$1" || {
      echo "$1 is missing: it comes with the Swift toolchain." >&2
      return 1
    }
  fi
}
docc=$(tool docc)
extract=$(tool swift-symbolgraph-extract)
triple=$("$swift" -print-target-info | sed -n 's/.*"triple": *"\([^"]*\)".*/\1/p' | head -n 1)

# The flags are those of `make test`, so that what was built for it is not built again.
for module in $modules; do
  "$swift" build --quiet -Xswiftc -warnings-as-errors --target "$module" || exit 1
done
built=$("$swift" build -Xswiftc -warnings-as-errors --show-bin-path)

rm -rf "$out"
mkdir -p "$out"
for module in $modules; do
  mkdir "$work/$module"
  set -- -module-name "$module" -I "$built/Modules" -I Sources/CSQLite -target "$triple"
  command -v xcrun >/dev/null 2>&1 && set -- "$@" -sdk "$(xcrun --show-sdk-path)"
  # Members that the standard library adds are its own to document.
  "$extract" "$@" -minimum-access-level public -skip-synthesized-members \
    -emit-extension-block-symbols -output-dir "$work/$module"

  # Links to the symbols of the archives made before.
  set --
  for other in "$out"/*.doccarchive; do
    [ -d "$other" ] && set -- "$@" --dependency "$other"
  done
  "$docc" convert "Sources/$module/$module.docc" "$@" \
    --additional-symbol-graph-dir "$work/$module" --fallback-bundle-identifier "$module" \
    --enable-experimental-external-link-support --warnings-as-errors \
    --output-path "$out/$module.doccarchive" >"$work/$module.log" 2>&1 || {
    cat "$work/$module.log" >&2
    exit 1
  }
done

set --
for module in $modules; do set -- "$@" "$out/$module.doccarchive"; done
"$docc" merge "$@" --synthesized-landing-page-name "FormDrafts" --output-path "$out/All.doccarchive"
echo "Written to $out: an archive of each library, and All.doccarchive with the three."
echo "Any web server for static files shows one, at /documentation; Xcode opens it."
