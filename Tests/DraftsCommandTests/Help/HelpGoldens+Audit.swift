extension HelpGoldens {
  static let audit = """
    Look for stored secrets, loose files and what stayed too long.

    Usage:
      drafts audit [--owner OWNER | --nobody] [--form FORM] [--schema FILE]
        [--ui-schema FILE] [--format NAME]

    Looked for are secrets that are stored all the same, by the definition each
    draft was saved under and, for drafts of its form, by --schema; values that look
    like card numbers, IBANs, US social security numbers, private keys or tokens,
    unless the definition says that the field is kept; files that others can read; a
    store among temporary or shared files; expired and discarded drafts that are
    still there; bytes that may not be gone; and what repairs put aside. What cannot
    be examined is a finding too. With an option that narrows, the place of the
    store is left out.
    Nothing is removed, and no value is printed. The bytes of picked files are not
    looked into. Exit code 2: something was found, or there is no store.

    Options:
      --owner OWNER     Only drafts of this account.
      --nobody          Only drafts that are nobody’s.
      --form FORM       Only drafts of this form.
      --schema FILE     A definition that says what is a secret now.
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
      drafts audit --owner ana --json
      drafts audit --form signup --schema signup.json

    """
}
