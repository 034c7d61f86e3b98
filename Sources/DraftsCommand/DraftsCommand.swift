import FormDrafts

/// The command `drafts`: reads the words, runs one verb, and turns whatever ends it into an exit
/// code.
package enum DraftsCommand {
  package static let version = "0.6.0"

  private static let verbs: [any (RunnableVerb & SendableMetatype).Type] = [
    SaveVerb.self, RestoreVerb.self, ListVerb.self, ShowVerb.self, DiscardVerb.self,
    PurgeVerb.self, SchemaVerb.self, ExportVerb.self, ImportVerb.self,
    CompatVerb.self, HistoryVerb.self, RevertVerb.self, AuditVerb.self, DoctorVerb.self,
    RepairVerb.self, BackupVerb.self,
  ]

  /// The parser of the whole command line.
  package static let parser = ArgumentParser(
    tool: "drafts",
    abstract: "Look after a store of form drafts.",
    discussion: """
      A PATH is a JSON pointer (/address/city; write ~1 for “/” and ~0 for “~” inside a name, \
      ~* for every item of a list), or one name without a leading slash. An ID may be cut to any \
      unique beginning of 4 characters or more. Results go to standard output, everything else \
      to standard error.
      Exit codes: 0 done; 1 failed; 2 the answer is no (not found, does not fit, conflict, \
      findings, erasure pending); 64 usage; 65 damaged draft, store or input; 73 cannot create; \
      74 I/O or disk full; 75 busy; 76 store of a later version; 77 not ours or no permission.
      """,
    version: version, verbs: verbs.map { $0.verb },
    globalOptions: [
      .value("store", "DIR", "The store.", defaultText: "$DRAFTS_STORE"),
      .flag("json", "Print one JSON document; errors too, as one object on standard error."),
    ])

  /// Runs a command line to its end.
  ///
  /// - Parameters:
  ///   - words: what follows the command's name.
  ///   - io: the streams.
  /// - Returns: the exit code.
  package static func run(_ words: [String], io: CommandIO) async -> Int32 {
    let isJSON = ArgumentParser.isGiven("json", in: words)
    do {
      let code = try await perform(words, io: io)
      try io.output.flush()
      return code.rawValue
    } catch {
      return report(error, isJSON: isJSON, io: io).rawValue
    }
  }

  private static func perform(_ words: [String], io: CommandIO) async throws -> ExitCode {
    switch try parser.parse(words) {
    case .help(let verb):
      try io.output.write(HelpText.text(for: verb, of: parser, columns: io.columns))
      return .done
    case .version:
      try io.output.writeLine("drafts \(version)")
      return .done
    case .run(let arguments):
      guard let verb = verbs.first(where: { $0.verb.name == arguments.verbName }) else {
        return .failed
      }
      return try await verb.run(VerbContext(arguments: arguments, io: io))
    }
  }

  /// Says what went wrong, in one place for every verb.
  package static func report(_ error: any Error, isJSON: Bool, io: CommandIO) -> ExitCode {
    let code = ExitCode(of: error)
    let problem: Problem
    switch error {
    case let error as DraftError: problem = Problem(error)
    case let error as UsageError:
      problem = Problem(code: UsageError.code, message: error.message, hint: error.hint)
    case let failure as StreamFailure:
      guard let words = failure.draftError(file: nil) else { return code }
      problem = Problem(words)
    default:
      problem = Problem(
        code: "internalError", message: "An unexpected error of type \(type(of: error)).",
        hint: "This is a mistake in FormDrafts; please report it.")
    }
    // Where nobody hears the error, the exit code still tells.
    try? io.output.flush()
    try? io.error.write(isJSON ? problem.json : problem.text)
    try? io.error.flush()
    return code
  }
}

/// An error as it is printed.
private struct Problem {
  var code: String
  var message: String
  var hint: String?
  var path: String?
  /// The field it is about, as people read it.
  var field: String?

  init(code: String, message: String, hint: String?) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  init(_ error: DraftError) {
    code = error.code.rawValue
    message = error.message
    hint = error.hint
    field = error.paths.first?.description
    path = error.paths.first?.pointer ?? error.file
  }

  var json: String {
    let members: [DraftObject.Member] = [
      .init("code", .text(code)), .init("message", .text(message)),
      .init("hint", hint.map(DraftValue.text) ?? .null),
      .init("path", path.map(DraftValue.text) ?? .null),
    ]
    let document = DraftValue.object([
      "error": .object(DraftObject(members))
    ])
    return document.printableJSON + "\n"
  }

  /// One line, so that a log has one entry for one error.
  var text: String {
    var words = [message.printable]
    if let field, !message.contains(field) { words.append("It is about \(field.echoed).") }
    if let hint { words.append(hint.printable) }
    return "drafts: \(words.joined(separator: " "))\n"
  }
}

extension DraftError {
  /// One error for all that something had to be left out for; nil for none.
  static func summary(of errors: [DraftError]) -> DraftError? {
    guard errors.count > 1, let first = errors.first else { return errors.first }
    return DraftError(
      first.code, errors.map(\.message).joined(separator: " "), hint: first.hint,
      paths: first.paths, file: first.file)
  }
}

/// A verb: what it takes, and what it does.
protocol RunnableVerb: Sendable {
  static var verb: Verb { get }
  static func run(_ context: VerbContext) async throws -> ExitCode
}

extension DraftValue {
  /// JSON that cannot steer a terminal.
  var printableJSON: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes, style: .printable)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension DraftsCommand {
  /// Runs this process's command line and ends the process.
  package static func main() async -> Never {
    ProcessPolicy.reserveStandardDescriptors()
    ProcessPolicy.installSignalPolicy()
    ProcessPolicy.disableCoreDumps()
    let io = CommandIO.process()
    let words: [String]
    do throws(UsageError) {
      words = try ProcessArguments.words(tool: parser.tool)
    } catch {
      let isJSON = ProcessArguments.isGiven("json")
      ProcessPolicy.end(report(error, isJSON: isJSON, io: io).rawValue)
    }
    ProcessPolicy.end(await run(words, io: io))
  }
}
