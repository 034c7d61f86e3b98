import FormDrafts

/// What a verb works with: its arguments, the streams and the store.
struct VerbContext {
  let arguments: ParsedArguments
  let io: CommandIO

  var isJSON: Bool { arguments.flag("json") }

  /// The most that is read from a file of values or a definition: more than a draft may hold.
  static let inputLimit = 100_000_000

  /// The store's directory: `--store`, else `DRAFTS_STORE`.
  func storePath() throws -> String {
    if let path = arguments.string("store"), !path.isEmpty { return path }
    if let path = io.environment("DRAFTS_STORE"), !path.isEmpty { return path }
    throw UsageError(
      "No store is named.", hint: "Give --store DIR, or set DRAFTS_STORE.")
  }

  /// The store, for verbs that write.
  func store() throws -> DraftStore {
    .blocking(path: try storePath(), environment: io.storeEnvironment)
  }

  /// The store, for verbs that only look: they make and change nothing, but a purge or an import
  /// that was killed half-way is finished first, so that nobody sees the half of it.
  func storeForReading() throws -> DraftStore {
    .blocking(path: try storePath(), isReadOnly: true, environment: io.storeEnvironment)
  }

  /// Runs a piece of work with the store and closes it, whatever happens.
  func withStore<R>(
    writing: Bool = false, _ work: (DraftStore) async throws -> R
  ) async throws -> R {
    let store = writing ? try store() : try storeForReading()
    do {
      let result = try await work(store)
      await store.close()
      return result
    } catch {
      await store.close()
      throw error
    }
  }
}

extension VerbContext {
  /// Prints one JSON document.
  func printJSON(_ members: [(String, DraftValue)]) throws {
    try io.output.writeLine(DraftValue.members(members).printableJSON)
  }

  /// Prints lines of people's text; each is made safe to print.
  func printLines(_ lines: [String]) throws {
    for line in lines { try io.output.writeLine(line.printable) }
  }

  /// Prints a table.
  func printTable(_ table: Table) throws {
    for line in table.lines(width: io.columns, boldHeader: io.usesStyle) {
      try io.output.writeLine(line)
    }
  }

  /// Where a store would be, if there is none.
  func missingStore() throws -> String? {
    let path = try storePath()
    let isMissing = try DraftError.translating { () throws(SystemError) in
      try System.status(path) == nil
    }
    return isMissing ? path : nil
  }

  /// An error that says what is not there, with a hint that tells a missing store.
  func notFound(_ message: String) throws -> DraftError {
    DraftError(
      .notFound, message,
      hint: try missingStore().map { "There is no store at “\($0.echoed)”." }
        ?? "drafts list shows the drafts.")
  }

  /// Says that no draft was found, and whether there is a store at all.
  func noteNoDrafts() throws {
    if let path = try missingStore() {
      note("There is no store at “\(path.echoed)” yet; the first save makes it.")
    } else {
      let isNarrowed = ["owner", "nobody", "form", "record", "new"].contains(
        where: arguments.isGiven)
      note(isNarrowed ? "No draft matches." : "There are no drafts.")
    }
  }

  /// Says by which definition a draft was read where none was given.
  func noteWriterSchema() {
    note("Read under the definition it was saved with; --schema FILE compares another.")
  }

  /// Says something beside the result.
  ///
  /// Where nobody hears it, the result is no worse for that.
  func note(_ text: String) {
    if !isJSON { try? io.error.writeLine(text.printable) }
  }

  /// Asks before something is destroyed; away from a terminal `--yes` says it.
  ///
  /// - Throws: ``UsageError`` if nobody can be asked; an error of code `declined` if the answer
  ///   is no.
  func confirm(_ question: String) throws {
    if arguments.flag("yes") { return }
    guard io.isInputTTY, !isJSON else {
      throw UsageError(
        "This cannot be undone, and nobody can be asked.",
        hint: "Give --yes to do it, or --dry-run to see what it would do.")
    }
    guard try io.confirm(question.printable) else {
      throw DraftError(.init(rawValue: "declined"), "Nothing was changed.")
    }
  }
}

extension DraftValue {
  /// An object of members in this order.
  static func members(_ members: [(String, DraftValue)]) -> DraftValue {
    .object(DraftObject(members.map { DraftObject.Member($0.0, $0.1) }))
  }

  /// Text, or null.
  static func optional(_ text: String?) -> DraftValue { text.map(DraftValue.text) ?? .null }

  /// Pointers in this order.
  static func pointers(_ paths: some Sequence<FieldPath>) -> DraftValue {
    .list(paths.map { .text($0.pointer) })
  }
}
