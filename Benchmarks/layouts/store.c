#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "statements.h"

const char *const variant_names[VARIANTS] = {"A", "A by key", "A blocks", "B"};

enum { ARENA = 4 << 20 };

static void check(Store *store, int code, const char *what) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(store->db));
  exit(1);
}

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "expected: %s\n", what);
  exit(1);
}

void store_run(Store *store, const char *sql) {
  check(store, sqlite3_exec(store->db, sql, NULL, NULL, NULL), sql);
}

// What wal_autocheckpoint installs (SQLite: "Automatic Checkpoint"), and a count of frames.
static int after_commit(void *context, sqlite3 *db, const char *name, int frames) {
  Store *store = context;
  store->frames += frames - store->frames_seen;
  store->frames_seen = frames;
  if (frames < store->checkpoint_at) return SQLITE_OK;
  int logged = 0, copied = 0;
  sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, &logged, &copied);
  if (logged == copied) store->frames_seen = 0;  // the next commit starts the WAL again
  return SQLITE_OK;
}

void store_open(Store *store, const char *path, Variant variant, int full) {
  memset(store, 0, sizeof *store);
  store->variant = variant;
  store->checkpoint_at = AUTOCHECKPOINT;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  check(store, sqlite3_open_v2(path, &store->db, flags, NULL), "open");
  store_run(store, "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=0; PRAGMA page_size=4096;"
                   "PRAGMA auto_vacuum=NONE; PRAGMA journal_mode=WAL; PRAGMA secure_delete=ON;");
  store_run(store, full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
  sqlite3_wal_hook(store->db, after_commit, store);
  store_run(store, schema_draft());
  store_run(store, schema_field(variant));
  for (int i = 0; i < STATEMENTS; i++) {
    const char *sql = statement_sql(variant, i);
    check(store, sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                    &store->statements[i], NULL), sql);
  }
  store_truncate(store);
}

void store_close(Store *store) {
  for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(store->statements[i]);
  check(store, sqlite3_close(store->db), "close");
}

void store_truncate(Store *store) {
  int logged = -1, copied = -1;
  check(store, sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, &logged,
                                         &copied), "checkpoint");
  expect(logged == 0 && copied == 0, "an empty WAL after TRUNCATE");
  store->frames_seen = 0;
}

void store_remove(const char *path) {
  static const char *const tails[] = {"", "-wal", "-shm"};
  char name[512];
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s%s", path, tails[i]);
    unlink(name);
  }
}

static void run(Store *store, Statement which) {
  sqlite3_stmt *statement = store->statements[which];
  check(store, sqlite3_step(statement), sqlite3_sql(statement));
  check(store, sqlite3_reset(statement), sqlite3_sql(statement));
}

static void run_one(Store *store, Statement which) {
  run(store, which);
  expect(sqlite3_changes(store->db) == 1, "one changed row");
}

void store_begin(Store *store) { run(store, BEGIN); }
void store_commit(Store *store) { run(store, COMMIT); }

static void bind_draft(Store *store, Statement which, const Draft *draft) {
  sqlite3_stmt *statement = store->statements[which];
  sqlite3_bind_int64(statement, 1, draft->id);
  sqlite3_bind_int64(statement, 3, draft->revision);
  sqlite3_bind_int64(statement, 4, 1780000000000 + draft->seq * 731);
  sqlite3_bind_int64(statement, 5, draft->rows_sum);
  sqlite3_bind_int64(statement, 6, draft->seq);
  sqlite3_bind_int64(statement, 7, draft->rows_sum ^ (draft->seq * 7919));
}

void store_insert_draft(Store *store, Draft *draft) {
  char uuid[40];
  int length = snprintf(uuid, sizeof uuid, "%08x-5c1e-4d0a-9f3b-%012llx",
                        (unsigned)(draft->id * 2654435761u), (unsigned long long)draft->id);
  draft->revision = draft->seq = 1;
  bind_draft(store, INSERT_DRAFT, draft);
  sqlite3_bind_text(store->statements[INSERT_DRAFT], 2, uuid, length, SQLITE_STATIC);
  run_one(store, INSERT_DRAFT);
}

void store_update_draft(Store *store, Draft *draft) {
  draft->revision++;
  draft->seq++;
  bind_draft(store, UPDATE_DRAFT, draft);
  run_one(store, UPDATE_DRAFT);
}

static void bind_key(Store *store, Statement which, const Draft *draft, const Leaf *leaf) {
  sqlite3_stmt *statement = store->statements[which];
  int has_id = store->variant != CLUSTERED, by_id = has_id && store->variant != ROWID_BY_KEY;
  if (which == INSERT_LEAF || !by_id) {
    sqlite3_bind_int64(statement, 1, draft->id);
    sqlite3_bind_text(statement, 2, leaf->path, leaf->path_length, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, 0);
  }
  if (by_id || (which == INSERT_LEAF && has_id)) sqlite3_bind_int64(statement, 4, leaf->id);
}

static void bind_leaf(Store *store, Statement which, const Draft *draft, const Leaf *leaf) {
  sqlite3_stmt *statement = store->statements[which];
  bind_key(store, which, draft, leaf);
  sqlite3_bind_int(statement, 8, leaf->value.sum & 3);
  sqlite3_bind_blob(statement, 10, leaf->value.text, leaf->value.length, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 11, leaf->base, leaf->base_length, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 12, draft->revision);
  sqlite3_bind_int64(statement, 13, leaf->value.sum);
}

static int64_t new_row(Store *store, Draft *draft) {
  if (store->variant != ROWID_BLOCKS) return ++store->next_row;
  return draft->id << 32 | ++draft->next_row;
}

void store_insert_leaf(Store *store, Draft *draft, Leaf *leaf) {
  leaf->id = new_row(store, draft);
  bind_leaf(store, INSERT_LEAF, draft, leaf);
  sqlite3_bind_int(store->statements[INSERT_LEAF], 7, 0);
  sqlite3_bind_int64(store->statements[INSERT_LEAF], 9, leaf->ordinal);
  run_one(store, INSERT_LEAF);
}

void store_update_leaf(Store *store, Draft *draft, Leaf *leaf, Value value) {
  leaf->value = value;
  bind_leaf(store, UPDATE_LEAF, draft, leaf);
  run_one(store, UPDATE_LEAF);
}

void store_empty_leaf(Store *store, Draft *draft, Leaf *leaf) {
  bind_key(store, EMPTY_LEAF, draft, leaf);
  run_one(store, EMPTY_LEAF);
}

void store_delete_leaf(Store *store, Draft *draft, Leaf *leaf) {
  bind_key(store, DELETE_LEAF, draft, leaf);
  run_one(store, DELETE_LEAF);
}

void store_delete_draft(Store *store, Draft *draft) {
  store_begin(store);
  sqlite3_bind_int64(store->statements[DELETE_LEAVES], 1, draft->id);
  run(store, DELETE_LEAVES);
  sqlite3_bind_int64(store->statements[DELETE_DRAFT], 1, draft->id);
  run_one(store, DELETE_DRAFT);
  store_commit(store);
}

static volatile uint64_t sink;

// Copies a text or blob by its length, as a binding in another language has to.
static size_t take(sqlite3_stmt *statement, int column, char *arena, size_t used) {
  if (sqlite3_column_type(statement, column) == SQLITE_INTEGER) {
    sink += (uint64_t)sqlite3_column_int64(statement, column);
    return used;
  }
  const void *bytes = sqlite3_column_blob(statement, column);
  size_t length = (size_t)sqlite3_column_bytes(statement, column);
  expect(used + length <= ARENA, "room in the arena");
  if (length) memcpy(arena + used, bytes, length);
  return used + length;
}

int store_restore(Store *store, const Draft *draft, Statement order) {
  static char arena[ARENA];
  sqlite3_stmt *head = store->statements[READ_DRAFT], *rows = store->statements[order];
  run(store, BEGIN_READ);
  sqlite3_bind_int64(head, 1, draft->id);
  expect(sqlite3_step(head) == SQLITE_ROW, "the draft");
  size_t used = 0;
  for (int column = 0; column < 22; column++) used = take(head, column, arena, used);
  uint64_t sum = 0;
  int count = 0, code;
  sqlite3_bind_int64(rows, 1, draft->id);
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    for (int column = 0; column < 9; column++) used = take(rows, column, arena, used);
    sum += (uint64_t)sqlite3_column_int64(rows, 9);
    count++;
  }
  check(store, code, "restore");
  expect((int64_t)sum == draft->rows_sum, "the sum of the rows in the draft");
  sqlite3_reset(head);
  sqlite3_reset(rows);
  store_commit(store);
  return count;
}

int store_restore_pages(Store *store, const Draft *draft, Statement order) {
  int misses = 0, highest = 0;
  check(store, sqlite3_db_release_memory(store->db), "release the page cache");
  sqlite3_db_status(store->db, SQLITE_DBSTATUS_CACHE_MISS, &misses, &highest, 1);
  store_restore(store, draft, order);
  sqlite3_db_status(store->db, SQLITE_DBSTATUS_CACHE_MISS, &misses, &highest, 1);
  return misses;
}

int store_list(Store *store) {
  static char arena[1 << 20];
  sqlite3_stmt *rows = store->statements[LIST_DRAFTS];
  size_t used = 0;
  int count = 0;
  for (; sqlite3_step(rows) == SQLITE_ROW; count++)
    for (int column = 0; column < 12; column++) used = take(rows, column, arena, used);
  sqlite3_reset(rows);
  return count;
}
