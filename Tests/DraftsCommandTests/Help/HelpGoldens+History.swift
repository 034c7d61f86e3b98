extension HelpGoldens {
  static let history = """
    List the earlier states of a draft that it can go back to.

    Usage:
      drafts history ID

    The newest is first. A save keeps what was there before if the last save, or the
    last state that was kept, is five minutes old, and whenever the form is another
    one. FIELDS are those that differ from the next newer state. No answer is
    printed.

    Arguments:
      ID  The draft.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts history 3f2a
      drafts history 3f2a --json

    """

  static let revert = """
    Make an earlier state of a draft its current one.

    Usage:
      drafts revert ID REV [--dry-run]

    It becomes a new revision, and what was there before becomes an earlier state,
    so that this can be undone. drafts history lists the revisions it can go back
    to.

    Arguments:
      ID   The draft.
      REV  The revision to go back to.

    Options:
      --dry-run  Only say what would change.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts revert 3f2a 4 --dry-run
      drafts revert 3f2a 4

    """
}
