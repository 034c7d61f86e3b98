// A draft store in C on prepared statements: two table layouts, four ways to use them.
#ifndef STORE_H
#define STORE_H

#include <sqlite3.h>

#include "generator.h"

typedef enum {
  ROWID,         // A: rowid table + unique index, updates by row id
  ROWID_BY_KEY,  // A: the same file, updates find the row through the unique index
  ROWID_BLOCKS,  // A: the same tables, row ids dealt out in one block per draft
  CLUSTERED,     // B: WITHOUT ROWID, PRIMARY KEY (draft, path, kind)
  VARIANTS
} Variant;

extern const char *const variant_names[VARIANTS];

typedef struct {
  int64_t id;  // row id (A only)
  char path[64];
  int path_length;
  int64_t ordinal;
  Value value;  // borrowed
  const char *base;
  int base_length;
} Leaf;

typedef struct {
  int64_t id, revision, seq, next_row;
  int64_t rows_sum;  // wrapping sum of the rows' checksums
  Leaf *leaves;
  int count;
} Draft;

typedef enum {
  BEGIN, BEGIN_READ, COMMIT, INSERT_DRAFT, UPDATE_DRAFT, DELETE_DRAFT, READ_DRAFT,
  LIST_DRAFTS, INSERT_LEAF, UPDATE_LEAF, EMPTY_LEAF, DELETE_LEAF, DELETE_LEAVES, READ_KEY,
  READ_ORDINAL, STATEMENTS
} Statement;

typedef struct {
  sqlite3 *db;
  Variant variant;
  sqlite3_stmt *statements[STATEMENTS];
  int64_t next_row;
  long frames;      // WAL frames written since it was last set to 0
  int frames_seen;  // frames in the WAL at the last commit, 0 after a complete checkpoint
  int checkpoint_at;
} Store;

enum { AUTOCHECKPOINT = 250, PAGE = 4096, FRAME = PAGE + 24 };

void store_open(Store *store, const char *path, Variant variant, int full);
void store_close(Store *store);
void store_run(Store *store, const char *sql);
void store_truncate(Store *store);  // wal_checkpoint(TRUNCATE), must answer (0,0,0)
void store_remove(const char *path);

void store_begin(Store *store);
void store_commit(Store *store);
void store_insert_draft(Store *store, Draft *draft);
void store_insert_leaf(Store *store, Draft *draft, Leaf *leaf);
void store_update_draft(Store *store, Draft *draft);
void store_update_leaf(Store *store, Draft *draft, Leaf *leaf, Value value);
void store_empty_leaf(Store *store, Draft *draft, Leaf *leaf);
void store_delete_leaf(Store *store, Draft *draft, Leaf *leaf);
void store_delete_draft(Store *store, Draft *draft);
// Reads everything of a draft in one read transaction and checks it; returns the leaf count.
int store_restore(Store *store, const Draft *draft, Statement order);
// Pages that a restore reads from the file when the cache is empty.
int store_restore_pages(Store *store, const Draft *draft, Statement order);
int store_list(Store *store);

#endif
