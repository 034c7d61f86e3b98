import FormDrafts

/// What the command line asks for.
struct Arguments {
  enum Task {
    case fill(definition: String)
    case signOut
    case help
  }

  var task: Task
  var store: String?
  var owner = DraftOwner.nobody

  static let help = """
    Fills in a form in the terminal, and keeps what you answered as a draft.

    usage: TerminalForm DEFINITION [--owner NAME | --nobody] [--store DIR]
           TerminalForm sign-out (--owner NAME | --nobody) [--store DIR]

      DEFINITION     a form definition: Formhaus, JSON Schema or native JSON
      sign-out       remove every draft of an owner, to the last byte
      --owner NAME   whose draft it is
      --nobody       nobody is signed in (this is so if nothing is said)
      --store DIR    where drafts are kept (else where apps keep their data)
      --help         this text

    Every answer is saved as soon as it is given; passwords and other secrets never are.
    Answers may be piped in, one a line.

    exit codes: 0 sent, kept or signed out; 1 failed; 2 signed out, not all bytes erased yet;
    64 usage; 65 the definition cannot be used; 130 the input ended, the draft is kept.
    A signal (Ctrl-C, hang-up) ends the process as that signal does.

    """

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(Complaint) {
    var names: [String] = []
    var isOwnerNamed = false
    task = .help
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": return
      case "--store": store = try Self.value(of: word, &rest)
      case "--owner", "--nobody":
        guard !isOwnerNamed else {
          throw Complaint(.usage, "Only one owner can be named.")
        }
        owner = word == "--nobody" ? .nobody : .account(try Self.value(of: word, &rest))
        isOwnerNamed = true
      case _ where word.utf8.first == UInt8(ascii: "-"):
        throw Complaint(.usage, "There is no option \(word).", hint: "See TerminalForm --help.")
      default: names.append(word)
      }
    }
    task = try Self.task(names, isOwnerNamed: isOwnerNamed)
  }

  private static func task(_ names: [String], isOwnerNamed: Bool) throws(Complaint) -> Task {
    guard names.count == 1 else {
      throw Complaint(
        .usage, names.isEmpty ? "Name a form definition." : "Name one form definition, not more.",
        hint: "See TerminalForm --help.")
    }
    guard names[0] == "sign-out" else { return .fill(definition: names[0]) }
    // A forgotten owner must not sign out somebody else.
    guard isOwnerNamed else {
      throw Complaint(.usage, "Say who signs out.", hint: "Add --owner NAME or --nobody.")
    }
    return .signOut
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(Complaint) -> String {
    guard let value = rest.popFirst() else {
      throw Complaint(.usage, "\(option) needs a value.", hint: "See TerminalForm --help.")
    }
    return value
  }
}
