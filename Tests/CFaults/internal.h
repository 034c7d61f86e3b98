#ifndef FORMDRAFTS_CFAULTS_INTERNAL_H
#define FORMDRAFTS_CFAULTS_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CFaults.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <sys/types.h>

/* Found once; several threads may find it at the same time. */
#define FORMDRAFTS_REAL(type, name, parameters)                            \
  static type (*found) parameters = 0;                                     \
  type (*real) parameters = __atomic_load_n(&found, __ATOMIC_RELAXED);     \
  if (!real) {                                                             \
    real = (type (*) parameters)dlsym(RTLD_NEXT, name);                    \
    __atomic_store_n(&found, real, __ATOMIC_RELAXED);                      \
  }                                                                        \
  (void)real

#define FORMDRAFTS_FAIL(error) \
  do {                         \
    errno = (error);           \
    return -1;                 \
  } while (0)

#define FAULTS_DESCRIPTORS 1024

/* Our own looks at files, which do not count. */
static inline int faults_status(int descriptor, struct stat *status) {
  return fstatat(descriptor, "", status, AT_EMPTY_PATH);
}
static inline int faults_status_at(const char *path, struct stat *status) {
  return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

extern _Atomic int faults_on; /* somebody watches */
extern _Atomic int faults_recording;

/* Whether a path lies below the root. */
int faults_concerns_path(const char *path);
int faults_concerns(int descriptor);
void faults_opened(int descriptor, const char *path);
void faults_opened_elsewhere(void);
void faults_closed(int descriptor);
const char *faults_path_of(int descriptor);

/* The error for a call of this kind; 0: it goes on. `*action` says what else is to be done. */
int faults_next(int kind, int changes, int *action);
/* After a call went through. */
void faults_after(int action);
int faults_denied(const char *path);
/* Whether a write to a descriptor would exceed the quota. */
int faults_is_full(int descriptor, long long offset, long long count);
void faults_freed(long long bytes);
int faults_sleeps(void);

void faults_did(int type, int descriptor, const char *path, const char *target,
                long long offset, const void *bytes, long long count);
/* An inode has lost its last name: its number may come again for another file. */
void faults_forget_inode(ino_t inode);

#endif
