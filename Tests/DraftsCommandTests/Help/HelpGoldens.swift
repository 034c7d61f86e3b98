/// The help texts as people see them at 80 columns, word for word.
enum HelpGoldens {
  static let command = """
    Look after a store of form drafts.

    Usage:
      drafts VERB [options]

    Verbs:
      save     Save a draft, without its secrets.
      restore  Print a draft's values, and how they fit the form.
      list     List the drafts by owner, the last saved first.
      show     Show what a draft holds, field by field, without values.
      discard  End one draft; it does not rise again.
      purge    Remove drafts so that no byte of them is left in the store.
      schema   Show what a form definition says: fields, types, secrets, steps.
      export   Print drafts as JSON Lines, with the definition each was saved under.
      import   Add exported drafts: all of a file, or none.
      compat   Count what becomes of drafts under a form as it is to be; for CI.
      history  List the earlier states of a draft that it can go back to.
      revert   Make an earlier state of a draft its current one.
      audit    Look for stored secrets, loose files and what stayed too long.
      doctor   Look whether everything that was written is there and holds.
      repair   Keep what can be read of damaged databases, and put those aside.
      backup   Copy the store while it is in use.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.
      --version    Show the version; before a verb.

    A PATH is a JSON pointer (/address/city; write ~1 for “/” and ~0 for “~” inside
    a name, ~* for every item of a list), or one name without a leading slash. An ID
    may be cut to any unique beginning of 4 characters or more. Results go to
    standard output, everything else to standard error.
    Exit codes: 0 done; 1 failed; 2 the answer is no (not found, does not fit,
    conflict, findings, erasure pending); 64 usage; 65 damaged draft, store or
    input; 73 cannot create; 74 I/O or disk full; 75 busy; 76 store of a later
    version; 77 not ours or no permission.

    “drafts help VERB” tells more about a verb.

    """

  static let save = """
    Save a draft, without its secrets.

    Usage:
      drafts save [--form FORM] [--schema FILE] [--ui-schema FILE] [--format NAME]
        [--owner OWNER | --nobody] [--record RECORD | --new] [--draft ID]
        [--based-on REV] [--baseline VERSION] [--baseline-values FILE]
        [--title TEXT] [--expires-after DURATION] --values FILE [--touched PATH]…
        [--dirty PATH]… [--step STEP] [--skipped STEP]… [--secret PATH]…
        [--not-secret PATH]…

    Without --draft a new draft is made, even if the key has one. With --draft the
    definition it was saved under is used unless --schema is given, and marks, step
    and skipped steps that are not given stay as they are.

    Options:
      --form FORM               The form's id. (default: the definition's own)
      --schema FILE             The form's definition.
      --ui-schema FILE          A UI schema beside a JSON Schema: its password
                                widgets are secrets.
      --format NAME             The definition's format: native, formhaus,
                                json-schema, surveyjs. (default: told by its
                                content)
      --owner OWNER             The account that is signed in.
      --nobody                  Nobody is signed in; holds unless --owner is given.
      --record RECORD           The record that is edited.
      --new                     A new thing that is no record yet; holds unless
                                --record is given.
      --draft ID                Save this draft instead of making one.
      --based-on REV            The revision the values were made from; refuse if it
                                moved on.
      --baseline VERSION        The version of the record the draft started from.
      --baseline-values FILE    The record's values then, as one JSON object.
      --title TEXT              A title for lists.
      --expires-after DURATION  How long the draft lives after each save: 12h, 30d;
                                0s: for ever. (default: as before; for ever)
      --values FILE             The answers, as one JSON object; - for standard
                                input. (required)
      --touched PATH            A field the person visited. (can be repeated)
      --dirty PATH              A field the person changed. (can be repeated)
      --step STEP               The step the person is on.
      --skipped STEP            A step the person passed over. (can be repeated)
      --secret PATH             A secret whatever its name says. (can be repeated)
      --not-secret PATH         No secret whatever its name says. (can be repeated)

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts save --schema signup.json --owner ana --values answers.json
      drafts save --draft 3f2a --based-on 4 --values -

    """

  static let restore = """
    Print a draft's values, and how they fit the form.

    Usage:
      drafts restore [ID] [--form FORM] [--owner OWNER | --nobody]
        [--record RECORD | --new] [--schema FILE] [--ui-schema FILE] [--format NAME]
        [--policy POLICY] [--floor SHARE] [--accept-newer] [--upgrade FILE]
        [--baseline VERSION] [--baseline-values FILE] [--values-only]

    A draft is named by its ID, or by --form with owner and record; of several
    drafts of such a key the last saved is taken and the others are named. Without
    --schema the definition the draft was saved under is used. Nothing is written:
    drafts save --draft ID --schema FILE --values - writes back what fits, and keeps
    the rest with the draft. Exit code 2: there is no draft, or something needs a
    decision.
    With --baseline the record as it is now is compared with the one the draft was
    begun on.

    Arguments:
      ID  The draft.

    Options:
      --form FORM             The form; with an ID, the name of the definition that
                              does not name itself.
      --owner OWNER           The account that is signed in.
      --nobody                Nobody is signed in; holds unless --owner is given.
      --record RECORD         The record that is edited.
      --new                   A new thing that is no record yet; holds unless
                              --record is given.
      --schema FILE           The form's definition.
      --ui-schema FILE        A UI schema beside a JSON Schema: its password widgets
                              are secrets.
      --format NAME           The definition's format: native, formhaus,
                              json-schema, surveyjs. (default: told by its content)
      --policy POLICY         What to do with what does not fit: review, salvage or
                              strict. (default: review)
      --floor SHARE           The share of answers that must fit, 0 to 1. (default:
                              0.5)
      --accept-newer          Take a draft of a newer form, as far as it fits.
      --upgrade FILE          Steps from earlier forms to this one, as JSON.
      --baseline VERSION      The version the record has now.
      --baseline-values FILE  The record's values now, as one JSON object.
      --values-only           Print only the values, as one JSON object.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts restore 3f2a
      drafts restore --form signup --owner ana --schema signup.json
      drafts restore 3f2a --schema signup.json --policy salvage --json

    """

  static let list = """
    List the drafts by owner, the last saved first.

    Usage:
      drafts list [--owner OWNER | --nobody] [--form FORM]
        [--record RECORD | --new]

    Every answer's checksum is compared. A damaged draft is listed as one and hides
    no other; the exit code stays 0. An owner's database that cannot be opened at
    all is an error, after the drafts of the others.

    Options:
      --owner OWNER    Only drafts of this account.
      --nobody         Only drafts that are nobody’s.
      --form FORM      Only drafts of this form.
      --record RECORD  Only drafts of this record.
      --new            Only drafts of things that are no record yet.

    Options of every verb:
      --store DIR  The store. (default: $DRAFTS_STORE)
      --json       Print one JSON document; errors too, as one object on standard
                   error.
      -h, --help   Show this help.

    Examples:
      drafts list
      drafts list --owner ana --json

    """

  static let all: [(verb: String, text: String)] = [
    ("", command), ("save", save), ("restore", restore), ("list", list), ("show", show),
    ("discard", discard), ("purge", purge), ("schema", schema), ("export", export),
    ("import", importing), ("compat", compat), ("history", history),
    ("revert", revert), ("audit", audit), ("doctor", doctor), ("repair", repair),
    ("backup", backup),
  ]
}
