/// What the command line asks for.
struct Options {
  var filter = ""
  var isJSON = false
  var rounds = 9
  var directory = "/tmp"
  var drafts: String?
  var valgrind = true
  var arguments: [String] = []

  static let usage = """
    usage: benchmark [--filter TEXT] [--rounds N] [--directory DIR] [--drafts PATH]
                     [--no-valgrind] [--json]
           benchmark gate [--directory DIR] [--json]
           benchmark scale [--owners N] [--drafts-each N] [--bytes N] [--directory DIR] [--json]

    Measures FormDrafts beside the same durable work in C and beside what an application does
    without it. --filter takes benchmarks whose name contains the text; --drafts names the command
    for cli.list100; --directory is where the stores are made, and removed again.
    """

  init(_ words: [String]) throws {
    var rest = words[...]
    func value(_ name: String, _ rest: inout ArraySlice<String>) throws -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(name) needs a value.") }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--filter": filter = try value(word, &rest)
      case "--json": isJSON = true
      case "--no-valgrind": valgrind = false
      case "--directory": directory = try value(word, &rest)
      case "--drafts": drafts = try value(word, &rest)
      case "--rounds":
        guard let number = Int(try value(word, &rest)), number > 0 else {
          throw UsageError("--rounds needs a number.")
        }
        rounds = number
      case "--help", "-h": throw UsageError("")
      default: arguments.append(word)
      }
    }
  }
}

struct UsageError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
