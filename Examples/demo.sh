#!/bin/sh
# FormDrafts in one minute: a form is half filled in and killed, comes back, is finished; another
# one is signed out. Each claim is checked: the exit code is not 0 if one does not hold.
#
# Needs swift, grep and a POSIX shell with mkfifo. Works in a temporary directory, which it removes.
set -eu
export LC_ALL=C # grep compares bytes

package=$(cd "$(dirname "$0")/TerminalForm" && pwd)
form="$package/moving-house.json"
work=$(mktemp -d "${TMPDIR:-/tmp}/formdrafts-demo.XXXXXX")
store="$work/store"
talk="$work/talk" # what the running TerminalForm has said
child=
shown=0

clean_up() {
  [ -z "$child" ] || kill -9 "$child" 2>/dev/null || :
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

head_line() { if [ -t 1 ]; then printf '\n\033[1m%s\033[0m\n' "$1"; else printf '\n%s\n' "$1"; fi; }
say() { printf '%s\n' "$@"; }
fail() {
  say "" "FAILED: $1" "What TerminalForm said last:" >&2
  cat "$talk" >&2 || :
  exit 1
}

# --- a running TerminalForm: `start`, then `type_in` lines and `await` what it says next.

start() {
  rm -f "$work/keys"
  mkfifo "$work/keys"
  : >"$talk"
  shown=0
  "$program" "$form" --owner ana --store "$store" <"$work/keys" >"$talk" 2>&1 &
  child=$!
  exec 3>"$work/keys" # held open: for the program nothing has ended
}
type_in() { printf '%s\n' "$@" >&3; }
await() {
  tries=0
  until grep -q -F -e "$1" "$talk"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "it never said “$1”."
    kill -0 "$child" 2>/dev/null || fail "it ended before it said “$1”."
    sleep 0.1
  done
}
kill_it() {
  kill -9 "$child"
  end_with 137 # 128 + 9
}
end_with() {
  code=0
  wait "$child" 2>/dev/null || code=$?
  child=
  exec 3>&-
  [ "$code" -eq "$1" ] || fail "it ended with $code, not with $1."
}
# Runs a command whose words are shown, and shows what it says.
run() {
  say "" "   \$ $1"
  shift
  shown=0
  "$@" >"$talk" 2>&1 || fail "$1 failed."
  show
}
# Prints the lines it has said since the last time; with “cut” also the one it is asking.
show() {
  count=0
  while IFS= read -r line; do
    count=$((count + 1))
    [ "$count" -le "$shown" ] || printf '   | %s\n' "$line"
  done <"$talk"
  shown=$count
  if [ "${1-}" = cut ]; then printf '   | %s\n' "$line"; fi
}
expect() { grep -q -F -e "$1" "$talk" || fail "it should have said “$1”."; }
refuse() { if grep -q -F -e "$1" "$talk"; then fail "it should not have said “$1”."; fi; }

# --- a search through every byte of the store.

in_store() { grep -r -a -q -F -e "$1" "$store"; }
count_files() {
  files=0
  for file in "$store"/* "$store"/*/* "$store"/*/*/*; do
    [ ! -f "$file" ] || files=$((files + 1))
  done
}
must_find() { in_store "$1" || fail "“$1” is not in the store."; }
must_not_find() { if in_store "$1"; then fail "“$1” is in the store."; fi; }

build() {
  "${SWIFT:-swift}" build --package-path "$package" "$@" >"$work/build" 2>&1 || {
    cat "$work/build" >&2
    exit 1
  }
}
say "Building TerminalForm and drafts. The first time this takes a few minutes."
build --product TerminalForm
build --product drafts
bin=$("${SWIFT:-swift}" build --package-path "$package" --show-bin-path)
program="$bin/TerminalForm"
drafts() { "$bin/drafts" "$@" --store "$store"; }

name='Ana Núñez'
mail='ana@example.org'
password='correct-horse-battery'
old='Old Quay 3'
new='New Road 9'

head_line "1. Ana fills in half of a form; then the program is killed (kill -9)"
start
type_in "$name" "$mail" "$password" "$old" "$new"
await "Moving day"
kill_it
show cut
say "" "   Killed while it asked for the moving day. Nobody had pressed “save”." \
  "   The drafts command, for support, sees what is there, and no values unless asked:"
run "drafts list" drafts list
expect " 4/12 "
list=$(drafts list --json)
id=${list#*\"draft\":\"}
id=${id%%-*}
run "drafts show $id" drafts show "$id"
expect withheld
refuse "$name"

head_line "2. The next start offers to go on"
start
await "go on, f to start fresh"
type_in ""
await "Password (hidden"
show
expect "Answered:       4 of 12"
expect "To type again:  Password"
expect "Name         $name"
expect "New address  $new"
refuse "$password"
must_not_find "$password"
say "" "   Four answers and the place in the form are back. The password is not:" \
  "   it never was in the store."

head_line "3. Ana types the password again, finishes and sends"
type_in "$password" 2027-02-29 2027-03-01 "3,50" 3.50 2 "1 4" s "" ""
await "s to send"
type_in s
end_with 0
show
expect "Write a day as"
expect "Moving day          2027-03-01"
expect "Write a number as"
expect "Number of rooms     3.50"
expect "Extras: skipped"
expect "Sent, with 9 answers."
start
await "Name: "
refuse "There is a draft"
say "" "   A wrong answer was asked again, a right one kept as it was typed: 3.50, not 3.5." \
  "   Sent, so there is nothing to go on with: a new start begins with an empty form."

head_line "4. Ana has begun another form, and signs out"
type_in "$name" "$mail" "$password" "$old"
await "New address"
kill_it
count_files
must_find "$name"
must_find "$mail"
must_find "$old"
must_not_find "$password"
say "   Before: $files files. Searched byte by byte for what was typed:" \
  "     found      “$name”, “$mail”, “$old”" \
  "     not found  “$password”"
run "TerminalForm sign-out --owner ana" "$program" sign-out --owner ana --store "$store"
expect "Removed of ana: 1 draft with "

head_line "5. What the store still knows of Ana"
run "drafts list" drafts list
expect "There are no drafts."
count_files
for value in "$name" "$mail" "$password" "$old" "$new" 2027-03-01; do must_not_find "$value"; done
say "" "   After: $files files. The same search, for both forms:" \
  "     found      nothing" \
  "     not found  “$name”, “$mail”, “$password”," \
  "                “$old”, “$new”, “2027-03-01”" \
  "   (Searched as UTF-8. What is left: the store's own id, and a note that somebody was purged.)"

head_line "All of this was checked as it ran."
say "Try it yourself:  swift run --package-path Examples/TerminalForm TerminalForm \\" \
  "                    Examples/TerminalForm/moving-house.json"
