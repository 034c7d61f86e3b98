package import FormDrafts

/// Where bytes come from.
package protocol ByteSource: AnyObject {
  /// All bytes up to the end.
  ///
  /// - Throws: ``StreamFailure/tooLarge(limit:)`` if there are more than `limit`;
  ///   ``StreamFailure/system(_:code:)``.
  func readAll(limit: Int) throws(StreamFailure) -> [UInt8]

  /// The bytes up to the next line feed, without it; `nil` at the end.
  ///
  /// - Throws: As ``readAll(limit:)``.
  func readLine(limit: Int) throws(StreamFailure) -> [UInt8]?
}

/// Where bytes go.
package protocol ByteSink: AnyObject {
  /// Writes bytes, or keeps them for the next ``flush()``.
  ///
  /// - Throws: ``StreamFailure/closedPipe`` if nobody reads any more;
  ///   ``StreamFailure/system(_:code:)``. After a failure each further call throws it again.
  func write(_ bytes: [UInt8]) throws(StreamFailure)

  /// Writes what was kept.
  ///
  /// - Throws: As `write`.
  func flush() throws(StreamFailure)
}

extension ByteSink {
  /// Writes a text as UTF-8.
  ///
  /// - Throws: As `write` of bytes.
  package func write(_ text: String) throws(StreamFailure) {
    try write(Array(text.utf8))
  }

  /// Writes a text and a line feed.
  ///
  /// - Throws: As `write` of bytes.
  package func writeLine(_ text: String) throws(StreamFailure) {
    try write(text + "\n")
  }
}

/// All that the command sees of the world besides its arguments.
///
/// A test gives streams of its own. One command uses them at a time, from one task.
package struct CommandIO {
  /// The standard input.
  package var input: any ByteSource
  /// Results go here, and nothing else.
  package var output: any ByteSink
  /// Errors, questions and notes go here.
  package var error: any ByteSink
  /// Whether the standard input is a terminal, so that a person can be asked.
  package var isInputTTY: Bool
  /// Whether the standard output is a terminal.
  package var isOutputTTY: Bool
  /// Whether the standard error is a terminal.
  package var isErrorTTY: Bool
  /// The width for tables and help: `COLUMNS`, else the terminal's, else 80.
  ///
  /// Away from a terminal it is 80 too: a table is for people, wherever it goes, and programs
  /// have `--json`, which cuts nothing.
  package var columns: Int
  /// Looks up a variable of the environment; `nil` if it is not set or not UTF-8.
  package var environment: @Sendable (String) -> String?
  /// The time that goes by, from any beginning; for saying how long something takes.
  package var elapsed: @Sendable () -> Duration = CommandIO.uptime
  /// What the store takes from the world.
  package var storeEnvironment = DraftEnvironment()

  /// Streams of one's own.
  package init(
    input: any ByteSource, output: any ByteSink, error: any ByteSink, isInputTTY: Bool = false,
    isOutputTTY: Bool = false, isErrorTTY: Bool = false, columns: Int = 80,
    environment: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.input = input
    self.output = output
    self.error = error
    self.isInputTTY = isInputTTY
    self.isOutputTTY = isOutputTTY
    self.isErrorTTY = isErrorTTY
    self.columns = columns
    self.environment = environment
  }

  /// Whether the output may be styled: a terminal that can, and nobody said no.
  ///
  /// no-color.org: `NO_COLOR`, when present and not an empty string, regardless of its value.
  package var usesStyle: Bool {
    guard isOutputTTY, (environment("NO_COLOR") ?? "").isEmpty else { return false }
    let terminal = environment("TERM") ?? ""
    return !terminal.isEmpty && terminal != "dumb"
  }

  /// The time since the first call, by a clock that nobody sets.
  private static let beginning = ContinuousClock.now
  @Sendable
  private static func uptime() -> Duration { beginning.duration(to: .now) }

  /// The width that `COLUMNS`, else the terminal, else the habit of 80 gives.
  ///
  /// A `COLUMNS` that is no number of 1 to 10 000 counts as not set.
  static func columns(variable: String?, terminal: Int?) -> Int {
    let sensible = 1...10_000
    if let variable, let columns = Int(variable), sensible.contains(columns) { return columns }
    if let terminal, sensible.contains(terminal) { return terminal }
    return 80
  }

  /// Asks a question that is answered with yes or no; only “y” and “yes” are a yes.
  ///
  /// The question goes to the error stream, so that a redirected output stays clean. Ask only
  /// when ``isInputTTY``; elsewhere destructive verbs want `--yes`.
  ///
  /// - Throws: What the streams throw.
  package func confirm(_ question: String) throws(StreamFailure) -> Bool {
    try output.flush()
    try error.write("\(question) [y/N] ")
    try error.flush()
    let line = try input.readLine(limit: 1_024) ?? []
    let word = String(decoding: line, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return word == "y" || word == "yes"
  }
}
