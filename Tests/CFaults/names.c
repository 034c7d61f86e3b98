/* The functions on names, locks and time that stand before those of the C library. */

#include "internal.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* MARK: Names */

static int removed(int (*real)(const char *), const char *path) {
  if (!faults_concerns_path(path)) return real(path);
  int action;
  struct stat status;
  int error = faults_next(FAULTS_REMOVE, 1, &action);
  if (error) FORMDRAFTS_FAIL(error);
  int is_there = faults_status_at(path, &status) == 0;
  int code = real(path);
  if (code == 0) {
    faults_did(FAULTS_DID_REMOVE, -1, path, 0, 0, 0, 0);
    if (is_there && status.st_nlink <= 1 && S_ISREG(status.st_mode)) {
      faults_freed(status.st_size);
      faults_forget_inode(status.st_ino);
    }
  }
  faults_after(action);
  return code;
}

int unlink(const char *path) {
  FORMDRAFTS_REAL(int, "unlink", (const char *));
  return removed(real, path);
}

int rmdir(const char *path) {
  FORMDRAFTS_REAL(int, "rmdir", (const char *));
  return removed(real, path);
}

int rename(const char *path, const char *target) {
  FORMDRAFTS_REAL(int, "rename", (const char *, const char *));
  if (!faults_concerns_path(path)) return real(path, target);
  int action;
  struct stat status;
  int error = faults_next(FAULTS_RENAME, 1, &action);
  if (error) FORMDRAFTS_FAIL(error);
  int is_there = faults_status_at(target, &status) == 0 && S_ISREG(status.st_mode);
  int code = real(path, target);
  if (code == 0) {
    faults_did(FAULTS_DID_RENAME, -1, path, target, 0, 0, 0);
    if (is_there && status.st_nlink <= 1) faults_forget_inode(status.st_ino);
  }
  faults_after(action);
  return code;
}

int mkdir(const char *path, mode_t mode) {
  FORMDRAFTS_REAL(int, "mkdir", (const char *, mode_t));
  if (!faults_concerns_path(path)) return real(path, mode);
  int action;
  int error = faults_next(FAULTS_MKDIR, 1, &action);
  if (error) FORMDRAFTS_FAIL(error);
  int code = real(path, mode);
  if (code == 0) faults_did(FAULTS_DID_MKDIR, -1, path, 0, 0, 0, 0);
  faults_after(action);
  return code;
}

int chmod(const char *path, mode_t mode) {
  FORMDRAFTS_REAL(int, "chmod", (const char *, mode_t));
  int action = FAULTS_FAIL;
  int error = faults_concerns_path(path) ? faults_next(FAULTS_CHMOD, 1, &action) : 0;
  if (error) FORMDRAFTS_FAIL(error);
  int code = real(path, mode);
  faults_after(action);
  return code;
}

int fchmod(int descriptor, mode_t mode) {
  FORMDRAFTS_REAL(int, "fchmod", (int, mode_t));
  int action = FAULTS_FAIL;
  int error = faults_concerns(descriptor) ? faults_next(FAULTS_CHMOD, 1, &action) : 0;
  if (error) FORMDRAFTS_FAIL(error);
  int code = real(descriptor, mode);
  faults_after(action);
  return code;
}

/* MARK: Locks */

static int locked(int (*real)(int, int, ...), int descriptor, int command, void *argument) {
  int action;
  int isLocking = command == F_SETLK || command == F_SETLKW;
  /* Not when a lock is let go: that cannot fail for another's sake, and SQLite does not look. */
  if (isLocking && ((struct flock *)argument)->l_type != F_UNLCK && faults_concerns(descriptor)) {
    int error = faults_next(FAULTS_LOCK, 0, &action);
    if (error) FORMDRAFTS_FAIL(error);
  }
  return real(descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) {
  FORMDRAFTS_REAL(int, "fcntl", (int, int, ...));
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return locked(real, descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
  FORMDRAFTS_REAL(int, "fcntl64", (int, int, ...));
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return locked(real, descriptor, command, argument);
}

int flock(int descriptor, int operation) {
  FORMDRAFTS_REAL(int, "flock", (int, int));
  int action;
  if (operation != LOCK_UN && faults_concerns(descriptor)) {
    int error = faults_next(FAULTS_FLOCK, 0, &action);
    if (error) FORMDRAFTS_FAIL(error);
  }
  return real(descriptor, operation);
}

int usleep(useconds_t time) {
  FORMDRAFTS_REAL(int, "usleep", (useconds_t));
  return faults_sleeps() ? real(time) : 0;
}

int nanosleep(const struct timespec *time, struct timespec *left) {
  FORMDRAFTS_REAL(int, "nanosleep", (const struct timespec *, struct timespec *));
  return faults_sleeps() ? real(time, left) : 0;
}

#endif
