#!/bin/sh
# Sees to the only dependency outside the Swift toolchain: SQLite's header and library.
set -eu

command -v swift >/dev/null 2>&1 || {
  echo "Swift is missing. Install Swift 6.2 or later (swift.org/install) and try again." >&2
  exit 1
}

has_sqlite() {
  if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists sqlite3; then return 0; fi
  # The compiler that builds the package has the last word.
  printf '#include <sqlite3.h>\n' | clang -fsyntax-only -x c - >/dev/null 2>&1
}

has_sqlite && exit 0

echo "SQLite's header (sqlite3.h) is missing."
if [ "$(uname)" = Darwin ] && command -v brew >/dev/null 2>&1; then
  echo "Installing it: brew install sqlite3"
  brew install sqlite3
elif command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then
    as_root=""
  elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo"
  else
    echo "Ask somebody who may: apt-get install libsqlite3-dev" >&2
    exit 1
  fi
  echo "Installing it: ${as_root:+$as_root }apt-get install libsqlite3-dev"
  $as_root apt-get update -qq
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libsqlite3-dev
else
  echo "Install SQLite's development files with your system's packages, for example:" >&2
  echo "  apt-get install libsqlite3-dev   |   dnf install sqlite-devel   |   brew install sqlite3" >&2
  exit 1
fi

has_sqlite || {
  echo "sqlite3.h is still not found after the installation." >&2
  exit 1
}
