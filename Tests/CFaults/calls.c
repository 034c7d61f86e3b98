/* The functions on open files that stand before those of the C library; see CFaults.h. */

#include "internal.h"

#if defined(__linux__)

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* MARK: Opening and closing */

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  int is_ours = faults_concerns_path(path), action = FAULTS_FAIL, is_new = 0;
  if (is_ours) {
    int error = faults_denied(path);
    if (!error) error = faults_next(FAULTS_OPEN, (flags & O_CREAT) != 0, &action);
    if (error) FORMDRAFTS_FAIL(error);
    is_new = (flags & O_CREAT) && access(path, F_OK) != 0;
  } else if (faults_on && (flags & (O_WRONLY | O_RDWR)) && strncmp(path, "/dev/", 5) != 0) {
    faults_opened_elsewhere();
  }
  int descriptor = real(path, flags, mode);
  if (is_ours && descriptor >= 0) {
    faults_opened(descriptor, path);
    if (is_new) faults_did(FAULTS_DID_CREATE, descriptor, path, 0, 0, 0, 0);
    faults_after(action);
  }
  return descriptor;
}

static mode_t mode_of(int flags, va_list arguments) {
  return flags & (O_CREAT | __O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

int open(const char *path, int flags, ...) {
  FORMDRAFTS_REAL(int, "open", (const char *, int, ...));
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return opened(real, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  FORMDRAFTS_REAL(int, "open64", (const char *, int, ...));
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return opened(real, path, flags, mode);
}

int close(int descriptor) {
  FORMDRAFTS_REAL(int, "close", (int));
  faults_closed(descriptor);
  return real(descriptor);
}

DIR *opendir(const char *path) {
  FORMDRAFTS_REAL(DIR *, "opendir", (const char *));
  int action;
  if (faults_concerns_path(path)) {
    int error = faults_next(FAULTS_LIST, 0, &action);
    if (error) {
      errno = error;
      return 0;
    }
  }
  return real(path);
}

/* MARK: Reading and writing */

static int read_error(int descriptor) {
  int action;
  return faults_concerns(descriptor) ? faults_next(FAULTS_READ, 0, &action) : 0;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  FORMDRAFTS_REAL(ssize_t, "read", (int, void *, size_t));
  int error = read_error(descriptor);
  if (error) FORMDRAFTS_FAIL(error);
  return real(descriptor, bytes, count);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  FORMDRAFTS_REAL(ssize_t, "pread64", (int, void *, size_t, off64_t));
  int error = read_error(descriptor);
  if (error) FORMDRAFTS_FAIL(error);
  return real(descriptor, bytes, count, offset);
}

/* The error of a write; `*count` may become smaller. */
static int write_error(int descriptor, size_t *count, off64_t offset, int *action) {
  int error = faults_next(FAULTS_WRITE, 1, action);
  if (error) return error;
  if (faults_is_full(descriptor, offset, (long long)*count)) return ENOSPC;
  if (*action == FAULTS_SHORT && *count > 1) *count /= 2;
  return 0;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  FORMDRAFTS_REAL(ssize_t, "write", (int, const void *, size_t));
  if (!faults_concerns(descriptor)) return real(descriptor, bytes, count);
  int action;
  off64_t offset = lseek64(descriptor, 0, SEEK_CUR);
  int error = write_error(descriptor, &count, offset, &action);
  if (error) FORMDRAFTS_FAIL(error);
  ssize_t done = real(descriptor, bytes, count);
  if (done > 0) faults_did(FAULTS_DID_WRITE, descriptor, 0, 0, offset, bytes, done);
  faults_after(action);
  return done;
}

static ssize_t written(
    ssize_t (*real)(int, const void *, size_t, off64_t), int descriptor, const void *bytes,
    size_t count, off64_t offset) {
  if (!faults_concerns(descriptor)) return real(descriptor, bytes, count, offset);
  int action;
  int error = write_error(descriptor, &count, offset, &action);
  if (error) FORMDRAFTS_FAIL(error);
  ssize_t done = real(descriptor, bytes, count, offset);
  if (done > 0) faults_did(FAULTS_DID_WRITE, descriptor, 0, 0, offset, bytes, done);
  faults_after(action);
  return done;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  FORMDRAFTS_REAL(ssize_t, "pwrite64", (int, const void *, size_t, off64_t));
  return written(real, descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  FORMDRAFTS_REAL(ssize_t, "pwrite64", (int, const void *, size_t, off64_t));
  return written(real, descriptor, bytes, count, offset);
}

static int truncated(int (*real)(int, off64_t), int descriptor, off64_t size) {
  if (!faults_concerns(descriptor)) return real(descriptor, size);
  int action;
  struct stat status;
  int error = faults_next(FAULTS_TRUNCATE, 1, &action);
  if (error) FORMDRAFTS_FAIL(error);
  if (faults_status(descriptor, &status) == 0) faults_freed(status.st_size - size);
  int code = real(descriptor, size);
  if (code == 0) faults_did(FAULTS_DID_TRUNCATE, descriptor, 0, 0, size, 0, 0);
  faults_after(action);
  return code;
}

int ftruncate64(int descriptor, off64_t size) {
  FORMDRAFTS_REAL(int, "ftruncate64", (int, off64_t));
  return truncated(real, descriptor, size);
}

int ftruncate(int descriptor, off_t size) {
  FORMDRAFTS_REAL(int, "ftruncate64", (int, off64_t));
  return truncated(real, descriptor, size);
}

static int synced(int (*real)(int), int descriptor) {
  if (!faults_concerns(descriptor)) return real(descriptor);
  int action;
  struct stat status;
  int error = faults_next(FAULTS_SYNC, 1, &action);
  if (error) FORMDRAFTS_FAIL(error);
  int code = real(descriptor);
  if (code == 0 && faults_status(descriptor, &status) == 0) {
    if (S_ISDIR(status.st_mode))
      faults_did(FAULTS_DID_SYNC_DIR, -1, faults_path_of(descriptor), 0, 0, 0, 0);
    else
      faults_did(FAULTS_DID_SYNC, descriptor, 0, 0, 0, 0, 0);
  }
  faults_after(action);
  return code;
}

int fsync(int descriptor) {
  FORMDRAFTS_REAL(int, "fsync", (int));
  return synced(real, descriptor);
}

int fdatasync(int descriptor) {
  FORMDRAFTS_REAL(int, "fdatasync", (int));
  return synced(real, descriptor);
}

/* Not a count of SQLite's: mapping the `-shm`. */
static void *mapped(
    void *(*real)(void *, size_t, int, int, int, off64_t), void *address, size_t length,
    int protection, int flags, int descriptor, off64_t offset) {
  int action;
  if (faults_concerns(descriptor)) {
    int error = faults_next(FAULTS_MMAP, 0, &action);
    if (error) {
      errno = error;
      return MAP_FAILED;
    }
  }
  return real(address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor,
             off64_t offset) {
  FORMDRAFTS_REAL(void *, "mmap64", (void *, size_t, int, int, int, off64_t));
  return mapped(real, address, length, protection, flags, descriptor, offset);
}

#endif
