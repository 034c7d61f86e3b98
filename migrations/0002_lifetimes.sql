-- 0002: how long drafts live. A row is here only for a draft that was given a time to live, or that
-- was discarded and can be brought back; a save without either touches none of these tables.

CREATE TABLE lifetime (
  draft INTEGER PRIMARY KEY REFERENCES draft (id),
  length INTEGER NOT NULL,       -- milliseconds from a save to draft.expires; 0: no time to live
  undo INTEGER NOT NULL,         -- milliseconds a discard can be undone; 0: not discarded
  sum INTEGER NOT NULL           -- XXH64 over the columns before, XOR 8 bytes of the tag
) STRICT;

-- One row: which times of day this database has seen, so that one jump of the clock ends nothing.
CREATE TABLE clock (
  id INTEGER PRIMARY KEY,
  seen INTEGER NOT NULL,         -- milliseconds UTC, as every time here
  believed INTEGER NOT NULL      -- seen a day or more before that, and never gone back on
) STRICT;

-- By which attempt a draft that is gone was submitted, so that a retry gets the same answer.
CREATE TABLE submission (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  attempt TEXT NOT NULL
) STRICT;
