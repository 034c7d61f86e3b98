extension HelpGoldens {
  static let compat = """
    Count what becomes of drafts under a form as it is to be; for CI.

    Usage:
      drafts compat FILE [NEW] [--answers FILE]… [--drafts FILE]… [--form FORM]
        [--owner OWNER | --nobody] [--record RECORD | --new] [--ui-schema FILE]
        [--format NAME] [--floor SHARE] [--accept-newer] [--upgrade FILE]
        [--allow LEVEL] [--annotate]

    With one definition, each draft of its form in the store, or in exported files,
    is restored under it. With two, each object of --answers is a draft saved under
    the first and restored under the second; without --answers, answers of every
    kind the first takes are tried, and each field counts with the worst that
    happens. Nothing is written, and no answer is printed.
    --allow wholly: every draft must restore wholly. --allow decision: drafts may
    need a decision. --allow anything: the exit code is 0 whatever becomes of them.
    Exit code 2: something is worse than that, or there is no store.

    Arguments:
      FILE  The form as it is to be; before NEW, the form as it was.
      NEW   The form as it is to be.

    Options:
      --answers FILE    Answers saved under the first definition: a JSON object, a
                        list of them, or JSON Lines. (can be repeated)
      --drafts FILE     Drafts as drafts export prints them, also with --shape. (can
                        be repeated)
      --form FORM       The form's id, in the definitions and of the drafts.
                        (default: the definition's own)
      --owner OWNER     Only drafts of this account.
      --nobody          Only drafts that are nobody’s.
      --record RECORD   Only drafts of this record.
      --new             Only drafts of things that are no record yet.
      --ui-schema FILE  A UI schema beside a JSON Schema: its password widgets are
                        secrets.
      --format NAME     The definition's format: native, formhaus, json-schema,
                        surveyjs. (default: told by its content)
      --floor SHARE     The share of answers that must fit, 0 to 1. (default: 0.5)
      --accept-newer    Take a draft of a newer form, as far as it fits.
      --upgrade FILE    Steps from earlier forms to this one, as JSON.
      --allow LEVEL     The worst that is no failure: wholly, decision or anything.
                        (default: wholly)
      --annotate        Print a line a field for CI to show beside the definition.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts compat signup.json signup-next.json
      drafts compat signup.json signup-next.json --answers answers.json --annotate
      drafts compat signup-next.json --allow decision --json
      drafts compat signup-next.json --drafts drafts.jsonl

    """
}
