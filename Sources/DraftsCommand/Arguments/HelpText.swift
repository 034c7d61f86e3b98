/// The help of the command and of its verbs.
package struct HelpText {
  /// Longer lines are hard to read, however wide the terminal is.
  private static let widest = 100
  /// Names wider than this stand on a line of their own.
  private static let widestName = 26

  private let width: Int
  private var lines: [String] = []

  private init(columns: Int) { width = min(columns, Self.widest) }

  /// The help of the whole command, or of a verb.
  ///
  /// - Parameters:
  ///   - verb: The verb; `nil` for the command.
  ///   - parser: What declares them.
  ///   - columns: The width of the terminal; of more than 100 only 100 are used.
  package static func text(for verb: Verb?, of parser: ArgumentParser, columns: Int) -> String {
    var help = HelpText(columns: columns)
    if let verb {
      help.add(verb, of: parser)
    } else {
      help.add(parser)
    }
    return help.lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ parser: ArgumentParser) {
    addParagraph(parser.abstract)
    addUsage(["\(parser.tool) VERB [options]"])
    addSection("Verbs", parser.verbs.map { ($0.name, $0.abstract) })
    addSection("Options of every verb", parser.globalOptions.map(Self.entry) + Self.alwaysThere)
    if !parser.discussion.isEmpty {
      lines.append("")
      addParagraph(parser.discussion)
    }
    lines.append("")
    addParagraph("“\(parser.tool) help VERB” tells more about a verb.")
  }

  private mutating func add(_ verb: Verb, of parser: ArgumentParser) {
    addParagraph(verb.abstract)
    addUsage(["\(parser.tool) \(verb.name)"] + Self.usage(of: verb))
    if !verb.discussion.isEmpty {
      lines.append("")
      addParagraph(verb.discussion)
    }
    addSection("Arguments", verb.arguments.map { ($0.name, $0.help) })
    addSection("Options", verb.options.map(Self.entry))
    addSection("Options of every verb", parser.globalOptions.map(Self.entry) + Self.help)
    if !verb.examples.isEmpty {
      lines += ["", "Examples:"] + verb.examples.map { "  \($0)" }
    }
  }

  private static let help = [("-h, --help", "Show this help.")]
  private static let alwaysThere = help + [("--version", "Show the version; before a verb.")]

  /// An option's name with its placeholder, and its help with what else is to know.
  private static func entry(_ option: Verb.Option) -> (String, String) {
    var notes: [String] = []
    if option.isRequired { notes.append("required") }
    if option.isRepeatable { notes.append("can be repeated") }
    if let text = option.defaultText { notes.append("default: \(text)") }
    let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return (spelling(option), option.help + suffix)
  }

  private static func spelling(_ option: Verb.Option) -> String {
    "--\(option.name)" + (option.placeholder.map { " \($0)" } ?? "")
  }
}

extension HelpText {
  /// The parts of a usage line, each to stay on one line.
  private static func usage(of verb: Verb) -> [String] {
    var parts: [String] = []
    var done: Set<String> = []
    func add(_ name: String, _ part: String) {
      guard !done.contains(name) else { return }
      if let group = verb.exclusive.first(where: { $0.isInUsage && $0.members.contains(name) }) {
        let members = group.members.map { member in
          verb.options.first { $0.name == member }.map(spelling) ?? member
        }
        let joined = members.joined(separator: " | ")
        parts.append(group.isRequired ? "(\(joined))" : "[\(joined)]")
        done.formUnion(group.members)
      } else {
        parts.append(part)
        done.insert(name)
      }
    }
    for argument in verb.arguments {
      add(argument.name, argument.isOptional ? "[\(argument.name)]" : argument.name)
    }
    for option in verb.options {
      let text = option.isRequired ? spelling(option) : "[\(spelling(option))]"
      add(option.name, option.isRepeatable ? text + "…" : text)
    }
    return parts
  }

  private mutating func addUsage(_ parts: [String]) {
    lines += ["", "Usage:"]
    let hanging = String(repeating: " ", count: 4)
    let room = width - hanging.utf8.count
    // What is too wide to stay on one line breaks like other text.
    let pieces = parts.flatMap { part in
      CellWidth.width(of: part) <= room ? [part] : part.split(separator: " ").map(String.init)
    }
    for (index, line) in TextWrap.wrapped(pieces, width: room).enumerated() {
      lines.append((index == 0 ? "  " : hanging) + line)
    }
  }

  private mutating func addParagraph(_ text: String) {
    lines += TextWrap.lines(of: text, width: width)
  }

  /// Two columns: names, and what they mean.
  private mutating func addSection(_ title: String, _ entries: [(String, String)]) {
    guard !entries.isEmpty else { return }
    lines += ["", "\(title):"]
    let limit = max(8, min(Self.widestName, width / 2 - 4))
    let names = entries.map { CellWidth.width(of: $0.0) }
    let column = names.filter { $0 <= limit }.max() ?? limit
    let indent = String(repeating: " ", count: column + 4)
    for (entry, cells) in zip(entries, names) {
      var texts = TextWrap.lines(of: entry.1, width: width - column - 4)[...]
      if cells <= column, let first = texts.popFirst() {
        let padding = String(repeating: " ", count: column - cells + 2)
        lines.append("  \(entry.0)\(padding)\(first)")
      } else {
        lines.append("  \(entry.0)")
      }
      lines += texts.map { indent + $0 }
    }
  }
}
