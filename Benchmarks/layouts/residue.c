#include "residue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"
#include "store.h"

enum { DRAFTS = 5, SLOTS = 200, VICTIM = 2, KEEPER = 3 };

// Lengths are log-uniform between two bounds: as many short values as long ones.
typedef struct {
  const char *name;
  double shortest, factor;
  int slots, commits;
} Mix;

static const Mix mixes[] = {
    {"60 leaves, 20 B to 20 KB", 20, 1000, 60, 500},
    {"200 leaves, 20 B to 500 B", 20, 25, 200, 1000},
};

typedef struct {
  Store store;
  Rng rng;
  Draft drafts[DRAFTS];
  Leaf leaves[DRAFTS][SLOTS];
  char present[DRAFTS][SLOTS];
  Search values, names;  // all the erased draft ever held
  const Mix *mix;
  Search kept;           // what a draft that stays holds at the end
} Churn;

typedef struct {
  int stores, with_value, with_name;
  Hits values, names;
  long worst;
} Tally;

static Value random_value(Churn *churn) {
  double share = rng_below(&churn->rng, 1 << 20) / (double)(1 << 20);
  int length = (int)(churn->mix->shortest * pow(churn->mix->factor, share));
  return make_value(&churn->rng, length, length);
}

static void name_leaf(Churn *churn, Leaf *leaf) {
  memcpy(leaf->path, "/map/", 5);
  fill_text(&churn->rng, leaf->path + 5, 24);
  leaf->path_length = 29;
}

static void touch_leaf(Churn *churn, int number) {
  int slot = rng_below(&churn->rng, churn->mix->slots);
  Draft *draft = &churn->drafts[number];
  Leaf *leaf = &churn->leaves[number][slot];
  int insert = !churn->present[number][slot];
  if (!insert && rng_below(&churn->rng, 6) == 0) {
    store_delete_leaf(&churn->store, draft, leaf);
    churn->present[number][slot] = 0;
    return;
  }
  Value value = random_value(churn);
  if (number == VICTIM) search_add(&churn->values, value.text, (size_t)value.length);
  free(leaf->value.text);
  leaf->value = value;
  if (insert) {
    name_leaf(churn, leaf);
    if (number == VICTIM) search_add(&churn->names, leaf->path, (size_t)leaf->path_length);
    store_insert_leaf(&churn->store, draft, leaf);
    churn->present[number][slot] = 1;
  } else {
    store_update_leaf(&churn->store, draft, leaf, value);
  }
}

static void churn_store(Churn *churn) {
  store_begin(&churn->store);
  for (int i = 0; i < DRAFTS; i++) {
    churn->drafts[i].id = i + 1;
    store_insert_draft(&churn->store, &churn->drafts[i]);
  }
  store_commit(&churn->store);
  for (int commit = 0; commit < churn->mix->commits; commit++) {
    int number = rng_below(&churn->rng, DRAFTS);
    store_begin(&churn->store);
    store_update_draft(&churn->store, &churn->drafts[number]);
    for (int i = 1 + rng_below(&churn->rng, 3); i > 0; i--) touch_leaf(churn, number);
    store_commit(&churn->store);
  }
  for (int slot = 0; slot < SLOTS; slot++)
    if (churn->present[KEEPER][slot]) {
      Value *value = &churn->leaves[KEEPER][slot].value;
      search_add(&churn->kept, value->text, (size_t)value->length);
    }
}

static Hits search_store(const Search *search, const char *path) {
  static const char *const tails[] = {"", "-wal", "-shm"};
  Hits hits = {0};
  char name[512];
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s%s", path, tails[i]);
    int found = search_file(search, name, &hits);
    if (i == 0 && !found) abort();
  }
  return hits;
}

static void add_hits(Hits *sum, const Hits *more) {
  sum->total += more->total;
  sum->table_leaf += more->table_leaf;
  sum->index_leaf += more->index_leaf;
  sum->interior += more->interior;
  sum->other += more->other;
}

// Proves the search: the values of a draft that stays must be found, but for the windows that
// cross from one overflow page to the next.
static void prove_search(Churn *churn, const char *path) {
  search_prepare(&churn->kept);
  Hits kept = search_store(&churn->kept, path);
  if (kept.total >= (long)churn->kept.windows * 9 / 10) return;
  fprintf(stderr, "the search does not find what is there\n");
  exit(1);
}

static void examine(Churn *churn, const char *path, Tally *tally) {
  if (tally->stores < 3) prove_search(churn, path);
  search_prepare(&churn->values);
  search_prepare(&churn->names);
  Hits values = search_store(&churn->values, path), names = search_store(&churn->names, path);
  tally->stores++;
  tally->with_value += values.total > 0;
  tally->with_name += names.total > 0;
  if (values.total > tally->worst) tally->worst = values.total;
  add_hits(&tally->values, &values);
  add_hits(&tally->names, &names);
}

static void one_store(Variant variant, const Mix *mix, int seed, int vacuum, const char *path,
                      Tally *tally) {
  static Churn churn;
  memset(&churn, 0, sizeof churn);
  churn.mix = mix;
  churn.rng = rng_seeded((uint64_t)seed + 7000);
  store_remove(path);
  store_open(&churn.store, path, variant, 0);
  store_run(&churn.store, "PRAGMA synchronous=OFF");  // what is written is the same
  churn_store(&churn);
  store_delete_draft(&churn.store, &churn.drafts[VICTIM]);
  if (vacuum) store_run(&churn.store, "VACUUM");
  store_truncate(&churn.store);
  store_close(&churn.store);
  examine(&churn, path, tally);
  store_remove(path);
  for (int i = 0; i < DRAFTS * SLOTS; i++) free(churn.leaves[i / SLOTS][i % SLOTS].value.text);
  search_free(&churn.values);
  search_free(&churn.names);
  search_free(&churn.kept);
}

static void print_hits(const Hits *hits) {
  printf(" %ld / %ld / %ld |", hits->table_leaf, hits->index_leaf, hits->interior + hits->other);
}

static void print_tally(Variant variant, const Mix *mix, int vacuum, const Tally *tally) {
  printf("| %s | %s | %s | %d of %d | %ld |", mix->name,
         vacuum ? "`VACUUM`, `TRUNCATE`" : "`TRUNCATE`", variant_names[variant],
         tally->with_value, tally->stores, tally->worst);
  print_hits(&tally->values);
  printf(" %d of %d |", tally->with_name, tally->stores);
  print_hits(&tally->names);
  printf("\n");
}

static void residue_of_mix(const Mix *mix, int stores, const char *path) {
  static const Variant variants[] = {ROWID, ROWID_BLOCKS, CLUSTERED};
  Tally tallies[3][2];
  memset(tallies, 0, sizeof tallies);
  for (int seed = 0; seed < stores; seed++)
    for (int i = 0; i < 6; i++) {
      Variant variant = variants[i / 2];
      one_store(variant, mix, seed, i % 2, path, &tallies[i / 2][i % 2]);
    }
  for (int vacuum = 0; vacuum < 2; vacuum++)
    for (int i = 0; i < 3; i++) print_tally(variants[i], mix, vacuum, &tallies[i][vacuum]);
}

void residue(int stores, const char *directory) {
  char path[400];
  snprintf(path, sizeof path, "%s/residue.db", directory);
  printf("\n### Residue after the erasure of one draft, %d random stores a line\n\n", stores);
  printf("| each draft | after the delete | layout | stores with a value | windows, worst store |"
         " value windows in table leaves / index leaves / elsewhere | stores with a path |"
         " path windows likewise |\n|---|---|---|---|---|---|---|---|\n");
  for (int i = 0; i < 2; i++) residue_of_mix(&mixes[i], stores, path);
}
