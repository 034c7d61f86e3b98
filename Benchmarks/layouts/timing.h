#ifndef TIMING_H
#define TIMING_H

typedef struct {
  double times[2048];  // µs
  int count;
} Samples;

double now_us(void);
void add_sample(Samples *samples, double begun);  // the time since `begun`
double mean(const Samples *samples);
double median(double *values, int count);  // sorts them
long written_bytes(void);  // handed to write() by this process, checkpoints included

#endif
