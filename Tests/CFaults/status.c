/* `stat` and its kin in a file of their own: the others here use them. */

#include "internal.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <sqlite3.h>

static int status_error(const char *path, int descriptor) {
  int action;
  if (path ? !faults_concerns_path(path) : !faults_concerns(descriptor)) return 0;
  return faults_next(FAULTS_STAT, 0, &action);
}

#define FORMDRAFTS_STATUS(name, kind)                                                  \
  int name(const char *path, struct kind *status) {                                    \
    static int (*found)(const char *, struct kind *) = 0;                              \
    int (*real)(const char *, struct kind *) = __atomic_load_n(&found, __ATOMIC_RELAXED); \
    if (!real) {                                                                       \
      real = (int (*)(const char *, struct kind *))dlsym(RTLD_NEXT, #name);            \
      __atomic_store_n(&found, real, __ATOMIC_RELAXED);                                \
    }                                                                                  \
    int error = status_error(path, -1);                                                \
    if (error) {                                                                       \
      errno = error;                                                                   \
      return -1;                                                                       \
    }                                                                                  \
    return real(path, status);                                                         \
  }

#define FORMDRAFTS_FSTATUS(name, kind)                                                 \
  int name(int descriptor, struct kind *status) {                                      \
    static int (*found)(int, struct kind *) = 0;                                       \
    int (*real)(int, struct kind *) = __atomic_load_n(&found, __ATOMIC_RELAXED);       \
    if (!real) {                                                                       \
      real = (int (*)(int, struct kind *))dlsym(RTLD_NEXT, #name);                     \
      __atomic_store_n(&found, real, __ATOMIC_RELAXED);                                \
    }                                                                                  \
    int error = status_error(0, descriptor);                                           \
    if (error) {                                                                       \
      errno = error;                                                                   \
      return -1;                                                                       \
    }                                                                                  \
    return real(descriptor, status);                                                   \
  }

FORMDRAFTS_STATUS(stat64, stat64)
FORMDRAFTS_STATUS(lstat, stat)
FORMDRAFTS_STATUS(lstat64, stat64)
FORMDRAFTS_FSTATUS(fstat, stat)
FORMDRAFTS_FSTATUS(fstat64, stat64)

/* MARK: SQLite */

/* Where the library that holds an address begins. */
static void *library_of(void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : 0;
}

int sqlite3_step(sqlite3_stmt *statement) {
  static int (*found)(sqlite3_stmt *) = 0;
  static void *library = 0;
  int (*real)(sqlite3_stmt *) = __atomic_load_n(&found, __ATOMIC_RELAXED);
  if (!real) {
    real = (int (*)(sqlite3_stmt *))dlsym(RTLD_NEXT, "sqlite3_step");
    __atomic_store_n(&library, library_of((void *)real), __ATOMIC_RELAXED);
    __atomic_store_n(&found, real, __ATOMIC_RELEASE);
  }
  void *sqlite = __atomic_load_n(&library, __ATOMIC_RELAXED);
  /* SQLite's own calls go on: it takes the error from the statement, which then knows of none. */
  if (!faults_on || library_of(__builtin_return_address(0)) == sqlite) return real(statement);
  int action;
  int error = faults_next(FAULTS_STEP, 0, &action);
  if (error) return error;
  int code = real(statement);
  faults_after(action);
  return code;
}

static sqlite3_mem_methods real_memory;

static int memory_fails(void) {
  int action;
  return faults_on && faults_next(FAULTS_MEMORY, 0, &action) != 0;
}

static void *allocate(int count) { return memory_fails() ? 0 : real_memory.xMalloc(count); }

static void *reallocate(void *memory, int count) {
  return memory_fails() ? 0 : real_memory.xRealloc(memory, count);
}

int faults_take_memory(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods methods = real_memory;
  methods.xMalloc = allocate;
  methods.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

#endif
