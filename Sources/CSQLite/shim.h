#ifndef FORMDRAFTS_CSQLITE_SHIM_H
#define FORMDRAFTS_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift imports neither variadic functions (sqlite3_db_config), nor casts to function pointers
 * (SQLITE_TRANSIENT), nor can it call through sqlite3_io_methods comfortably. These wrappers do
 * just that and nothing else; the only callers are Connection.swift and Statement.swift. */

/* Sets an on/off option of sqlite3_db_config and checks the answer. */
static inline int drafts_db_config(sqlite3 *db, int option, int on) {
  int now = -1;
  int code = sqlite3_db_config(db, option, on, &now);
  if (code != SQLITE_OK) return code;
  return (now != 0) == (on != 0) ? SQLITE_OK : SQLITE_ERROR;
}

/* Whether the database file is no longer the one at its path: 0 or 1 in *moved. */
static inline int drafts_has_moved(sqlite3 *db, int *moved) {
  *moved = 0;
  return sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, moved);
}

/* The pager's data version. */
static inline int drafts_data_version(sqlite3 *db, unsigned int *version) {
  *version = 0;
  return sqlite3_file_control(db, "main", SQLITE_FCNTL_DATA_VERSION, version);
}

/* The file object of the journal or write-ahead log, or NULL while it is not open. */
static inline sqlite3_file *drafts_journal(sqlite3 *db) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  if (code != SQLITE_OK || file == 0 || file->pMethods == 0) return 0;
  return file;
}

/* Syncs the write-ahead log through SQLite's own descriptor. SQLITE_NOTFOUND: it is not open. */
static inline int drafts_sync_journal(sqlite3 *db) {
  sqlite3_file *file = drafts_journal(db);
  if (file == 0) return SQLITE_NOTFOUND;
  return file->pMethods->xSync(file, SQLITE_SYNC_FULL);
}

/* The size of the write-ahead log in bytes. SQLITE_NOTFOUND: it is not open. */
static inline int drafts_journal_size(sqlite3 *db, sqlite3_int64 *size) {
  sqlite3_file *file = drafts_journal(db);
  *size = 0;
  if (file == 0) return SQLITE_NOTFOUND;
  return file->pMethods->xFileSize(file, size);
}

/* Binds text by its length in bytes; SQLite copies it. A NULL pointer is the empty text here,
 * not SQL NULL as in sqlite3_bind_text. */
static inline int drafts_bind_text(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Binds a blob by its length in bytes; SQLite copies it. A NULL pointer is the empty blob. */
static inline int drafts_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
