// The schema and the SQL of both layouts.
#include "statements.h"

static const char draft_table[] =
    "CREATE TABLE draft(id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, form TEXT NOT NULL,"
    " record TEXT NOT NULL, has_record INTEGER NOT NULL, schema INTEGER NOT NULL, version TEXT,"
    " revision INTEGER NOT NULL, status INTEGER NOT NULL, attempt TEXT, parent TEXT, title TEXT,"
    " step TEXT, skipped TEXT, focus TEXT, baseline TEXT, created INTEGER NOT NULL,"
    " saved INTEGER NOT NULL, expires INTEGER, rows_sum INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " sum INTEGER NOT NULL) STRICT;";

#define FIELD_COLUMNS                                                                       \
  "draft INTEGER NOT NULL, path TEXT NOT NULL, kind INTEGER NOT NULL, form INTEGER NOT NULL," \
  " flags INTEGER NOT NULL, marks INTEGER NOT NULL, ordinal INTEGER NOT NULL, value BLOB,"  \
  " base BLOB, revision INTEGER NOT NULL, sum INTEGER NOT NULL,"

static const char rowid_table[] =
    "CREATE TABLE field(id INTEGER PRIMARY KEY, " FIELD_COLUMNS
    " UNIQUE(draft, path, kind)) STRICT;";

static const char clustered_table[] =
    "CREATE TABLE field(" FIELD_COLUMNS " PRIMARY KEY(draft, path, kind)) STRICT, WITHOUT ROWID;";

#define LEAF "SELECT path, kind, form, flags, marks, ordinal, value, base, revision, sum"

// ?1 = draft, ?2 = path, ?3 = kind, ?4 = id in every statement about leaves.
static const char *const common[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [BEGIN_READ] = "BEGIN",
    [COMMIT] = "COMMIT",
    [INSERT_DRAFT] =
        "INSERT INTO draft(id, uuid, form, record, has_record, schema, version, revision, status,"
        " title, step, skipped, created, saved, rows_sum, seq, sum) VALUES(?1, ?2,"
        " 'household-application', 'case/17', 1, 1, '4', ?3, 0, 'Application of the 3rd of May',"
        " 'income', '[\"vehicle\"]', ?4, ?4, ?5, ?6, ?7)",
    [UPDATE_DRAFT] =
        "UPDATE draft SET revision = ?3, saved = ?4, rows_sum = ?5, seq = ?6, sum = ?7"
        " WHERE id = ?1 AND revision = ?3 - 1",
    [DELETE_DRAFT] = "DELETE FROM draft WHERE id = ?1",
    [READ_DRAFT] = "SELECT * FROM draft WHERE id = ?1",
    [LIST_DRAFTS] =
        "SELECT uuid, form, record, has_record, version, revision, status, title, step, created,"
        " saved, expires FROM draft ORDER BY id",
    [DELETE_LEAVES] = "DELETE FROM field WHERE draft = ?1",
    [READ_KEY] = LEAF " FROM field WHERE draft = ?1 ORDER BY path, kind",
    [READ_ORDINAL] = LEAF " FROM field WHERE draft = ?1 ORDER BY ordinal",
};

#define SET_LEAF \
  "UPDATE field SET marks = ?8, value = ?10, base = ?11, revision = ?12, sum = ?13"

static const char insert_with_id[] =
    "INSERT INTO field(id, draft, path, kind, form, flags, marks, ordinal, value, base, revision,"
    " sum) VALUES(?4, ?1, ?2, ?3, 0, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
static const char insert_by_key[] =
    "INSERT INTO field(draft, path, kind, form, flags, marks, ordinal, value, base, revision,"
    " sum) VALUES(?1, ?2, ?3, 0, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";

const char *schema_field(Variant variant) {
  return variant == CLUSTERED ? clustered_table : rowid_table;
}

const char *schema_draft(void) { return draft_table; }

const char *statement_sql(Variant variant, Statement statement) {
  int by_id = variant == ROWID || variant == ROWID_BLOCKS;
  switch (statement) {
    case INSERT_LEAF:
      return variant == CLUSTERED ? insert_by_key : insert_with_id;
    case UPDATE_LEAF:
      return by_id ? SET_LEAF " WHERE id = ?4"
                   : SET_LEAF " WHERE draft = ?1 AND path = ?2 AND kind = ?3";
    case EMPTY_LEAF:
      return by_id ? "UPDATE field SET value = NULL WHERE id = ?4"
                   : "UPDATE field SET value = NULL"
                     " WHERE draft = ?1 AND path = ?2 AND kind = ?3";
    case DELETE_LEAF:
      return by_id ? "DELETE FROM field WHERE id = ?4"
                   : "DELETE FROM field WHERE draft = ?1 AND path = ?2 AND kind = ?3";
    case READ_KEY:
      // A block of ids is the draft: the rows lie together and the index is not read at all.
      if (variant == ROWID_BLOCKS)
        return LEAF " FROM field WHERE id >= ?1 << 32 AND id < (?1 + 1) << 32 ORDER BY id";
      return common[statement];
    case READ_ORDINAL:
      if (variant == ROWID_BLOCKS)
        return LEAF " FROM field WHERE id >= ?1 << 32 AND id < (?1 + 1) << 32 ORDER BY ordinal";
      return common[statement];
    default:
      return common[statement];
  }
}
