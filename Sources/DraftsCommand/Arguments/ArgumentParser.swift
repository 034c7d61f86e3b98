/// Reads command lines of the form `tool [global options] verb [arguments and options]`.
///
/// `--name value` and `--name=value`; `--` ends the options; `-` is a word like any other.
/// `--help`, `-h` and `help VERB` are always there, `--version` before the verb. Help wins over
/// what else may be wrong with a command line.
package struct ArgumentParser: Sendable {
  let tool: String
  let abstract: String
  let discussion: String
  package let version: String
  let verbs: [Verb]
  let globalOptions: [Verb.Option]

  /// A parser.
  ///
  /// - Parameters:
  ///   - tool: The name of the command.
  ///   - abstract: One sentence on what it is for.
  ///   - discussion: What stands at the end of its help.
  ///   - version: What `--version` prints.
  ///   - verbs: What it can do.
  ///   - globalOptions: Options of every verb, allowed before the verb too.
  package init(
    tool: String, abstract: String, discussion: String = "", version: String, verbs: [Verb],
    globalOptions: [Verb.Option] = []
  ) {
    #if DEBUG
      // What is declared does not change between builds, and a release need not look each time.
      precondition(Set(verbs.map(\.name)).count == verbs.count, "A verb is declared twice.")
      for verb in verbs { verb.checkDeclaration(globalOptions: globalOptions) }
    #endif
    self.tool = tool
    self.abstract = abstract
    self.discussion = discussion
    self.version = version
    self.verbs = verbs
    self.globalOptions = globalOptions
  }

  /// What a command line asks for.
  package enum Request: Sendable {
    /// To do something.
    case run(ParsedArguments)
    /// Help on a verb, or on the whole command.
    case help(Verb?)
    /// The version.
    case version
  }

  /// Understands the words after the command's name.
  ///
  /// - Throws: ``UsageError``.
  package func parse(_ words: [String]) throws(UsageError) -> Request {
    var state = Parse(parser: self, words: words)
    do throws(UsageProblem) {
      return try state.request()
    } catch {
      if ArgumentScanner.contains(["--help", "-h"], in: words) { return .help(state.verb) }
      throw UsageError(error, tool: tool, verb: state.verb?.name)
    }
  }

  /// Whether a flag is given in a command line that may be wrong in other places; so that
  /// errors of usage, too, are JSON under `--json`.
  package static func isGiven(_ flag: String, in words: [String]) -> Bool {
    ArgumentScanner.contains(["--\(flag)"], in: words)
  }

  func verb(named typed: String) throws(UsageProblem) -> Verb {
    if let verb = verbs.first(where: { $0.name == typed }) { return verb }
    let names = (verbs + [.help]).map(\.name)
    throw .unknownVerb(typed, suggestion: Suggestion.nearest(to: typed, among: names))
  }
}

/// One command line on its way through the parser.
private struct Parse {
  let parser: ArgumentParser
  var scanner: ArgumentScanner
  var verb: Verb?
  var beforeVerb: [(option: Verb.Option, value: String?)] = []

  init(parser: ArgumentParser, words: [String]) {
    self.parser = parser
    scanner = ArgumentScanner(words)
  }

  mutating func request() throws(UsageProblem) -> ArgumentParser.Request {
    while let token = scanner.next() {
      switch token {
      case .option("--help", nil), .option("-h", nil): return .help(nil)
      case .option("--version", nil): return .version
      case .option(let typed, let inlineValue):
        let option = try option(typed)
        beforeVerb.append((option, try value(of: option, inlineValue)))
      case .word(let typed):
        guard typed != Verb.help.name else { return try helpRequest() }
        let verb = try parser.verb(named: typed)
        self.verb = verb
        return try request(for: verb)
      }
    }
    throw .noVerb(verbs: parser.verbs.map(\.name))
  }

  private mutating func request(for verb: Verb) throws(UsageProblem) -> ArgumentParser.Request {
    var parsed = ParsedArguments(
      tool: parser.tool, verb: verb, globalOptions: parser.globalOptions)
    for (option, value) in beforeVerb { try parsed.add(option, value: value) }
    while let token = scanner.next() {
      switch token {
      case .option("--help", nil), .option("-h", nil): return .help(verb)
      case .option(let typed, let inlineValue):
        let option = try option(typed)
        try parsed.add(option, value: try value(of: option, inlineValue))
      case .word(let word): try parsed.add(word)
      }
    }
    try parsed.checkComplete()
    return .run(parsed)
  }

  /// `help`, `help VERB`.
  private mutating func helpRequest() throws(UsageProblem) -> ArgumentParser.Request {
    guard case .run(let parsed) = try request(for: .help), let name = parsed.positional("VERB")
    else { return .help(nil) }
    return name == Verb.help.name ? .help(nil) : .help(try parser.verb(named: name))
  }

  private func option(_ typed: String) throws(UsageProblem) -> Verb.Option {
    let options = (verb?.options ?? []) + parser.globalOptions
    if let option = options.first(where: { "--\($0.name)" == typed }) { return option }
    let bare = String(typed.drop { $0 == "-" })
    if verb == nil, parser.verbs.contains(where: { $0.options.contains { $0.name == bare } }) {
      throw .optionBeforeVerb(bare)
    }
    let suggestion = Suggestion.nearest(to: bare, among: options.map(\.name))
    throw .unknownOption(typed, verb: verb?.name, suggestion: suggestion)
  }

  private mutating func value(
    of option: Verb.Option, _ inlineValue: String?
  ) throws(UsageProblem) -> String? {
    guard let placeholder = option.placeholder else {
      if inlineValue != nil { throw .unexpectedValue(option.name) }
      return nil
    }
    if let value = inlineValue ?? scanner.nextValue() { return value }
    throw .missingValue(option.name, placeholder: placeholder)
  }
}
