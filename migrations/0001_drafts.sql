-- 0001: one owner's drafts. STRICT tables; no NULL in a unique index; no triggers, views or
-- indexes on values. Rowid tables: a clustered one spills values over about 1 000 bytes to pages
-- of their own (docs/PERFORMANCE.md). Released migrations are frozen.

-- One row: whose database this is.
CREATE TABLE meta (
  id INTEGER PRIMARY KEY,
  store TEXT NOT NULL,           -- the id in store.id
  tag TEXT NOT NULL,             -- the directory's name
  has_owner INTEGER NOT NULL,    -- 0: nobody
  owner TEXT NOT NULL,
  epoch INTEGER NOT NULL,        -- purges of this owner before this database was made
  format INTEGER NOT NULL,       -- how values are written
  created INTEGER NOT NULL,      -- milliseconds UTC, as every time here
  erase_since INTEGER NOT NULL   -- 0, or when an erasure became due; negative: it may wait
) STRICT;

-- Every writer's schema, once.
CREATE TABLE schema (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,   -- SHA-256 of fingerprint, LF, text
  fingerprint TEXT NOT NULL,
  fields INTEGER NOT NULL,       -- how many fields can hold an answer
  text TEXT NOT NULL             -- the native JSON form
) STRICT;

CREATE TABLE draft (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  form TEXT NOT NULL,
  record TEXT NOT NULL,
  has_record INTEGER NOT NULL,   -- 0: a new thing
  schema INTEGER NOT NULL REFERENCES schema (id),
  version TEXT,
  revision INTEGER NOT NULL,     -- counts the saves of this draft
  seq INTEGER NOT NULL,          -- counts the saves of this owner: order without a clock
  status INTEGER NOT NULL,       -- 0 open, 1 submitting, 2 submitted
  attempt TEXT,
  parent TEXT,
  title TEXT,
  step TEXT,
  skipped TEXT NOT NULL,         -- JSON list of step ids
  focus TEXT,
  baseline TEXT,
  has_base INTEGER NOT NULL,     -- 1: fields know the baseline's values
  created INTEGER NOT NULL,
  saved INTEGER NOT NULL,
  expires INTEGER,
  answered INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  next_row INTEGER NOT NULL,     -- the next field.id of this draft
  rows_sum INTEGER NOT NULL,     -- wrapping sum of the rows' checksums
  sum INTEGER NOT NULL           -- XXH64 over every other column, XOR 8 bytes of the tag
) STRICT;

-- One row a leaf. id is draft.id * 2^32 + n, so that a draft's rows lie together.
CREATE TABLE field (
  id INTEGER PRIMARY KEY,
  draft INTEGER NOT NULL REFERENCES draft (id),
  path TEXT NOT NULL,            -- RFC 6901
  kind INTEGER NOT NULL,         -- 0 live, 1 orphan
  form INTEGER NOT NULL,         -- 0 clear, 1 sealed
  flags INTEGER NOT NULL,        -- 1: base is known
  marks INTEGER NOT NULL,        -- 1 touched, 2 dirty
  ordinal INTEGER NOT NULL,      -- order of leaves, with gaps
  value ANY,                     -- JSON; NULL: only marks or a base
  base ANY,                      -- JSON of the baseline's value; NULL: it had none
  revision INTEGER NOT NULL,     -- the save that wrote the row
  sum INTEGER NOT NULL,          -- XXH64 over every other column, XOR 8 bytes of the tag
  UNIQUE (draft, path, kind)
) STRICT;

-- Drafts that ended do not rise again.
CREATE TABLE ended (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  reason INTEGER NOT NULL,       -- 1 discarded, 2 submitted, 3 purged
  at INTEGER NOT NULL
) STRICT;
