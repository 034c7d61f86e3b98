import FormDrafts
import FormDraftsFormats

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
  func store() throws -> DraftStore { .blocking(path: try storePath()) }

  /// The store, for verbs that only look: they make and change nothing, but a purge or an import
  /// that was killed half-way is finished first, so that nobody sees the half of it.
  func storeForReading() throws -> DraftStore { .blocking(path: try storePath(), isReadOnly: true) }

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

extension VerbContext {
  /// Reads a file that was named on the command line; `-` is the standard input.
  func read(_ path: String, limit: Int = inputLimit) throws -> [UInt8] {
    do throws(StreamFailure) {
      guard path == "-" else { return try FileDescriptorSource(path: path).readAll(limit: limit) }
      if io.isInputTTY {
        note("Reading from the terminal, up to Ctrl-D.")
      }
      return try io.input.readAll(limit: limit)
    } catch {
      throw error.draftError(file: path == "-" ? nil : path) ?? DraftError(.io, "No input.")
    }
  }

  /// Reads a file and understands it, naming the file in whatever goes wrong.
  func read<R>(_ path: String, as understand: ([UInt8]) throws(DraftError) -> R) throws -> R {
    let bytes = try read(path)
    return try DefinitionFile.naming(path) { () throws(DraftError) in try understand(bytes) }
  }

  /// Refuses more than one file that is the standard input.
  func checkStandardInput(_ files: String?...) throws(UsageError) {
    guard files.count(where: { $0 == "-" }) > 1 else { return }
    throw UsageError("Standard input can be read only once.", hint: "Use a file for one of them.")
  }

  /// The definition named by `--schema`; nil if none is.
  func definition() throws -> DefinitionFile? {
    guard let path = arguments.string("schema") else {
      if arguments.string("ui-schema") != nil {
        throw UsageError("--ui-schema needs --schema.", hint: "Name the definition too.")
      }
      return nil
    }
    return try definition(path)
  }

  /// Reads a form definition, without understanding it yet.
  func definition(_ path: String) throws -> DefinitionFile {
    try checkStandardInput(path, arguments.string("ui-schema"))
    let format = try format()
    return DefinitionFile(
      path: path, bytes: try read(path),
      uiSchema: try arguments.string("ui-schema").map { try read($0) }, format: format)
  }

  private func format() throws -> FormFormat? {
    guard let name = arguments.string("format") else { return nil }
    if let format = FormFormat(rawValue: name) { return format }
    let names = FormFormat.allCases.map(\.rawValue)
    throw UsageError(
      "“\(name.echoed)” is not a format.",
      hint: Suggestion.nearest(to: name, among: names).map { "Did you mean \($0)?" }
        ?? "The formats are \(names.joined(separator: ", ")).")
  }

  static let definitionOptions: [Verb.Option] =
    [.value("schema", "FILE", "The form's definition.")] + definitionDetails
  /// What there is to say about a definition, however it is named.
  static let definitionDetails: [Verb.Option] = [
    .value(
      "ui-schema", "FILE", "A UI schema beside a JSON Schema: its password widgets are secrets."),
    formatOption,
  ]

  /// The option `--format`.
  static let formatOption = Verb.Option.value(
    "format", "NAME",
    "The definition's format: \(FormFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
    defaultText: "told by its content")
}

extension VerbContext {
  /// Options that choose among drafts; none given means all.
  static let ownerFilter: [Verb.Option] = [
    .value("owner", "OWNER", "Only drafts of this account."),
    .flag("nobody", "Only drafts that are nobody’s."),
  ]
  static let formFilter: [Verb.Option] = [.value("form", "FORM", "Only drafts of this form.")]
  static let recordFilter: [Verb.Option] = [
    .value("record", "RECORD", "Only drafts of this record."),
    .flag("new", "Only drafts of things that are no record yet."),
  ]
  /// An id says whose draft it is and of what.
  static let idIsAll: [Verb.Exclusive] = ["owner", "nobody", "record", "new"].map {
    .init("ID", $0, isInUsage: false)
  }
  /// Options that say what a draft is kept under; none given means nobody and new.
  static let keyOptions: [Verb.Option] = [
    .value("owner", "OWNER", "The account that is signed in."),
    .flag("nobody", "Nobody is signed in; holds unless --owner is given."),
    .value("record", "RECORD", "The record that is edited."),
    .flag("new", "A new thing that is no record yet; holds unless --record is given."),
  ]

  /// The drafts that are chosen.
  var filter: DraftFilter {
    DraftFilter(owner: owner, form: arguments.string("form"), record: record)
  }

  /// The owner that is named; nil if none is.
  var owner: DraftOwner? {
    arguments.flag("nobody") ? .nobody : arguments.string("owner").map(DraftOwner.account)
  }

  /// The record that is named; nil if none is.
  var record: DraftRecord? {
    arguments.flag("new") ? .new : arguments.string("record").map(DraftRecord.existing)
  }

  /// The draft that an id or its beginning names.
  func draft(
    _ text: String, in store: DraftStore, includingDiscarded: Bool = false
  ) async throws -> DraftID {
    if let id = DraftID(text) { return id }
    guard text.utf8.count >= 4 else {
      throw UsageError(
        "“\(text.echoed)” is too short for a draft's id.",
        hint: "Give the first 4 characters or more; drafts list shows them.")
    }
    let ids = try await store.ids(
      beginningWith: text, includingDiscarded: includingDiscarded)
    guard let id = ids.first else {
      throw try notFound("There is no draft whose id begins with “\(text.echoed)”.")
    }
    guard ids.count == 1 else {
      throw DraftError(
        .ambiguousID, "“\(text.echoed)” fits \(ids.count) drafts.",
        hint: "Give more characters of the id.")
    }
    return id
  }

  /// Restores the draft that an id names, under a definition if one is given.
  func restore(
    _ text: String, under definition: DefinitionFile?, formID: String? = nil,
    options: RestoreOptions = .init(), in store: DraftStore
  ) async throws -> Restoration {
    let id = try await draft(text, in: store)
    guard let summary = try await store.summary(of: id) else {
      throw try notFound("There is no draft \(id).")
    }
    if let formID, !formID.isSameBytes(as: summary.key.form) {
      throw DraftError(
        .keyMismatch, "The draft \(id) is of another form than --form says.",
        hint: "Leave --form out: the draft knows its form.")
    }
    return await store.restore(
      id, schema: try definition?.schema(formID: formID, fallback: summary.key.form),
      options: options)
  }

  /// The record's version and values that are named; nil if none are.
  func baseline() throws -> DraftBaseline? {
    let file = arguments.string("baseline-values")
    guard let version = arguments.string("baseline") else {
      guard file == nil else {
        throw UsageError(
          "--baseline-values needs --baseline.", hint: "Name the record's version too.")
      }
      return nil
    }
    let values = try file.map { path in
      try read(path) { bytes throws(DraftError) in try DraftObject(json: bytes) }
    }
    return DraftBaseline(version, values: values)
  }

  func paths(_ option: String) throws -> [FieldPath] {
    try arguments.strings(option).map { text in try FieldPath(argument: text) }
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
