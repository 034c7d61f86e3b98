#include "life.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "timing.h"

enum { POOL = 512, WARM = 50, EDITS_A_TURN = 25, READS_A_TURN = 4, SPARE = 64 };

typedef struct {
  Store store;
  const Shape *shape;
  char path[400];
  Draft *drafts;
  Value shorts[POOL], longs[POOL];
  int long_pool, edited, restored;
  int64_t next_draft;
  Rng rng;
  Samples edits, restores, ordinals, lists, adds, firsts;
  long file_bytes;
} Life;

static double file_size(const char *path) {
  struct stat info;
  return stat(path, &info) ? 0 : (double)info.st_size;
}

static Value value_for(Life *life, int leaf) {
  if (leaf < life->shape->longs) return life->longs[rng_below(&life->rng, life->long_pool)];
  return life->shorts[rng_below(&life->rng, POOL)];
}

static void set_leaf(Life *life, Leaf *leaf, int index) {
  leaf->path_length = make_path(leaf->path, sizeof leaf->path, index);
  leaf->ordinal = (int64_t)(index + 1) << 10;
  leaf->value = value_for(life, index);
  leaf->base_length = 0;
  leaf->base = NULL;
  if (index % 4 == 3) {  // a quarter of the leaves differs from the record it started from
    leaf->base = life->shorts[index % POOL].text;
    leaf->base_length = life->shorts[index % POOL].length;
  }
}

static void add_sum(Draft *draft, int64_t more, int64_t less) {
  draft->rows_sum = (int64_t)((uint64_t)draft->rows_sum + (uint64_t)more - (uint64_t)less);
}

static Draft new_draft(Life *life) {
  Draft draft = {.id = ++life->next_draft, .count = life->shape->leaves};
  draft.leaves = calloc((size_t)(draft.count + SPARE), sizeof(Leaf));
  if (!draft.leaves) abort();
  for (int i = 0; i < draft.count; i++) {
    set_leaf(life, &draft.leaves[i], i);
    add_sum(&draft, draft.leaves[i].value.sum, 0);
  }
  return draft;
}

static void start(Life *life, const Shape *shape, Variant variant, const char *directory) {
  memset(life, 0, sizeof *life);
  life->shape = shape;
  life->rng = rng_seeded(2026);
  life->long_pool = shape->longest > 50000 ? 16 : POOL;
  for (int i = 0; i < POOL; i++) life->shorts[i] = make_value(&life->rng, 8, 40);
  for (int i = 0; shape->longs && i < life->long_pool; i++)
    life->longs[i] = make_value(&life->rng, shape->shortest, shape->longest);
  snprintf(life->path, sizeof life->path, "%s/life%d.db", directory, (int)variant);
  store_remove(life->path);
  store_open(&life->store, life->path, variant, shape->full);
  life->drafts = calloc((size_t)shape->drafts, sizeof(Draft));
  if (!life->drafts) abort();
  for (int i = 0; i < shape->drafts; i++) life->drafts[i] = new_draft(life);
}

static void finish(Life *life) {
  store_close(&life->store);
  store_remove(life->path);
  for (int i = 0; i < life->shape->drafts; i++) free(life->drafts[i].leaves);
  free(life->drafts);
  for (int i = 0; i < POOL; i++) {
    free(life->shorts[i].text);
    free(life->longs[i].text);
  }
}

static void first_save(Store *store, Draft *draft) {
  store_begin(store);
  store_insert_draft(store, draft);
  for (int i = 0; i < draft->count; i++) store_insert_leaf(store, draft, &draft->leaves[i]);
  store_commit(store);
}

// One draft is saved whole. Many grow side by side, leaf after leaf, as forms that are filled
// in at the same time do.
static void fill(Life *life) {
  if (life->shape->drafts == 1) {
    first_save(&life->store, &life->drafts[0]);
  } else {
    for (int leaf = -1; leaf < life->shape->leaves; leaf++) {
      store_begin(&life->store);
      for (int i = 0; i < life->shape->drafts; i++) {
        Draft *draft = &life->drafts[i];
        if (leaf < 0) store_insert_draft(&life->store, draft);
        else store_insert_leaf(&life->store, draft, &draft->leaves[leaf]);
      }
      store_commit(&life->store);
    }
  }
  store_truncate(&life->store);
}

static void save_leaf(Life *life, Draft *draft, Leaf *leaf, Value value) {
  Store *store = &life->store;
  add_sum(draft, value.sum, leaf->value.sum);
  store_begin(store);
  store_update_draft(store, draft);
  if (life->shape->empty_first) store_empty_leaf(store, draft, leaf);
  store_update_leaf(store, draft, leaf, value);
  store_commit(store);
}

// Picks draft, leaf and new value outside the clock, saves inside it.
static void edit(Life *life, Samples *samples) {
  const Shape *shape = life->shape;
  Draft *draft = &life->drafts[life->edited++ % shape->drafts];
  int index = shape->edit_long ? rng_below(&life->rng, shape->longs)
                               : shape->longs + rng_below(&life->rng, shape->leaves - shape->longs);
  Value value = value_for(life, index);
  double begun = samples ? now_us() : 0;
  save_leaf(life, draft, &draft->leaves[index], value);
  if (samples) add_sample(samples, begun);
}

static void warm_up(Life *life) {
  for (int i = 0; i < WARM; i++) edit(life, NULL);
  store_truncate(&life->store);
  life->store.frames = 0;
}

static void turn_of_edits(Life *life) {
  long before = written_bytes();
  for (int i = 0; i < EDITS_A_TURN; i++) edit(life, &life->edits);
  life->file_bytes += written_bytes() - before;
}

static void restore(Life *life, Statement order, Samples *samples) {
  Draft *draft = &life->drafts[life->restored++ % life->shape->drafts];
  for (int i = -1; i < READS_A_TURN; i++) {  // the first one only warms the processor's caches
    double begun = now_us();
    int count = store_restore(&life->store, draft, order);
    if (i >= 0) add_sample(samples, begun);
    if (count != draft->count) abort();
  }
}

static void turn_of_reads(Life *life) {
  restore(life, READ_KEY, &life->restores);
  restore(life, READ_ORDINAL, &life->ordinals);
  for (int i = -1; i < READS_A_TURN; i++) {
    double begun = now_us();
    int count = store_list(&life->store);
    if (i >= 0) add_sample(&life->lists, begun);
    if (count != life->shape->drafts) abort();
  }
}

// The first answer to a question: a save that adds one leaf.
static void turn_of_adds(Life *life) {
  Draft *draft = &life->drafts[0];
  Leaf *leaf = &draft->leaves[draft->count];
  set_leaf(life, leaf, draft->count++);
  add_sum(draft, leaf->value.sum, 0);
  double begun = now_us();
  store_begin(&life->store);
  store_update_draft(&life->store, draft);
  store_insert_leaf(&life->store, draft, leaf);
  store_commit(&life->store);
  add_sample(&life->adds, begun);
}

// A further draft of the same form, saved whole.
static void turn_of_first_saves(Life *life) {
  Draft draft = new_draft(life);
  double begun = now_us();
  first_save(&life->store, &draft);
  add_sample(&life->firsts, begun);
  free(draft.leaves);
}

static Life all[VARIANTS];

static void take_turns(int turns, int round, void (*turn)(Life *)) {
  for (int i = 0; i < turns; i++)
    for (int k = 0; k < VARIANTS; k++) turn(&all[(i + k + round) % VARIANTS]);
}

static int bounded(int value, int least, int most) {
  return value < least ? least : value > most ? most : value;
}

static void note_edits(Life *life, double *results) {
  int count = life->edits.count;
  results[EDIT_FRAMES] = (double)life->store.frames / count;
  results[EDIT_WAL_BYTES] = results[EDIT_FRAMES] * FRAME;
  results[EDIT_FILE_BYTES] = (double)life->file_bytes / count;
  results[EDIT_MEAN_US] = mean(&life->edits);
  results[EDIT_US] = median(life->edits.times, count);
  store_truncate(&life->store);
  results[SIZE_AFTER] = file_size(life->path);
  life->store.frames = 0;
}

static void note_adds(Life *life, double *results) {
  results[ADD_FRAMES] = (double)life->store.frames / life->adds.count;
  results[ADD_US] = median(life->adds.times, life->adds.count);
  // No checkpoint during the first saves: else a layout whose frames pass the limit just once
  // would pay it alone. One save before, because the first commit after a reset syncs the WAL.
  store_truncate(&life->store);
  life->store.checkpoint_at = 1 << 30;
  turn_of_first_saves(life);
  life->firsts.count = 0;
  life->store.frames = 0;
}

static void note_first_saves(Life *life, double *results) {
  results[FIRST_FRAMES] = (double)life->store.frames / life->firsts.count;
  results[FIRST_US] = median(life->firsts.times, life->firsts.count);
}

static void note_reads(Life *life, double *results) {
  results[RESTORE_US] = median(life->restores.times, life->restores.count);
  results[RESTORE_ORDINAL_US] = median(life->ordinals.times, life->ordinals.count);
  results[LIST_US] = median(life->lists.times, life->lists.count);
  Draft *draft = &life->drafts[life->shape->drafts / 2];
  results[RESTORE_PAGES] = store_restore_pages(&life->store, draft, READ_KEY);
}

static void beyond_edits(const Shape *shape, int round, double results[][METRICS]) {
  if (!shape->full) {
    take_turns(bounded(5000 / shape->leaves, 4, 100), round, turn_of_reads);
    for (int i = 0; i < VARIANTS; i++) note_reads(&all[i], results[i]);
  }
  int most = shape->full ? 11 : 40;  // each waits for the disk there
  take_turns(bounded(10 + shape->leaves / 10, 11, most), round, turn_of_adds);
  for (int i = 0; i < VARIANTS; i++) note_adds(&all[i], results[i]);
  take_turns(bounded(2000 / shape->leaves, 3, most), round, turn_of_first_saves);
  for (int i = 0; i < VARIANTS; i++) note_first_saves(&all[i], results[i]);
}

void lives(const Shape *shape, int round, const char *directory, double results[][METRICS]) {
  for (int i = 0; i < VARIANTS; i++) {
    start(&all[i], shape, (Variant)i, directory);
    fill(&all[i]);
    results[i][SIZE] = file_size(all[i].path);
    warm_up(&all[i]);
  }
  take_turns(shape->edits / EDITS_A_TURN, round, turn_of_edits);
  for (int i = 0; i < VARIANTS; i++) note_edits(&all[i], results[i]);
  if (!shape->edits_only) beyond_edits(shape, round, results);
  for (int i = 0; i < VARIANTS; i++) finish(&all[i]);
}

void life_counted(const Shape *shape, Variant variant, const char *directory, int edits,
                  int restores) {
  Life *life = &all[variant];
  start(life, shape, variant, directory);
  fill(life);
  warm_up(life);
  for (int i = 0; i < edits; i++) edit(life, NULL);
  for (int i = 0; i < restores; i++) store_restore(&life->store, &life->drafts[0], READ_KEY);
  finish(life);
}
