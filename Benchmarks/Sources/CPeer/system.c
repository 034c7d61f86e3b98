#define _GNU_SOURCE
#include "peer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void fail(const char *what) {
  fprintf(stderr, "benchmark: %s: %s\n", what, strerror(errno));
  exit(74);
}

// Counting. A symbol of the program comes before the C library's, for libraries as well: SQLite's
// calls go through here.

static atomic_llong syncs;
static atomic_llong statements;

#ifdef __linux__
#include <sys/syscall.h>

int fsync(int file) {
  atomic_fetch_add(&syncs, 1);
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  atomic_fetch_add(&syncs, 1);
  return (int)syscall(SYS_fdatasync, file);
}

int64_t peer_syncs(void) { return atomic_load(&syncs); }
#else
int64_t peer_syncs(void) { return -1; }
#endif

// -1 where there is no such file, as on systems without /proc.
static int64_t number_after(const char *path, const char *label) {
  char text[8192];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count < 0) return -1;
  text[count] = 0;
  char *found = strstr(text, label);
  return found ? atoll(found + strlen(label)) : -1;
}

int64_t peer_bytes_written(void) { return number_after("/proc/self/io", "wchar:"); }

static int count_statement(unsigned kind, void *context, void *statement, void *text) {
  (void)kind, (void)context, (void)statement, (void)text;
  atomic_fetch_add(&statements, 1);
  return 0;
}

static int begin_trace(sqlite3 *db, char **message, const void *functions) {
  (void)message, (void)functions;
  return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, count_statement, NULL);
}

void peer_trace(bool isOn) {
  if (isOn) {
    sqlite3_auto_extension((void (*)(void))begin_trace);
  } else {
    sqlite3_cancel_auto_extension((void (*)(void))begin_trace);
  }
}

int64_t peer_statements(void) { return atomic_load(&statements); }

int64_t peer_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Files

int peer_append_open(const char *path) {
  int file = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) fail(path);
  return file;
}

void peer_append(int file, peer_text text, bool isSynced) {
  if (write(file, text.bytes, text.count) != (ssize_t)text.count) fail("write");
  if (isSynced && fdatasync(file) != 0) fail("fdatasync");
}

void peer_close_file(int file) { close(file); }

void peer_sync_path(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fsync(file) != 0) fail(path);
  close(file);
}

static void overwrite(const char *path, off_t size) {
  static const char zeros[1 << 16];
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) fail(path);
  while (size > 0) {
    size_t part = size < (off_t)sizeof zeros ? (size_t)size : sizeof zeros;
    if (write(file, zeros, part) != (ssize_t)part) fail(path);
    size -= (off_t)part;
  }
  if (fsync(file) != 0) fail(path);
  close(file);
}

static void remove_contents(const char *path, bool isOverwritten) {
  DIR *directory = opendir(path);
  if (!directory) fail(path);
  struct dirent *entry;
  while ((entry = readdir(directory))) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char file[4096];
    snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
    struct stat status;
    if (lstat(file, &status) != 0) fail(file);
    if (S_ISDIR(status.st_mode)) {
      remove_contents(file, isOverwritten);
      continue;
    }
    if (isOverwritten && status.st_size > 0) overwrite(file, status.st_size);
    if (unlink(file) != 0) fail(file);
  }
  closedir(directory);
  if (rmdir(path) != 0) fail(path);
}

void peer_remove_directory(const char *path, const char *parent, bool isOverwritten) {
  remove_contents(path, isOverwritten);
  peer_sync_path(parent);
}

// Programs

static pid_t start(const char *const *arguments, const char *output, const char *errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int flags = O_CREAT | O_WRONLY | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0600);
  pid_t child;
  int code = posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return code == 0 ? child : -1;
}

int64_t peer_run(const char *const *arguments, const char *output, const char *errors) {
  int64_t begin = peer_nanoseconds();
  pid_t child = start(arguments, output, errors);
  int status = 1;
  if (child > 0) waitpid(child, &status, 0);
  int64_t end = peer_nanoseconds();
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? end - begin : -1;
}

int64_t peer_run_watched(
    const char *const *arguments, const char *output, const char *errors, int64_t *peak) {
  // The rusage of a child counts what its parent had at the fork, so the child itself is asked.
  int64_t begin = peer_nanoseconds();
  pid_t child = start(arguments, output, errors);
  if (child < 0) return -1;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/status", (int)child);
  int status = 1;
  *peak = -1;
  while (waitpid(child, &status, WNOHANG) == 0) {
    int64_t now = number_after(path, "VmHWM:");
    if (now > *peak) *peak = now;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
  int64_t end = peer_nanoseconds();
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? end - begin : -1;
}

int64_t peer_free_bytes(const char *path) {
  struct statvfs status;
  if (statvfs(path, &status) != 0) return -1;
  return (int64_t)status.f_bavail * (int64_t)status.f_frsize;
}
