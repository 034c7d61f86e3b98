#ifndef FORMDRAFTS_CFAULTS_H
#define FORMDRAFTS_CFAULTS_H

/* Faults for the reliability tests: the n-th system call, SQLite step or allocation fails, or the
 * process dies there.
 *
 * This file's functions stand in front of the C library's and of sqlite3_step: a symbol of the
 * executable comes before one of a shared library (ELF), for libsqlite3 as well as for us. So the
 * shipped library holds no seam for faults, and what is tested is what is shipped, call by call,
 * SQLite's and our own in one order. Only FaultWorker links it. Linux; elsewhere
 * faults_available() says 0.
 *
 * Only calls on files below one directory count. */

enum faults_kind {
  FAULTS_OPEN,
  FAULTS_READ,
  FAULTS_WRITE,
  FAULTS_SYNC,
  FAULTS_TRUNCATE,
  FAULTS_REMOVE,   /* unlink, rmdir */
  FAULTS_RENAME,
  FAULTS_MKDIR,
  FAULTS_CHMOD,
  FAULTS_STAT,
  FAULTS_LOCK,     /* fcntl, SQLite's */
  FAULTS_FLOCK,    /* ours */
  FAULTS_MMAP,
  FAULTS_LIST,
  FAULTS_STEP,     /* sqlite3_step; the error is a result code */
  FAULTS_MEMORY,   /* SQLite's allocations */
  FAULTS_KINDS,
  FAULTS_CHANGE,   /* whatever changes the disk: open with O_CREAT, write, sync, truncate, remove,
                      rename, mkdir, chmod */
};

enum faults_action {
  FAULTS_FAIL,
  FAULTS_SHORT,        /* a write that writes half */
  FAULTS_KILL_BEFORE,
  FAULTS_KILL_AFTER,
};

int faults_available(void);

/* Calls on files below `root` count from now on; NULL: none. */
void faults_watch(const char *root);

/* The n-th call (from 1) of a kind fails with `error`, from then on all if `sticky`. Counting
 * begins anew. */
void faults_arm(int kind, long nth, int error, int sticky, int action);
void faults_disarm(void);
/* Calls of a kind since faults_arm. */
long faults_count(int kind);
/* How often something was made to fail since faults_arm. */
long faults_hits(void);

/* Files below the root may grow by so many bytes together; negative: no limit. */
void faults_set_quota(long long bytes);
/* Opening a file whose path ends so fails with `error`; NULL ends that. */
void faults_deny(const char *suffix, int error);
/* Files opened for writing outside of the root since faults_watch. */
long faults_strangers(void);

/* Waiting in usleep and nanosleep takes no time: SQLite and we count what we asked for. */
void faults_skip_sleep(int on);

/* Lets SQLite's allocations fail; before SQLite is first used. */
int faults_take_memory(void);

/* What happened to the disk, in order. */
enum faults_event_type {
  FAULTS_DID_CREATE,    /* file, path */
  FAULTS_DID_WRITE,     /* file, offset, bytes */
  FAULTS_DID_TRUNCATE,  /* file, offset: the size */
  FAULTS_DID_SYNC,      /* file */
  FAULTS_DID_MKDIR,     /* path */
  FAULTS_DID_REMOVE,    /* path */
  FAULTS_DID_RENAME,    /* path, target */
  FAULTS_DID_SYNC_DIR,  /* path */
  FAULTS_DID_MARK,      /* offset: the number */
};

struct faults_event {
  int type;
  int file;
  long long offset;
  long long count;
  const unsigned char *bytes;
  const char *path;
  const char *target;
};

void faults_record(int on);
void faults_mark(long long number);
long faults_event_count(void);
struct faults_event faults_event_at(long index);

#endif
