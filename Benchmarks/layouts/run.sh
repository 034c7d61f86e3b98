#!/bin/sh
# Measures the layouts of the table of answers: builds the program, runs it, prints Markdown.
#
#   run.sh                         everything, under five minutes
#   run.sh times [ROUNDS]          times, frames, bytes, sizes (7 rounds)
#   run.sh residue [STORES]        what an erased draft leaves in the files (40 stores a line)
#   run.sh instructions            instructions of one save and one restore (needs valgrind)
#   CC=clang ./run.sh …            another compiler
set -eu
cd "$(dirname "$0")"
build=.build
mkdir -p $build
${CC:-cc} -std=c11 -O2 -Wall -Wextra -o $build/layouts ./*.c -lsqlite3 -lm

# Instructions of one run: variant, leaves, edits, restores.
counted() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    $build/layouts count "$1" "$2" "$3" "$4" $build 2>&1 | sed -n 's/.*Collected : //p'
}

# Two lengths of the same run differ by 250 saves (or 3 restores) and by nothing else.
row() {
  printf '| %s leaves |' "$1"
  for variant in 0 1 2 3; do
    base=$(counted $variant "$1" 100 1)
    printf ' %d |' $((($(counted $variant "$1" 350 1) - base) / 250))
    [ $variant = 1 ] && continue  # restores as A does
    printf ' %d |' $((($(counted $variant "$1" 100 4) - base) / 3))
  done
  echo
}

instructions() {
  printf '\n### Instructions: one save of one changed leaf, one restore (callgrind)\n\n'
  printf '| | A: save | restore | A by key: save | A blocks: save | restore |'
  printf ' B: save | restore |\n|---|---|---|---|---|---|---|---|\n'
  for leaves in 50 500 5000; do row $leaves; done
}

load() { printf '\nLoad average %s: %s\n' "$1" "$(uptime | sed 's/.*average[s]*: *//')"; }

measured() {
  load before
  $build/layouts measure "$1" $build
  load after
}

case "${1:-all}" in
  times) measured "${2:-7}" ;;
  residue) $build/layouts residue "${2:-40}" $build ;;
  instructions) instructions ;;
  all)
    measured 7
    if command -v valgrind >/dev/null; then instructions; fi
    $build/layouts residue 40 $build
    ;;
  *) echo "usage: run.sh [times [ROUNDS] | residue [STORES] | instructions]" >&2; exit 64 ;;
esac
