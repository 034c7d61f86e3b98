// One store from creation to removal, with everything measured on the way. The stores of all
// variants live at the same time and take turns of a few milliseconds, so that whatever else the
// machine does falls on all of them.
#ifndef LIFE_H
#define LIFE_H

#include "store.h"

typedef struct {
  const char *name;
  int drafts, leaves;
  int longs, shortest, longest;  // the first `longs` leaves of a draft hold long values
  int edit_long;                 // which leaves the edits go to
  int empty_first;               // set the value to NULL before the new one, in one transaction
  int edits;                     // timed saves
  int edits_only;                // leave out everything but the edits
  int full;                      // synchronous=FULL; reads are left out
} Shape;

typedef enum {
  FIRST_US, FIRST_FRAMES, SIZE, EDIT_US, EDIT_MEAN_US, EDIT_FRAMES, EDIT_WAL_BYTES,
  EDIT_FILE_BYTES, SIZE_AFTER, RESTORE_US, RESTORE_ORDINAL_US, RESTORE_PAGES, LIST_US, ADD_US,
  ADD_FRAMES, METRICS
} Metric;

void lives(const Shape *shape, int round, const char *directory, double results[][METRICS]);
// Edits and restores of one variant without clocks: run under callgrind with two lengths and
// subtract.
void life_counted(const Shape *shape, Variant variant, const char *directory, int edits,
                  int restores);

#endif
