#!/bin/sh
# `drafts list` on one owner's 100 drafts of 50 answered fields, against the sqlite3 shell
# running the query that fetches the same columns from the same database.
#
#   Benchmarks/cli/list100.sh [path of drafts] [rounds]
#
# By default the dynamic release build (`swift build -c release --product drafts`), 41 rounds.
# Makes a store of its own in a temporary directory and removes it. Each round runs the commands
# once, one after the other, output to a file; the medians are compared, so that whatever else the
# machine does meets all of them alike. `null` is a process that does nothing: what the
# measurement itself costs. Needs sqlite3 (the shell) and python3.
set -eu

here=$(cd "$(dirname "$0")/../.." && pwd)
drafts=${1:-$here/.build/release/drafts}
rounds=${2:-41}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
store=$work/store

# A definition of 50 text fields, one draft under it, and 99 more made from its exported line.
python3 - "$work" <<'PY'
import json, sys
work = sys.argv[1]
fields = [{"path": f"/field{i:02}", "type": "text"} for i in range(50)]
json.dump({"formdrafts": 1, "form": "bench", "fields": fields}, open(f"{work}/form.json", "w"))
values = {f"field{i:02}": f"an answer of some length, number {i}" for i in range(50)}
json.dump(values, open(f"{work}/values.json", "w"))
PY
"$drafts" save --store "$work/seed" --owner ana --schema "$work/form.json" \
  --values "$work/values.json" --title "Draft number 0" > "$work/saved"
"$drafts" export --store "$work/seed" > "$work/line"
python3 - "$work" <<'PY'
import json, sys, uuid
work = sys.argv[1]
line = open(f"{work}/line").read()
old = json.loads(line)["draft"]
with open(f"{work}/lines", "w") as out:
    for number in range(100):
        new = str(uuid.uuid5(uuid.NAMESPACE_URL, f"draft {number}"))
        out.write(line.replace(old, new).replace("Draft number 0", f"Draft number {number}"))
PY
"$drafts" import --store "$store" "$work/lines" > "$work/imported"

python3 - "$drafts" "$store" "$rounds" "$work" <<'PY'
import glob, os, statistics, subprocess, sys, time
drafts, store, rounds, work = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
query = (
    "SELECT uuid, form, record, revision, saved, title, step, answered, bytes "
    "FROM draft ORDER BY seq DESC"
)
commands = {
    "drafts list": [drafts, "list", "--store", store],
    "drafts list --json": [drafts, "list", "--json", "--store", store],
    "drafts --version": [drafts, "--version"],
    "sqlite3": ["sqlite3", glob.glob(f"{store}/owners/*/drafts.db")[0], query],
    "null": ["true"],
}
wall = {name: [] for name in commands}
cpu = {name: [] for name in commands}
with open(f"{work}/out", "w") as out:
    for round in range(rounds + 2):
        for name, command in commands.items():
            out.seek(0)
            before, start = os.times(), time.perf_counter()
            subprocess.run(command, stdout=out, check=True)
            end, after = time.perf_counter(), os.times()
            if round < 2:
                continue  # the first rounds fill caches
            wall[name].append((end - start) * 1e3)
            cpu[name].append(
                (after.children_user + after.children_system
                 - before.children_user - before.children_system) * 1e3)
base = statistics.median(wall["sqlite3"])
print(f"{'':20} {'median':>9} {'fastest':>9} {'to sqlite3':>11}")
for name, times in wall.items():
    median = statistics.median(times)
    print(f"{name:20} {median:6.2f} ms {min(times):6.2f} ms {median / base:10.2f}x")
print(f"{rounds} rounds, load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
PY
