extension HelpGoldens {
  static let show = """
    Show what a draft holds, field by field, without values.

    Usage:
      drafts show ID [--schema FILE] [--ui-schema FILE] [--format NAME] [--values]
        [--against ID]

    Answers without a place in the form are listed too. With --against two drafts
    are compared: which answers only one of them has, and which differ.

    Arguments:
      ID  The draft.

    Options:
      --schema FILE     The form's definition.
      --ui-schema FILE  A UI schema beside a JSON Schema: its password widgets are
                        secrets.
      --format NAME     The definition's format: native, formhaus, json-schema,
                        surveyjs. (default: told by its content)
      --values          Show the values too.
      --against ID      Compare with this draft, as it was saved.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts show 3f2a
      drafts show 3f2a --values --json

    """

  static let discard = """
    End one draft; it does not rise again.

    Usage:
      drafts discard (ID | --undo ID) [--undo-for DURATION] [--dry-run] [--yes]

    With --undo-for the draft is hidden instead and no save to it is taken; --undo
    brings it back as long as that time is not over. Afterwards it is deleted, by
    whatever writes to the store next.

    Arguments:
      ID  The draft.

    Options:
      --undo-for DURATION  Let it be brought back for so long: 90s, 15min, 12h, 30d.
      --undo ID            Bring this draft back instead.
      --dry-run            Only say what would be removed.
      --yes                Do not ask.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts discard 3f2a --yes
      drafts discard 3f2a --undo-for 12h
      drafts discard --undo 3f2a

    """

  static let purge = """
    Remove drafts so that no byte of them is left in the store.

    Usage:
      drafts purge (--owner OWNER | --nobody | --everyone) [--form FORM]
        [--record RECORD | --new] [--older-than DURATION] [--expired]
        [--secrets-of FILE] [--ui-schema FILE] [--format NAME] [--set-aside]
        [--dry-run] [--yes]

    Whose drafts must be said; the other options only narrow it. With --secrets-of
    the drafts stay: only the answers go that are secrets under a definition, from
    the drafts of its form, whatever a save said of them with --not-secret. With
    --set-aside only that goes which repairs put aside. Exit code 2: the bytes are
    not all gone, because somebody reads the store, and the next open finishes it,
    or because a repair put some of them aside.

    Options:
      --owner OWNER          The drafts of this account.
      --nobody               The drafts that are nobody’s.
      --everyone             The drafts of every owner.
      --form FORM            Only drafts of this form; with --secrets-of, instead of
                             the definition's own id.
      --record RECORD        Only drafts of this record.
      --new                  Only drafts of things that are no record yet.
      --older-than DURATION  Only drafts last saved longer ago: 15min, 12h, 30d.
      --expired              Only drafts whose time to live is over.
      --secrets-of FILE      Remove only answers that are secrets under this
                             definition.
      --ui-schema FILE       A UI schema beside a JSON Schema: its password widgets
                             are secrets.
      --format NAME          The definition's format: native, formhaus, json-schema,
                             surveyjs. (default: told by its content)
      --set-aside            Remove only what repairs put aside.
      --dry-run              Only say what would be removed.
      --yes                  Do not ask.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts purge --owner ana --yes
      drafts purge --everyone --older-than 90d --dry-run
      drafts purge --everyone --secrets-of signup.json --yes

    """

  static let schema = """
    Show what a form definition says: fields, types, secrets, steps.

    Usage:
      drafts schema FILE [NEW] [--form FORM] [--ui-schema FILE] [--format NAME]

    With a second file, shows what changed from the first to the second instead, and
    what each change does to answers that drafts hold. The other options apply to
    both files.

    Arguments:
      FILE  The definition; - for standard input.
      NEW   A later definition, to compare with.

    Options:
      --form FORM       The form's id. (default: the definition's own)
      --ui-schema FILE  A UI schema beside a JSON Schema: its password widgets are
                        secrets.
      --format NAME     The definition's format: native, formhaus, json-schema,
                        surveyjs. (default: told by its content)

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts schema signup.json
      drafts schema signup.json --json
      drafts schema signup.json signup-2.json

    """

  static let export = """
    Print drafts as JSON Lines, with the definition each was saved under.

    Usage:
      drafts export [ID | --form FORM] [--owner OWNER | --nobody]
        [--record RECORD | --new] [--output FILE] [--shape]

    Secrets are not in an export, because they are not in the store. What is damaged
    is named and left out, and the exit code is 65; with --output nothing is written
    then: the file appears only when it is complete, and only its owner can read it.
    With --shape a line has the definition and, of each answer, place, type, length
    and marks: no value, title, owner, record or file name, and no name that the
    definition does not have. It is for reports, and drafts compat reads it; no
    draft can be made of it.

    Arguments:
      ID  Only this draft.

    Options:
      --form FORM      Only drafts of this form.
      --owner OWNER    Only drafts of this account.
      --nobody         Only drafts that are nobody’s.
      --record RECORD  Only drafts of this record.
      --new            Only drafts of things that are no record yet.
      --output FILE    Write to a file. (default: standard output)
      --shape          Print what the drafts consist of, without anything a person
                       entered.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts export --owner ana --output ana.jsonl
      drafts export 3f2a --shape

    """

  static let importing = """
    Add exported drafts: all of a file, or none.

    Usage:
      drafts import FILE [--dry-run]

    Secrets are taken out as in a save. A draft that is there already, just the
    same, is left alone, so an import can be repeated. A draft that is there in
    another state, or that ended in this store, stops the import with exit code 2.

    Arguments:
      FILE  JSON Lines as drafts export prints them; - for standard input.

    Options:
      --dry-run  Only check and count.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts import drafts.jsonl
      drafts export --owner ana | drafts import -

    """
}
