import Testing

@testable import DraftsCommand

@Suite("Help texts")
struct HelpTextTests {
  private func help(_ verb: Verb?, columns: Int) -> String {
    HelpText.text(for: verb, of: SampleParser.parser, columns: columns)
  }

  @Test("The help of the command lists its verbs and the options of every verb")
  func command() {
    #expect(
      help(nil, columns: 80) == """
        Look after unfinished forms.

        Usage:
          drafts VERB [options]

        Verbs:
          save     Save a draft.
          restore  Print a draft as it fits the form today.
          list     List drafts, the last saved first.
          show     Show one draft.
          purge    Remove drafts for good.

        Options of every verb:
          --store DIR  The store.
          --json       Print one JSON document.
          -h, --help   Show this help.
          --version    Show the version; before a verb.

        DRAFTS_STORE names the store where --store does not.

        “drafts help VERB” tells more about a verb.

        """)
  }

  @Test("The help of a verb has usage, arguments, options and examples")
  func verb() {
    #expect(
      help(SampleParser.list, columns: 80) == """
        List drafts, the last saved first.

        Usage:
          drafts list [--owner OWNER | --nobody] [--form FORM] [--limit N]

        Options:
          --owner OWNER  Only drafts of this account.
          --nobody       Only drafts of nobody.
          --form FORM    Only drafts of this form.
          --limit N      At most so many. (default: all)

        Options of every verb:
          --store DIR  The store.
          --json       Print one JSON document.
          -h, --help   Show this help.

        Examples:
          drafts list --owner u1

        """)
  }

  @Test("Usage shows what is required, optional, repeatable and exclusive")
  func usage() {
    #expect(
      help(SampleParser.restore, columns: 80).contains("  drafts restore (ID | --form FORM)\n"))
    #expect(help(SampleParser.show, columns: 80).contains("  drafts show ID [--values]\n"))
  }

  @Test("Long names stand above their help, and all wraps to the terminal")
  func narrow() {
    #expect(
      help(SampleParser.save, columns: 50) == """
        Save a draft.

        Usage:
          drafts save --values FILE|- [--title TITLE]
            [--touched PATH]…
            [--baseline-values-of-the-record FILE]

        Values are JSON.

        Secrets never reach the store, whatever the
        options say.

        Options:
          --values FILE|-  The values. (required)
          --title TITLE    A title for lists.
          --touched PATH   A field the person visited.
                           (can be repeated)
          --baseline-values-of-the-record FILE
                           The record's values that the
                           draft started from, for fields
                           that were changed.

        Options of every verb:
          --store DIR  The store.
          --json       Print one JSON document.
          -h, --help   Show this help.

        """)
  }

  @Test("No line is wider than the terminal or than 100 cells", arguments: [40, 80, 100, 200])
  func width(columns: Int) {
    for verb in [nil] + SampleParser.parser.verbs.map(Optional.some) {
      for line in help(verb, columns: columns).split(separator: "\n") {
        #expect(CellWidth.width(of: String(line)) <= min(columns, 100), "\(line)")
        #expect(line.last != " ")
      }
    }
  }
}
