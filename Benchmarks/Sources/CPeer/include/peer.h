// What the benchmarks measure FormDrafts by: the same durable work in C on SQLite's own interface,
// with nothing around it, and the few system calls that need C.
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *bytes;
  size_t count;
} peer_text;

typedef struct {
  const peer_text *names;
  const peer_text *values;
  int count;
} peer_form;

typedef struct peer peer;

// A database with one row a draft and one row a field. Failures end the process with a message.
// `frames`: how long the log may grow before it is copied back; SQLite's own default is 1 000.
peer *peer_open(const char *path, bool full, int frames);
void peer_close(peer *peer);

// From now on each save also does what FormDrafts does not give up: a lock between processes, eight
// looks whether the files are still there and still ours, a checksum of what is written, and the
// ledger's 32 bytes.
void peer_guard(peer *peer, const char *path);

// Stores a draft and keeps its form in memory, for the saves that follow.
void peer_save_new(peer *peer, int64_t draft, peer_form form);
// Stores some new values of the form that was stored last.
void peer_save_changes(peer *peer, const int *fields, const peer_text *values, int count);
// Takes the whole form, finds what is new in it, and stores that.
int peer_save_snapshot(peer *peer, const peer_text *values);

// Reads a draft into memory, every text unescaped. Returns the number of fields.
int peer_restore(peer *peer, int64_t draft);
// Reads what a list shows of every draft, the last saved first. Returns their number.
int peer_list(peer *peer);
// Reads a database of FormDrafts itself, in one transaction, with statements that take no or one
// number: every column of every row copied and checksummed, and nothing made of it.
typedef struct scan scan;
scan *scan_open(const char *path, const char *const *statements, int count);
int scan_run(scan *scan, int64_t number);
void scan_close(scan *scan);

// Reads one row: what an application does at least to know that its database is there.
void peer_touch(peer *peer);

// Bytes this process handed to write and its kin, from /proc/self/io; -1 where there is none.
int64_t peer_bytes_written(void);
// Calls of fsync and fdatasync in this process, SQLite's included; -1 where they are not counted.
int64_t peer_syncs(void);
// Statements begun on connections that were opened while tracing was on.
void peer_trace(bool isOn);
int64_t peer_statements(void);

int64_t peer_nanoseconds(void);

// Appends to a file and syncs its data.
int peer_append_open(const char *path);
void peer_append(int file, peer_text text, bool isSynced);
// Syncs a file, or a directory.
void peer_sync_path(const char *path);
void peer_close_file(int file);
// Unlinks every file in a directory, and the directory; overwrites and syncs them before if asked.
// The parent is synced.
void peer_remove_directory(const char *path, const char *parent, bool isOverwritten);

// Runs a program with its output into a file, and waits. Returns the wall time in nanoseconds, or
// -1 if it did not end with 0.
int64_t peer_run(const char *const *arguments, const char *output, const char *errors);
// The same; `peak` gets the most memory the program had, in KiB, as seen every few milliseconds.
int64_t peer_run_watched(
    const char *const *arguments, const char *output, const char *errors, int64_t *peak);
// Bytes that a file system has left for us; -1 if nobody knows.
int64_t peer_free_bytes(const char *path);

#endif
