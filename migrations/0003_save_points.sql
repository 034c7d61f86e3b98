-- 0003: save points, as differences. One table for both kinds of rows, so that a new save point and
-- what the save replaces lie in one page; no references and no index, as a draft's rows are found by
-- their ids.

-- A save point, or a row of field as it was at one: copied when a later save first changes or
-- removes it. What no later save touched stands in field still.
CREATE TABLE point (
  id INTEGER PRIMARY KEY,        -- draft.id * 2^32 + n, so that a draft's save points lie together
  revision INTEGER NOT NULL,     -- the save that can be gone back to
  field INTEGER NOT NULL,        -- 0: the save point itself; else field.id of the copied row
  reason INTEGER NOT NULL,       -- of a save point: why it was made; else 0
  at INTEGER NOT NULL,           -- of a save point: when it was made; else 0
  schema INTEGER NOT NULL,       -- of a save point: draft.schema then; else 0
  bytes INTEGER NOT NULL,        -- what the row counts against the limit
  sum INTEGER NOT NULL,          -- XXH64 over every other column, XOR 8 bytes of the tag
  path TEXT NOT NULL,            -- this and the rest: the columns of field; '' of a save point
  kind INTEGER NOT NULL,
  form INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  marks INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  written INTEGER NOT NULL,      -- field.revision
  value ANY,                     -- of a save point: the rest of the draft's row then, as JSON
  base ANY
) STRICT;
