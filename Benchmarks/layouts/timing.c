#define _POSIX_C_SOURCE 200809L
#include "timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

void add_sample(Samples *samples, double begun) {
  double time = now_us() - begun;
  if (samples->count == (int)(sizeof samples->times / sizeof *samples->times)) abort();
  samples->times[samples->count++] = time;
}

double mean(const Samples *samples) {
  double total = 0;
  for (int i = 0; i < samples->count; i++) total += samples->times[i];
  return total / samples->count;
}

static int ascending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

// proc(5): wchar in /proc/pid/io counts the bytes of write() and pwrite().
long written_bytes(void) {
  long bytes = 0;
  char line[128];
  FILE *file = fopen("/proc/self/io", "r");
  if (!file) return 0;
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "wchar: %ld", &bytes) == 1) break;
  fclose(file);
  return bytes;
}
