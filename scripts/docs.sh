#!/bin/sh
# Builds the DocC archives from the compiler's symbol graphs. No plugin is needed: docc is part of
# the toolchain. A warning is an error, and so is a public symbol without a comment (make lint).
set -eu
swift=${SWIFT:-swift}
out=docs/archive
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/docc")

rm -rf "$out"
mkdir -p "$out"
for module in FormDrafts FormDraftsFormats FormDraftsTesting; do
  mkdir -p "$graphs/$module"
  "$swift" build --target "$module" --scratch-path .build-docs \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graphs/all" \
    -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public >/dev/null
  cp "$graphs/all/$module.symbols.json" "$graphs/$module/" 2>/dev/null || true
  cp "$graphs/all/$module@"*.symbols.json "$graphs/$module/" 2>/dev/null || true
  test -e "$graphs/$module/$module.symbols.json" || {
    echo "no symbol graph for $module" >&2
    exit 1
  }
  catalog="Sources/$module/$module.docc"
  [ -d "$catalog" ] || catalog=
  "$docc" convert $catalog --additional-symbol-graph-dir "$graphs/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
    --warnings-as-errors --output-path "$out/$module.doccarchive"
done
echo "Written to $out"
