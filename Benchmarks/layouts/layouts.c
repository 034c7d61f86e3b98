// Two layouts of the table of answers, measured side by side. See run.sh.
//
//   layouts measure ROUNDS DIRECTORY            times, frames, bytes, sizes
//   layouts residue STORES DIRECTORY            what an erased draft leaves behind
//   layouts count VARIANT LEAVES EDITS RESTORES DIRECTORY   the same work without a report,
//                                               for callgrind
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "life.h"
#include "residue.h"
#include "timing.h"

enum { MAX_ROUNDS = 99, SHAPES = 15 };

#define ONE .drafts = 1
#define BIG ONE, .leaves = 51, .longs = 1, .shortest = 99500, .longest = 100500
#define LONG ONE, .leaves = 50, .longs = 10, .shortest = 1800, .longest = 2200, .edit_long = 1

static const Shape shapes[SHAPES] = {
    {.name = "10 leaves", ONE, .leaves = 10, .edits = 600},
    {.name = "50 leaves", ONE, .leaves = 50, .edits = 600},
    {.name = "500 leaves", ONE, .leaves = 500, .edits = 600},
    {.name = "5 000 leaves", ONE, .leaves = 5000, .edits = 600},
    {.name = "50 + 100 KB, another edited", BIG, .edits = 600},
    {.name = "50 + 100 KB, itself edited", BIG, .edit_long = 1, .edits = 150, .edits_only = 1},
    {.name = "50 + 100 KB, emptied first", BIG, .edit_long = 1, .empty_first = 1, .edits = 150,
     .edits_only = 1},
    {.name = "50, ten of 2 KB, one of these edited", LONG, .edits = 600},
    {.name = "50, ten of 2 KB, emptied first", LONG, .empty_first = 1, .edits = 600,
     .edits_only = 1},
    {.name = "100 drafts of 50, filled side by side", .drafts = 100, .leaves = 50, .edits = 600},
    {.name = "10 leaves, FULL", ONE, .leaves = 10, .edits = 100, .full = 1},
    {.name = "50 leaves, FULL", ONE, .leaves = 50, .edits = 100, .full = 1},
    {.name = "500 leaves, FULL", ONE, .leaves = 500, .edits = 100, .full = 1},
    {.name = "5 000 leaves, FULL", ONE, .leaves = 5000, .edits = 100, .full = 1},
    {.name = "50 + 100 KB, itself edited, FULL", BIG, .edit_long = 1, .edits = 50, .full = 1,
     .edits_only = 1},
};

static double results[SHAPES][VARIANTS][METRICS][MAX_ROUNDS];

typedef enum { EVERY, BEYOND_EDITS, READS, LISTS } Scope;

typedef struct {
  Metric metric;
  const char *title, *format;
  double unit;
  Scope scope;
} Table;

static const Table tables[] = {
    {EDIT_US, "Save of one changed leaf, p50, µs", "%.1f", 1, EVERY},
    {EDIT_MEAN_US, "Save of one changed leaf, mean with checkpoints, µs", "%.1f", 1, EVERY},
    {EDIT_FRAMES, "Save of one changed leaf, WAL frames", "%.2f", 1, EVERY},
    {EDIT_WAL_BYTES, "Save of one changed leaf, bytes into the WAL", "%.0f", 1, EVERY},
    {EDIT_FILE_BYTES, "Save of one changed leaf, bytes into all files", "%.0f", 1, EVERY},
    {ADD_US, "Save that adds one leaf, p50, µs", "%.1f", 1, BEYOND_EDITS},
    {ADD_FRAMES, "Save that adds one leaf, WAL frames", "%.2f", 1, BEYOND_EDITS},
    {FIRST_US, "First save of the whole draft, µs", "%.0f", 1, BEYOND_EDITS},
    {FIRST_FRAMES, "First save of the whole draft, WAL frames", "%.1f", 1, BEYOND_EDITS},
    {RESTORE_US, "Restore, ordered by key (A blocks: by id), µs", "%.1f", 1, READS},
    {RESTORE_ORDINAL_US, "Restore, ordered by ordinal, µs", "%.1f", 1, READS},
    {RESTORE_PAGES, "Restore with an empty cache, pages read", "%.0f", 1, READS},
    {SIZE, "Database after the first save, KiB", "%.0f", 1024, READS},
    {SIZE_AFTER, "Database after the edits, KiB", "%.0f", 1024, EVERY},
    {LIST_US, "List of 100 drafts, µs", "%.1f", 1, LISTS},
};

static int in_scope(const Shape *shape, Scope scope) {
  switch (scope) {
    case EVERY: return 1;
    case BEYOND_EDITS: return !shape->edits_only;
    case READS: return !shape->edits_only && !shape->full;
    default: return shape->drafts == 100;
  }
}

static double middle(int shape, Variant variant, Metric metric, int rounds) {
  double sorted[MAX_ROUNDS];
  memcpy(sorted, results[shape][variant][metric], (size_t)rounds * sizeof(double));
  return median(sorted, rounds);
}

// Ratio inside each round, then the median and the extremes of these.
static void print_ratio(int shape, Variant variant, Metric metric, int rounds) {
  double ratios[MAX_ROUNDS];
  for (int i = 0; i < rounds; i++)
    ratios[i] = results[shape][variant][metric][i] / results[shape][ROWID][metric][i];
  double half = median(ratios, rounds);
  if (ratios[rounds - 1] - ratios[0] < 0.005) printf(" %.2f |", half);
  else printf(" %.2f (%.2f-%.2f) |", half, ratios[0], ratios[rounds - 1]);
}

static void print_table(const Table *table, int rounds) {
  printf("\n### %s\n\n| |", table->title);
  for (int variant = 0; variant < VARIANTS; variant++) printf(" %s |", variant_names[variant]);
  printf(" A blocks ÷ A | B ÷ A |\n|---|---|---|---|---|---|---|\n");
  for (int shape = 0; shape < SHAPES; shape++) {
    if (!in_scope(&shapes[shape], table->scope)) continue;
    printf("| %s |", shapes[shape].name);
    for (int variant = 0; variant < VARIANTS; variant++) {
      printf(" ");
      printf(table->format, middle(shape, variant, table->metric, rounds) / table->unit);
      printf(" |");
    }
    print_ratio(shape, ROWID_BLOCKS, table->metric, rounds);
    print_ratio(shape, CLUSTERED, table->metric, rounds);
    printf("\n");
  }
}

// Every round makes new stores; the variants take turns within it (life.h).
static void measure(int rounds, const char *directory) {
  for (int round = 0; round < rounds; round++)
    for (int shape = 0; shape < SHAPES; shape++) {
      double values[VARIANTS][METRICS] = {{0}};
      lives(&shapes[shape], round, directory, values);
      for (int variant = 0; variant < VARIANTS; variant++)
        for (int i = 0; i < METRICS; i++) results[shape][variant][i][round] = values[variant][i];
    }
  printf("SQLite %s, median of %d rounds\n", sqlite3_libversion(), rounds);
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) print_table(&tables[i], rounds);
}

static int usage(void) {
  fprintf(stderr, "usage: layouts measure ROUNDS DIR | residue STORES DIR |"
                  " count VARIANT LEAVES EDITS RESTORES DIR\n");
  return 64;
}

int main(int count, char **words) {
  if (count == 4 && !strcmp(words[1], "measure")) {
    int rounds = atoi(words[2]);
    if (rounds < 1 || rounds > MAX_ROUNDS) return usage();
    measure(rounds, words[3]);
    return 0;
  }
  if (count == 4 && !strcmp(words[1], "residue")) {
    residue(atoi(words[2]), words[3]);
    return 0;
  }
  if (count == 7 && !strcmp(words[1], "count")) {
    Shape shape = {.name = "counted", .drafts = 1, .leaves = atoi(words[3])};
    life_counted(&shape, (Variant)(atoi(words[2]) % VARIANTS), words[6], atoi(words[4]),
                 atoi(words[5]));
    return 0;
  }
  return usage();
}
