#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// A growing buffer; what is in it is thrown away at each use.
typedef struct {
  char *start;
  size_t used;
  size_t room;
} buffer;

typedef struct {
  char *bytes;
  size_t count;
  size_t room;
} value;

// What stands around a save in FormDrafts; no files unless `lock` is open.
typedef struct {
  int lock, ledger;
  char directory[1000], ended[1000], database[1000], log[1000], lock_path[1000];
  uint64_t checksum;
} guards;

struct peer {
  sqlite3 *db;
  sqlite3_stmt *begin, *commit, *insert_draft, *update_draft, *put_field;
  sqlite3_stmt *begin_read, *get_draft, *get_fields, *list;
  int64_t draft;
  int64_t revision;
  int64_t clock;
  peer_text *names;
  value *values;
  int count;
  buffer json;
  buffer arena;
  guards guards;
};

static void fail(peer *peer, const char *what) {
  fprintf(stderr, "C peer: %s: %s\n", what, peer ? sqlite3_errmsg(peer->db) : "no database");
  exit(70);
}

static void execute(peer *peer, const char *sql) {
  if (sqlite3_exec(peer->db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(peer, sql);
}

static sqlite3_stmt *prepare(peer *peer, const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v3(peer->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
      SQLITE_OK) {
    fail(peer, sql);
  }
  return statement;
}

static void run(peer *peer, sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail(peer, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

static void reserve(buffer *buffer, size_t more) {
  if (buffer->used + more <= buffer->room) return;
  buffer->room = (buffer->used + more) * 2;
  buffer->start = realloc(buffer->start, buffer->room);
}

// Opening

static void make_tables(peer *peer) {
  execute(peer,
          "CREATE TABLE IF NOT EXISTS draft(id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE,"
          " form TEXT NOT NULL, record TEXT, revision INTEGER NOT NULL, status INTEGER NOT NULL,"
          " version TEXT, title TEXT, step TEXT, skipped TEXT NOT NULL, fingerprint TEXT NOT NULL,"
          " created INTEGER NOT NULL, saved INTEGER NOT NULL, answered INTEGER NOT NULL,"
          " total INTEGER NOT NULL, bytes INTEGER NOT NULL)");
  execute(peer,
          "CREATE TABLE IF NOT EXISTS field(draft INTEGER NOT NULL, name TEXT NOT NULL, value TEXT,"
          " marks INTEGER NOT NULL, PRIMARY KEY(draft, name)) WITHOUT ROWID");
}

static void prepare_all(peer *peer) {
  peer->begin = prepare(peer, "BEGIN IMMEDIATE");
  peer->begin_read = prepare(peer, "BEGIN");
  peer->commit = prepare(peer, "COMMIT");
  peer->insert_draft = prepare(
      peer,
      "INSERT INTO draft VALUES(?1, ?2, 'bench', NULL, 1, 0, NULL, ?3, 'step-1', '[]', ?4,"
      " ?5, ?5, ?6, ?6, ?7)");
  peer->update_draft = prepare(
      peer, "UPDATE draft SET revision = ?1, saved = ?2, step = 'step-1', skipped = '[]' WHERE id = ?3");
  peer->put_field = prepare(
      peer,
      "INSERT INTO field VALUES(?1, ?2, ?3, 0)"
      " ON CONFLICT(draft, name) DO UPDATE SET value = excluded.value, marks = excluded.marks");
  peer->get_draft = prepare(
      peer, "SELECT revision, status, title, step, skipped, created, saved FROM draft WHERE id = ?1");
  peer->get_fields = prepare(peer, "SELECT name, value, marks FROM field WHERE draft = ?1");
  peer->list = prepare(
      peer,
      "SELECT uuid, form, record, revision, status, version, title, step, fingerprint, created,"
      " saved, answered, total, bytes FROM draft ORDER BY saved DESC");
}

peer *peer_open(const char *path, bool full, int frames) {
  peer *peer = calloc(1, sizeof *peer);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &peer->db, flags, NULL) != SQLITE_OK) fail(peer, path);
  execute(peer, "PRAGMA journal_mode=WAL");
  execute(peer, full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
  execute(peer, "PRAGMA secure_delete=ON");
  sqlite3_wal_autocheckpoint(peer->db, frames);
  make_tables(peer);
  prepare_all(peer);
  peer->clock = 1700000000000;
  return peer;
}

static void forget_form(peer *peer) {
  for (int index = 0; index < peer->count; index++) {
    free((char *)peer->names[index].bytes);
    free(peer->values[index].bytes);
  }
  free(peer->names);
  free(peer->values);
  peer->count = 0;
}

void peer_close(peer *peer) {
  sqlite3_stmt *statement;
  while ((statement = sqlite3_next_stmt(peer->db, NULL))) sqlite3_finalize(statement);
  sqlite3_close(peer->db);
  if (peer->count) forget_form(peer);
  if (peer->guards.lock) {
    close(peer->guards.lock);
    close(peer->guards.ledger);
  }
  free(peer->json.start);
  free(peer->arena.start);
  free(peer);
}

// Saving

static void keep(value *value, peer_text text) {
  if (value->room < text.count) {
    value->room = text.count * 2;
    value->bytes = realloc(value->bytes, value->room);
  }
  memcpy(value->bytes, text.bytes, text.count);
  value->count = text.count;
}

static peer_text json(buffer *buffer, const char *bytes, size_t count) {
  buffer->used = 0;
  reserve(buffer, count * 6 + 2);
  char *out = buffer->start;
  *out++ = '"';
  for (size_t index = 0; index < count; index++) {
    unsigned char byte = bytes[index];
    if (byte == '"' || byte == '\\') {
      *out++ = '\\';
      *out++ = byte;
    } else if (byte < 0x20) {
      out += sprintf(out, "\\u%04x", byte);
    } else {
      *out++ = byte;
    }
  }
  *out++ = '"';
  return (peer_text){buffer->start, out - buffer->start};
}

// Eight bytes at a time, as XXH64 takes them.
static uint64_t checksum(uint64_t sum, const void *bytes, size_t count) {
  const char *at = bytes;
  uint64_t word;
  for (; count >= 8; count -= 8, at += 8) {
    memcpy(&word, at, 8);
    sum ^= word * 0xC2B2AE3D27D4EB4FU;
    sum = (sum << 31 | sum >> 33) * 0x9E3779B185EBCA87U;
  }
  for (; count > 0; count--, at++) sum = (sum ^ (unsigned char)*at) * 0x100000001B3U;
  return sum;
}

static void look(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0 && errno != ENOENT) fail(NULL, path);
}

void peer_guard(peer *peer, const char *path) {
  guards *guards = &peer->guards;
  snprintf(guards->database, sizeof guards->database, "%s", path);
  snprintf(guards->log, sizeof guards->log, "%s-wal", path);
  snprintf(guards->lock_path, sizeof guards->lock_path, "%s-lock", path);
  snprintf(guards->ended, sizeof guards->ended, "%s-ended", path);
  snprintf(guards->directory, sizeof guards->directory, "%s", path);
  *strrchr(guards->directory, '/') = 0;
  char ledger[1000];
  snprintf(ledger, sizeof ledger, "%s-ledger", path);
  guards->lock = open(guards->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  guards->ledger = open(ledger, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (guards->lock < 0 || guards->ledger < 0) fail(NULL, "guards");
}

static void enter(peer *peer) {
  guards *guards = &peer->guards;
  if (guards->lock == 0) return;
  if (flock(guards->lock, LOCK_EX) != 0) fail(NULL, "flock");
  look(guards->lock_path);
  look(guards->ended);
  look(guards->directory);
  look(guards->database);
  look(guards->log);
}

static void leave(peer *peer) {
  guards *guards = &peer->guards;
  if (guards->lock == 0) return;
  uint64_t entry[4] = {peer->revision, peer->clock, 0, guards->checksum};
  if (pwrite(guards->ledger, entry, sizeof entry, 0) != sizeof entry) fail(NULL, "ledger");
  look(guards->directory);
  look(guards->database);
  look(guards->log);
  if (flock(guards->lock, LOCK_UN) != 0) fail(NULL, "flock");
}

static void put_field(peer *peer, int index) {
  value *value = &peer->values[index];
  peer_text text = json(&peer->json, value->bytes, value->count);
  sqlite3_bind_int64(peer->put_field, 1, peer->draft);
  sqlite3_bind_text(
      peer->put_field, 2, peer->names[index].bytes, (int)peer->names[index].count, SQLITE_STATIC);
  sqlite3_bind_text(peer->put_field, 3, text.bytes, (int)text.count, SQLITE_STATIC);
  if (peer->guards.lock) {
    uint64_t sum = checksum(peer->draft, peer->names[index].bytes, peer->names[index].count);
    peer->guards.checksum ^= checksum(sum, text.bytes, text.count);
  }
  run(peer, peer->put_field);
}

static void begin_save(peer *peer) {
  enter(peer);
  run(peer, peer->begin);
  peer->revision += 1;
  sqlite3_bind_int64(peer->update_draft, 1, peer->revision);
  sqlite3_bind_int64(peer->update_draft, 2, peer->clock++);
  sqlite3_bind_int64(peer->update_draft, 3, peer->draft);
  run(peer, peer->update_draft);
}

static void remember_form(peer *peer, peer_form form) {
  if (peer->count) forget_form(peer);
  peer->count = form.count;
  peer->names = calloc(form.count, sizeof *peer->names);
  peer->values = calloc(form.count, sizeof *peer->values);
  for (int index = 0; index < form.count; index++) {
    char *name = malloc(form.names[index].count);
    memcpy(name, form.names[index].bytes, form.names[index].count);
    peer->names[index] = (peer_text){name, form.names[index].count};
    keep(&peer->values[index], form.values[index]);
  }
}

void peer_save_new(peer *peer, int64_t draft, peer_form form) {
  remember_form(peer, form);
  peer->draft = draft;
  peer->revision = 1;
  char uuid[40], title[40];
  int64_t bytes = 0;
  for (int index = 0; index < form.count; index++) bytes += (int64_t)form.values[index].count + 2;
  snprintf(uuid, sizeof uuid, "00000000-0000-4000-8000-%012lld", (long long)draft);
  snprintf(title, sizeof title, "Draft number %lld", (long long)draft);
  run(peer, peer->begin);
  sqlite3_stmt *insert = peer->insert_draft;
  sqlite3_bind_int64(insert, 1, draft);
  sqlite3_bind_text(insert, 2, uuid, -1, SQLITE_STATIC);
  sqlite3_bind_text(insert, 3, title, -1, SQLITE_STATIC);
  sqlite3_bind_text(
      insert, 4, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", 64,
      SQLITE_STATIC);
  sqlite3_bind_int64(insert, 5, peer->clock++);
  sqlite3_bind_int64(insert, 6, form.count);
  sqlite3_bind_int64(insert, 7, bytes);
  run(peer, insert);
  for (int index = 0; index < form.count; index++) put_field(peer, index);
  run(peer, peer->commit);
}

void peer_save_changes(peer *peer, const int *fields, const peer_text *values, int count) {
  for (int index = 0; index < count; index++) keep(&peer->values[fields[index]], values[index]);
  begin_save(peer);
  for (int index = 0; index < count; index++) put_field(peer, fields[index]);
  run(peer, peer->commit);
  leave(peer);
}

int peer_save_snapshot(peer *peer, const peer_text *values) {
  int changed = 0;
  for (int index = 0; index < peer->count; index++) {
    value *old = &peer->values[index];
    peer_text new = values[index];
    if (old->count == new.count && memcmp(old->bytes, new.bytes, new.count) == 0) continue;
    keep(old, new);
    if (changed == 0) begin_save(peer);
    changed += 1;
    put_field(peer, index);
  }
  if (changed) {
    run(peer, peer->commit);
    leave(peer);
  }
  return changed;
}

// Reading

static char *copy(buffer *arena, const unsigned char *bytes, int count) {
  char *start = arena->start + arena->used;
  memcpy(start, bytes, count);
  arena->used += count;
  return start;
}

static void unescape(buffer *arena, const char *text, int count) {
  char *out = arena->start + arena->used;
  const char *end = text + count - 1;  // without the quotation marks
  text += 1;
  while (text < end) {
    const char *slash = memchr(text, '\\', end - text);
    size_t plain = (slash ? slash : end) - text;
    memcpy(out, text, plain);
    out += plain;
    text += plain;
    if (!slash) break;
    if (text[1] == 'u') {
      char digits[5] = {text[2], text[3], text[4], text[5], 0};
      *out++ = (char)strtol(digits, NULL, 16);
      text += 6;
    } else {
      *out++ = text[1];
      text += 2;
    }
  }
  arena->used = out - arena->start;
}

int peer_restore(peer *peer, int64_t draft) {
  run(peer, peer->begin_read);
  peer->arena.used = 0;
  sqlite3_bind_int64(peer->get_draft, 1, draft);
  if (sqlite3_step(peer->get_draft) != SQLITE_ROW) fail(peer, "no draft");
  for (int column = 2; column < 5; column++) {
    const unsigned char *text = sqlite3_column_text(peer->get_draft, column);
    int count = sqlite3_column_bytes(peer->get_draft, column);
    reserve(&peer->arena, count);
    if (text) copy(&peer->arena, text, count);
  }
  int fields = 0, code;
  sqlite3_bind_int64(peer->get_fields, 1, draft);
  while ((code = sqlite3_step(peer->get_fields)) == SQLITE_ROW) {
    const unsigned char *name = sqlite3_column_text(peer->get_fields, 0);
    int names = sqlite3_column_bytes(peer->get_fields, 0);
    const unsigned char *text = sqlite3_column_text(peer->get_fields, 1);
    int count = sqlite3_column_bytes(peer->get_fields, 1);
    reserve(&peer->arena, names + count + 1);
    copy(&peer->arena, name, names);
    unescape(&peer->arena, (const char *)text, count);
    char marks = (char)sqlite3_column_int64(peer->get_fields, 2);
    peer->arena.start[peer->arena.used++] = marks;
    fields += 1;
  }
  if (code != SQLITE_DONE) fail(peer, "restore");
  sqlite3_reset(peer->get_fields);
  sqlite3_reset(peer->get_draft);
  run(peer, peer->commit);
  return fields;
}

int peer_list(peer *peer) {
  peer->arena.used = 0;
  int drafts = 0, code;
  while ((code = sqlite3_step(peer->list)) == SQLITE_ROW) {
    for (int column = 0; column < 14; column++) {
      if (column == 3 || column == 4 || column > 8) {
        int64_t number = sqlite3_column_int64(peer->list, column);
        reserve(&peer->arena, sizeof number);
        copy(&peer->arena, (const unsigned char *)&number, sizeof number);
      } else {
        const unsigned char *text = sqlite3_column_text(peer->list, column);
        int count = sqlite3_column_bytes(peer->list, column);
        reserve(&peer->arena, count);
        if (text) copy(&peer->arena, text, count);
      }
    }
    drafts += 1;
  }
  if (code != SQLITE_DONE) fail(peer, "list");
  sqlite3_reset(peer->list);
  return drafts;
}

void peer_touch(peer *peer) { execute(peer, "SELECT count(*) FROM draft"); }

// A database of ours

struct scan {
  peer peer;
  sqlite3_stmt *statements[4];
  int count;
  uint64_t sum;
};

scan *scan_open(const char *path, const char *const *statements, int count) {
  scan *scan = calloc(1, sizeof *scan);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &scan->peer.db, flags, NULL) != SQLITE_OK) fail(&scan->peer, path);
  scan->peer.begin_read = prepare(&scan->peer, "BEGIN");
  scan->peer.commit = prepare(&scan->peer, "COMMIT");
  scan->count = count;
  for (int index = 0; index < count; index++) {
    scan->statements[index] = prepare(&scan->peer, statements[index]);
  }
  return scan;
}

static void take_row(scan *scan, sqlite3_stmt *statement) {
  buffer *arena = &scan->peer.arena;
  int columns = sqlite3_column_count(statement);
  for (int column = 0; column < columns; column++) {
    int64_t number;
    switch (sqlite3_column_type(statement, column)) {
      case SQLITE_NULL: break;
      case SQLITE_INTEGER:
        number = sqlite3_column_int64(statement, column);
        reserve(arena, sizeof number);
        copy(arena, (const unsigned char *)&number, sizeof number);
        scan->sum = checksum(scan->sum, &number, sizeof number);
        break;
      default: {
        const unsigned char *bytes = sqlite3_column_blob(statement, column);
        int count = sqlite3_column_bytes(statement, column);
        reserve(arena, count);
        if (bytes) copy(arena, bytes, count);
        scan->sum = checksum(scan->sum, bytes, count);
      }
    }
  }
}

int scan_run(scan *scan, int64_t number) {
  int rows = 0, code = SQLITE_DONE;
  scan->peer.arena.used = 0;
  run(&scan->peer, scan->peer.begin_read);
  for (int index = 0; index < scan->count; index++) {
    sqlite3_stmt *statement = scan->statements[index];
    if (sqlite3_bind_parameter_count(statement)) sqlite3_bind_int64(statement, 1, number);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      take_row(scan, statement);
      rows += 1;
    }
    if (code != SQLITE_DONE) fail(&scan->peer, "scan");
    sqlite3_reset(statement);
  }
  run(&scan->peer, scan->peer.commit);
  return rows;
}

void scan_close(scan *scan) {
  sqlite3_stmt *statement;
  while ((statement = sqlite3_next_stmt(scan->peer.db, NULL))) sqlite3_finalize(statement);
  sqlite3_close(scan->peer.db);
  free(scan->peer.arena.start);
  free(scan);
}
