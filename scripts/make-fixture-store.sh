#!/bin/sh
# Makes Tests/FormDraftsTests/Fixtures/store-VERSION: a small store as this version writes it, for
# FrozenStoreTests, which prove that later versions open it. Run once for a release, when its
# migrations are final, and commit what it made; a fixture that exists is never made again.
#
#   scripts/make-fixture-store.sh            needs the command: swift build --product drafts
#   DRAFTS=path/to/drafts scripts/make-fixture-store.sh
#
# In the store:
#   ana      a sign-up in its second version with an orphan (nickname), marks, a step, a skipped
#            step; a plan with baseline and title; a draft that was discarded
#   nobody   a sign-up whose values are hard to keep
#   eva      a visit whose text “when” is kept aside, and whose whole number became a decimal
#   fay      a visit with a time to live that was gone back to its first version: two save points
#   gil      a plan in doubt, another that was split off from it, and a submitted copy
#   bob      was purged: a tombstone and nothing else
set -eu
cd "$(dirname "$0")/.."

drafts=${DRAFTS:-.build/debug/drafts}
version=$("$drafts" --version | sed 's/^drafts //')
target=Tests/FormDraftsTests/Fixtures/store-$version
if [ -e "$target" ]; then
  echo "$target is there already; a released store is never made again." >&2
  exit 1
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/formdrafts-fixture.XXXXXX")
trap 'rm -rf "$work"' EXIT
DRAFTS_STORE=$work/store
export DRAFTS_STORE

definition() { # version, fields
  printf '{"formdrafts":1,"form":"signup","version":"%s","fields":[%s],' "$1" "$2"
  printf '"steps":[{"id":"you"},{"id":"extras","skippable":true}]}\n'
}
common='{"path":"/name","type":"text","step":"you"},{"path":"/password","type":"text","step":"you"},
  {"path":"/amounts","type":"decimal","many":true},{"path":"/address/city","type":"text"}'
definition 1 "$common,{\"path\":\"/nickname\",\"type\":\"text\"}" >"$work/signup1.json"
definition 2 "$common" >"$work/signup2.json"
cat >"$work/plan.json" <<'END'
{"formdrafts":1,"form":"plan","fields":[
  {"path":"/size","type":"choice","options":["small","large"]},{"path":"/note","type":"text"}]}
END

# The id of the draft that a save made.
save() { "$drafts" save --json "$@" | sed 's/.*"draft":"\([^"]*\)".*/\1/'; }

id=$(echo '{"name":"Ana","nickname":"Annie","password":"correct horse"}' |
  save --schema "$work/signup1.json" --owner ana --values - --touched nickname --dirty nickname)
echo '{"name":"Ana","address":{"city":"Łódź"}}' |
  save --draft "$id" --schema "$work/signup2.json" --based-on 1 --values - \
    --touched name --touched password --dirty /address/city --step you --skipped extras \
    >/dev/null

echo '{"size":"small","note":"as ordered"}' >"$work/record.json"
echo '{"size":"large","note":"as ordered"}' |
  save --schema "$work/plan.json" --owner ana --record plan/42 --title "Plan 42" \
    --baseline etag-7 --baseline-values "$work/record.json" --values - >/dev/null

gone=$(echo '{"note":"never mind"}' | save --schema "$work/plan.json" --owner ana --values -)
"$drafts" discard "$gone" --yes >/dev/null

# é as one scalar and as two; NUL; characters of numbers; what JSON does not have; five nothings.
cat >"$work/hard.json" <<'END'
{"name":"\u00e9 e\u0301 \u0000","amounts":[0.10,1e400,-0,9007199254740993],
  "address":{"city":null},"a.b/c~d":"","none":{},"empty":[],
  "raw":{"$draft":"bytes","base64":"AAH/"},"inf":{"$draft":"number","is":"-Infinity"},
  "tag":{"$draft":"object","members":{"$draft":"mine"}}}
END
save --schema "$work/signup2.json" --nobody --values "$work/hard.json" >/dev/null

visit() { printf '{"formdrafts":1,"form":"visit","fields":[%s]}\n' "$1"; }
who='{"path":"/who","type":"text"}'
visit "$who,{\"path\":\"/when\",\"type\":\"text\"},{\"path\":\"/seats\",\"type\":\"integer\"}" \
  >"$work/visit1.json"
visit "$who,{\"path\":\"/seats\",\"type\":\"decimal\"}" >"$work/visit2.json"
id=$(echo '{"who":"Eva","when":"2026-12-24","seats":2}' |
  save --schema "$work/visit1.json" --owner eva --values -)
echo '{"who":"Eva","seats":2}' |
  save --draft "$id" --schema "$work/visit2.json" --values - >/dev/null

id=$(echo '{"who":"Fay","when":"noon","seats":2}' |
  save --schema "$work/visit1.json" --owner fay --expires-after 36500d --values -)
echo '{"who":"Fay","seats":3}' |
  save --draft "$id" --schema "$work/visit2.json" --values - >/dev/null
"$drafts" revert "$id" 1 >/dev/null

line() { # last digit of the id, status and its members, members at the end
  printf '{"formdrafts":1,"draft":"00000000-0000-4000-8000-00000000000%s","owner":"gil",' "$1"
  printf '"form":"plan","record":null,"revision":1,"createdAt":"2026-11-30T12:00:00.000Z",'
  printf '"savedAt":"2026-11-30T12:00:00.000Z","title":null,"baseline":null%s,"schema":' "$2"
  tr -d '\n' <"$work/plan.json"
  printf ',"snapshot":{"values":{"note":"number %s"},"touched":[],"dirty":[],"step":null,' "$1"
  printf '"skippedSteps":[],"focus":null},"orphans":[]%s}\n' "$3"
}
{
  line 1 ',"status":"submitting","attempt":"attempt-1"' ''
  line 2 '' ',"parent":"00000000-0000-4000-8000-000000000001"'
  line 3 ',"status":"submitted","attempt":"attempt-3","expiresAt":"2126-11-30T12:00:00.000Z"' ''
} | "$drafts" import - >/dev/null

echo '{"name":"Bob"}' | save --schema "$work/signup2.json" --owner bob --values - >/dev/null
"$drafts" purge --owner bob --yes >/dev/null

# Git keeps neither modes nor what is empty: the test gives the copy its modes back.
if find "$work/store" -name '*-wal' -size +0 | grep .; then
  echo "The log holds changes; the store was not closed." >&2
  exit 1
fi
mkdir -p "$target"
cp -R "$work/store/." "$target/"
find "$target" \( -name '*-wal' -o -name '*-shm' \) -exec rm {} +
chmod -R u+rwX,go+rX "$target"
find "$target" -type f
