#include "internal.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

_Atomic int faults_recording = 0;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct faults_event *events = 0;
static long count = 0, capacity = 0;
/* Files by number; an inode's number stands for another file once its last name is gone. */
static ino_t *inodes = 0;
static int file_count = 0, file_capacity = 0;

void faults_record(int on) { faults_recording = on; }

static int number_of(int descriptor) {
  struct stat status;
  if (faults_status(descriptor, &status) != 0) return -1;
  for (int index = file_count - 1; index >= 0; index--)
    if (inodes[index] == status.st_ino) return index;
  if (file_count == file_capacity) {
    file_capacity = file_capacity ? file_capacity * 2 : 64;
    inodes = realloc(inodes, sizeof *inodes * (size_t)file_capacity);
  }
  inodes[file_count] = status.st_ino;
  return file_count++;
}

void faults_forget_inode(ino_t inode) {
  pthread_mutex_lock(&mutex);
  for (int index = 0; index < file_count; index++)
    if (inodes[index] == inode) inodes[index] = 0;
  pthread_mutex_unlock(&mutex);
}

void faults_did(int type, int descriptor, const char *path, const char *target,
                long long offset, const void *bytes, long long length) {
  if (!faults_recording) return;
  pthread_mutex_lock(&mutex);
  struct faults_event event = {.type = type, .file = -1, .offset = offset};
  if (descriptor >= 0) event.file = number_of(descriptor);
  if (bytes) {
    unsigned char *copy = malloc((size_t)length + 1);
    memcpy(copy, bytes, (size_t)length);
    event.bytes = copy;
    event.count = length;
  }
  event.path = path ? strdup(path) : 0;
  event.target = target ? strdup(target) : 0;
  if (count == capacity) {
    capacity = capacity ? capacity * 2 : 1024;
    events = realloc(events, sizeof *events * (size_t)capacity);
  }
  events[count++] = event;
  pthread_mutex_unlock(&mutex);
}

void faults_mark(long long number) { faults_did(FAULTS_DID_MARK, -1, 0, 0, number, 0, 0); }
long faults_event_count(void) { return count; }
struct faults_event faults_event_at(long index) { return events[index]; }

#endif
