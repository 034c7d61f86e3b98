#!/bin/sh
# Runs the fuzzers: each target named, or all of them, for TIME seconds. What is new stays in
# Fuzz/Found/TARGET, what was found there as crash-*, timeout-* or oom-*; exit code 1 if anything was.
# What a finding taught goes into Fuzz/Corpus/TARGET, which every run begins with.
set -eu
cd "$(dirname "$0")"

SWIFT=${SWIFT:-swift}
TIME=${TIME:-600}
# lld: gold, the linker Swift takes otherwise, ends with an error of its own here.
LINKER=$([ "$(uname)" = Linux ] && echo "-Xswiftc -use-ld=lld" || true)
# trace-cmp is part of -sanitize=fuzzer; the address sanitizer sees what Swift's own checks do not.
# shellcheck disable=SC2086
$SWIFT build -c release -Xswiftc -sanitize=fuzzer,address -Xswiftc -enforce-exclusivity=checked \
  $LINKER
program=$($SWIFT build -c release --show-bin-path)/fuzz

if [ $# -eq 0 ]; then
  set -- json native formhaus json-schema ui-schema surveyjs composure upgrade shape importing database
fi
result=0
for target; do
  mkdir -p "Found/$target" "Corpus/$target"
  echo "== $target: $TIME s"
  # 25 s a single input: what takes longer hangs an app. Sizes: a definition is a file of a project.
  ASAN_OPTIONS=detect_leaks=0 "$program" "$target" -max_total_time="$TIME" -timeout=25 \
    -rss_limit_mb=4096 -max_len=8192 -print_final_stats=1 -artifact_prefix="Found/$target/" \
    "Found/$target" "Corpus/$target" 2>"Found/$target.log" || result=1
  tail -n 12 "Found/$target.log"
done
exit $result
