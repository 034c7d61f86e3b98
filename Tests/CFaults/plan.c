#include "internal.h"

#if defined(__linux__)

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Atomic int faults_on = 0;

/* Somebody has watched at some time. */
static _Atomic int faults_used = 0;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *root = 0;
static size_t root_length = 0;
static char *paths[FAULTS_DESCRIPTORS];
static _Atomic long strangers = 0;

static int armed_kind = -1, armed_error = 0, armed_sticky = 0, armed_action = 0;
static long armed_nth = 0, hits = 0;
static long counts[FAULTS_CHANGE + 1];
static _Atomic long long quota = -1;
static long long used = 0;
static char *denied_suffix = 0;
static int denied_error = 0;
static _Atomic int no_sleep = 0;

int faults_available(void) { return 1; }

void faults_watch(const char *path) {
  pthread_mutex_lock(&mutex);
  free(root);
  root = path ? strdup(path) : 0;
  root_length = path ? strlen(path) : 0;
  strangers = 0;
  faults_on = path != 0;
  if (path) faults_used = 1;
  pthread_mutex_unlock(&mutex);
}

static int is_below_root(const char *path) {
  return root && path && strncmp(path, root, root_length) == 0 &&
         (path[root_length] == '/' || path[root_length] == 0);
}

int faults_concerns_path(const char *path) {
  if (!faults_on) return 0;
  pthread_mutex_lock(&mutex);
  int is_ours = is_below_root(path);
  pthread_mutex_unlock(&mutex);
  return is_ours;
}

void faults_opened(int descriptor, const char *path) {
  if (descriptor < 0 || descriptor >= FAULTS_DESCRIPTORS) return;
  pthread_mutex_lock(&mutex);
  free(paths[descriptor]);
  paths[descriptor] = strdup(path);
  pthread_mutex_unlock(&mutex);
}

void faults_opened_elsewhere(void) { strangers++; }
long faults_strangers(void) { return strangers; }

void faults_closed(int descriptor) {
  if (!faults_used || descriptor < 0 || descriptor >= FAULTS_DESCRIPTORS) return;
  pthread_mutex_lock(&mutex);
  free(paths[descriptor]);
  paths[descriptor] = 0;
  pthread_mutex_unlock(&mutex);
}

int faults_concerns(int descriptor) {
  if (!faults_on || descriptor < 0 || descriptor >= FAULTS_DESCRIPTORS) return 0;
  pthread_mutex_lock(&mutex);
  int is_ours = is_below_root(paths[descriptor]);
  pthread_mutex_unlock(&mutex);
  return is_ours;
}

const char *faults_path_of(int descriptor) {
  return descriptor >= 0 && descriptor < FAULTS_DESCRIPTORS ? paths[descriptor] : 0;
}

void faults_arm(int kind, long nth, int error, int sticky, int action) {
  pthread_mutex_lock(&mutex);
  memset(counts, 0, sizeof counts);
  hits = 0;
  armed_kind = kind;
  armed_nth = nth;
  armed_error = error;
  armed_sticky = sticky;
  armed_action = action;
  pthread_mutex_unlock(&mutex);
}

void faults_disarm(void) {
  pthread_mutex_lock(&mutex);
  armed_kind = -1;
  pthread_mutex_unlock(&mutex);
}

long faults_count(int kind) {
  pthread_mutex_lock(&mutex);
  long count = counts[kind];
  pthread_mutex_unlock(&mutex);
  return count;
}

long faults_hits(void) {
  pthread_mutex_lock(&mutex);
  long count = hits;
  pthread_mutex_unlock(&mutex);
  return count;
}

int faults_next(int kind, int changes, int *action) {
  pthread_mutex_lock(&mutex);
  counts[kind]++;
  if (changes) counts[FAULTS_CHANGE]++;
  int is_meant = armed_kind == kind || (armed_kind == FAULTS_CHANGE && changes);
  int is_hit = is_meant && (counts[armed_kind] == armed_nth ||
                            (armed_sticky && counts[armed_kind] > armed_nth));
  if (is_hit) hits++;
  int error = armed_error;
  *action = is_hit ? armed_action : FAULTS_FAIL;
  pthread_mutex_unlock(&mutex);
  if (!is_hit) return 0;
  if (*action == FAULTS_KILL_BEFORE) kill(getpid(), SIGKILL);
  return *action == FAULTS_FAIL ? error : 0;
}

void faults_after(int action) {
  if (action == FAULTS_KILL_AFTER) kill(getpid(), SIGKILL);
}

void faults_deny(const char *suffix, int error) {
  pthread_mutex_lock(&mutex);
  free(denied_suffix);
  denied_suffix = suffix ? strdup(suffix) : 0;
  denied_error = error;
  pthread_mutex_unlock(&mutex);
}

int faults_denied(const char *path) {
  pthread_mutex_lock(&mutex);
  size_t length = strlen(path), end = denied_suffix ? strlen(denied_suffix) : 0;
  int is_denied = end > 0 && length >= end && strcmp(path + length - end, denied_suffix) == 0;
  int error = is_denied ? denied_error : 0;
  pthread_mutex_unlock(&mutex);
  return error;
}

void faults_set_quota(long long bytes) {
  pthread_mutex_lock(&mutex);
  quota = bytes;
  used = 0;
  pthread_mutex_unlock(&mutex);
}

int faults_is_full(int descriptor, long long offset, long long count) {
  struct stat status;
  if (quota < 0 || faults_status(descriptor, &status) != 0) return 0;
  long long growth = offset + count - status.st_size;
  if (growth <= 0) return 0;
  pthread_mutex_lock(&mutex);
  int is_full = used + growth > quota;
  if (!is_full) used += growth;
  pthread_mutex_unlock(&mutex);
  return is_full;
}

void faults_freed(long long bytes) {
  if (quota < 0 || bytes <= 0) return;
  pthread_mutex_lock(&mutex);
  used -= bytes;
  pthread_mutex_unlock(&mutex);
}

void faults_skip_sleep(int on) { no_sleep = on; }
int faults_sleeps(void) { return !no_sleep; }

#else

int faults_available(void) { return 0; }
void faults_watch(const char *root) { (void)root; }
void faults_arm(int kind, long nth, int error, int sticky, int action) {
  (void)kind, (void)nth, (void)error, (void)sticky, (void)action;
}
void faults_disarm(void) {}
long faults_count(int kind) { return kind - kind; }
long faults_hits(void) { return 0; }
void faults_set_quota(long long bytes) { (void)bytes; }
void faults_deny(const char *suffix, int error) { (void)suffix, (void)error; }
long faults_strangers(void) { return 0; }
void faults_skip_sleep(int on) { (void)on; }
int faults_take_memory(void) { return 1; }
void faults_record(int on) { (void)on; }
void faults_mark(long long number) { (void)number; }
long faults_event_count(void) { return 0; }
struct faults_event faults_event_at(long index) {
  struct faults_event event = {0};
  event.offset = index;
  return event;
}

#endif
