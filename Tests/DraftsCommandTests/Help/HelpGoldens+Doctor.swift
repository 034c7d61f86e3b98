extension HelpGoldens {
  static let doctor = """
    Look whether everything that was written is there and holds.

    Usage:
      drafts doctor [--owner OWNER | --nobody]

    Looked at are, for every owner, the structure of the database, the checksum of
    every row, save point and file, and whether the database went back behind the
    last acknowledged save; copies of files nobody needs, drafts that should be
    gone, times in the future, the length of the log, erasures and purges that were
    not finished, and permissions.
    Nothing is changed. For each database it says at which save it ends. Exit code
    2: something is wrong, or there is no store.

    Options:
      --owner OWNER  Only drafts of this account.
      --nobody       Only drafts that are nobody’s.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts doctor
      drafts doctor --owner ana --json

    """

  static let repair = """
    Keep what can be read of damaged databases, and put those aside.

    Usage:
      drafts repair [--owner OWNER | --nobody] [--dry-run]

    For each owner with something wrong a new database is made of everything whose
    checksum holds. The damaged directory is renamed, never deleted; a purge of its
    owner removes it. Nothing that does not hold is guessed: what is lost is told
    per draft, and where nothing names the drafts any more, how many saves there
    were. A store that lost its store.id gets it back if its databases agree, and
    what was interrupted is finished. Where a database does not even say whose it
    is, name the owner.
    Exit code 2: something is lost, or could not be mended.

    Options:
      --owner OWNER  Only drafts of this account.
      --nobody       Only drafts that are nobody’s.
      --dry-run      Only say what would be kept.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts repair --dry-run
      drafts repair --owner ana

    """

  static let backup = """
    Copy the store while it is in use.

    Usage:
      drafts backup TO

    The copy is gone through before it takes its place; only then an older backup of
    the same store at TO is removed. Of a store that is damaged no backup is made,
    and of one that went back to an earlier state, or lacks an owner who was not
    purged, none over an older one, which stays. A backup is a store: every verb
    works on it with --store TO, and to bring it back put it in the store's place. A
    purge does not reach into backups.

    Arguments:
      TO  The directory; made, or an older backup of this store.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts backup copy-of-store

    """
}
