import FormDrafts

/// The verb of `drafts export`.
enum ExportVerb: RunnableVerb {
  static let verb = Verb(
    "export", "Print drafts as JSON Lines, with the definition each was saved under.",
    discussion: """
      Secrets are not in an export, because they are not in the store. What is damaged is \
      named and left out, and the exit code is 65; with --output nothing is written then: the \
      file appears only when it is complete, and only its owner can read it.
      With --shape a line has the definition and, of each answer, place, type, length and marks: \
      no value, title, owner, record or file name, and no name that the definition does not have. \
      It is for reports, and drafts compat reads it; no draft can be made of it.
      """,
    arguments: [.init("ID", "Only this draft.", isOptional: true)],
    options: VerbContext.formFilter + VerbContext.ownerFilter + VerbContext.recordFilter + [
      .value("output", "FILE", "Write to a file.", defaultText: "standard output"),
      .flag("shape", "Print what the drafts consist of, without anything a person entered."),
    ],
    exclusive: [
      .init("ID", "form"), .init("owner", "nobody"), .init("record", "new"),
    ] + VerbContext.idIsAll,
    examples: [
      "drafts export --owner ana --output ana.jsonl", "drafts export 3f2a --shape",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try await context.withStore { store in
      guard let path = context.arguments.string("output") else {
        let failures = try await export(store, context, to: nil).failures
        guard let first = failures.first else { return .done }
        if context.isJSON { throw DraftError.summary(of: failures) ?? first }
        return ExitCode(first.code)
      }
      return try await Interruption.during { try await write(store, to: path, context) }
    }
  }

  private static func write(
    _ store: DraftStore, to path: String, _ context: VerbContext
  ) async throws -> ExitCode {
    let file = try ExportFile(path: path)
    do {
      let account = try await export(store, context, to: file)
      if let first = account.failures.first {
        throw notWritten(path, DraftError.summary(of: account.failures) ?? first)
      }
      try file.finish()
      context.note("\(Quantity.count(account.written, "draft")) written to “\(path.echoed)”.")
      return .done
    } catch {
      file.abandon()
      throw error
    }
  }

  /// A file that lacks something does not take the place of one that may not.
  private static func notWritten(_ path: String, _ error: DraftError) -> DraftError {
    DraftError(
      error.code, "“\(path.echoed)” was not written. \(error.message)",
      hint: "Without --output what can be read is printed.", paths: error.paths, file: path)
  }

  /// What an export has come to.
  private struct Account {
    var seen = 0
    var written = 0
    var failures: [DraftError] = []
  }

  /// Writes every draft that can be read, one owner after the other; says what had to be left out.
  ///
  /// In the order in which an import into an empty store makes the same list: the last saved of an
  /// owner comes last.
  private static func export(
    _ store: DraftStore, _ context: VerbContext, to file: ExportFile?
  ) async throws -> Account {
    var account = Account()
    let progress = Progress("Exporting, drafts", context)
    defer { progress.end() }
    func export(_ listing: DraftListing) async throws {
      progress.reached(account.seen)
      account.seen += 1
      Interruption.cancelIfAsked()
      try Task.checkCancellation()
      guard let failure = try await write(listing, of: store, context, file, &account, progress)
      else { return }
      account.failures.append(failure)
      progress.end()
      context.note("drafts: left out: \(failure.message)")
    }
    if let text = context.arguments.positional("ID") {
      try await export(try await listing(text, store, context))
    } else {
      try await store.forEachOwner(context.filter, verifying: false) { listings in
        let (shown, others) = (listings.prefix { $0.summary != nil }.count, listings.count)
        for index in (0..<shown).reversed() { try await export(listings[index]) }
        for index in shown..<others { try await export(listings[index]) }
      }
    }
    if account.seen == 0 { try context.noteNoDrafts() }
    return account
  }

  /// Writes one draft; says why if something of it had to be left out.
  private static func write(
    _ listing: DraftListing, of store: DraftStore, _ context: VerbContext, _ file: ExportFile?,
    _ account: inout Account, _ progress: Progress
  ) async throws -> DraftError? {
    switch listing {
    case .damaged(_, nil, let error): return error
    case .unreadable(let error):
      // What may pass is no reason to leave somebody out.
      guard [.damaged, .notOurs, .newerStore].contains(error.code) else { throw error }
      return error
    case .draft(let summary), .damaged(_, let summary?, _):
      switch try await read(summary, of: store, context) {
      case .success(let line)?:
        try write(line.text + "\n", context, file)
        account.written += 1
        if let note = line.note {
          progress.end()
          context.note(note)
        }
        return line.failure
      case .failure(let error)?: return error
      case nil: return nil
      }
    }
  }

  private static func write(
    _ line: String, _ context: VerbContext, _ file: ExportFile?
  ) throws {
    if let file { try file.write(Array(line.utf8)) } else { try context.io.output.write(line) }
  }

  private static func listing(
    _ text: String, _ store: DraftStore, _ context: VerbContext
  ) async throws -> DraftListing {
    let id = try await context.draft(text, in: store)
    guard let summary = try await store.summary(of: id) else {
      throw try context.notFound("There is no draft \(id).")
    }
    return .draft(summary)
  }
}
