import FormDrafts

/// `drafts export`
enum ExportVerb: RunnableVerb {
  static let verb = Verb(
    "export", "Print drafts as JSON Lines, with the definition each was saved under.",
    discussion: """
      Secrets are not in an export, because they are not in the store. With --output the file \
      appears only when it is complete, and only its owner can read it. A damaged draft is named \
      and left out, and the exit code is 65.
      """,
    arguments: [.init("ID", "Only this draft.", isOptional: true)],
    options: VerbContext.ownerOptions + [
      .value("form", "FORM", "Only drafts of this form.")
    ] + VerbContext.recordOptions + [
      .value("output", "FILE", "Write to a file.", defaultText: "standard output")
    ],
    exclusive: [
      .init("owner", "nobody"), .init("record", "new"), .init("ID", "owner"), .init("ID", "nobody"),
    ],
    examples: ["drafts export --owner ana --output ana.jsonl"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try await context.withStore { store in
      let output = try context.arguments.string("output").map(ExportFile.init)
      do {
        let code = try await export(store, context, to: output)
        try output?.finish()
        return code
      } catch {
        output?.abandon()
        throw error
      }
    }
  }

  private static func export(
    _ store: DraftStore, _ context: VerbContext, to file: ExportFile?
  ) async throws -> ExitCode {
    var code = ExitCode.done
    for listing in try await listings(store, context) {
      switch listing {
      case .damaged(_, nil, let error), .damaged(nil, _, let error):
        try context.io.error.writeLine("drafts: left out: \(error.message)".printable)
        code = .badData
      case .draft(let summary), .damaged(_, let summary?, _):
        do throws(DraftError) {
          let draft = try await store.export(summary.id)
          let line = Array((draft.line + "\n").utf8)
          if !draft.damaged.isEmpty { code = .badData }
          try write(line, context, file)
          for path in draft.damaged { report("damaged: \(path) of \(draft.id)", context) }
        } catch {
          report(error.message, context)
          code = .badData
        }
      }
    }
    return code
  }

  private static func report(_ words: String, _ context: VerbContext) {
    try? context.io.error.writeLine("drafts: left out: \(words)".printable)
  }

  private static func write(
    _ line: [UInt8], _ context: VerbContext, _ file: ExportFile?
  ) throws(DraftError) {
    if let file { return try file.write(line) }
    do throws(StreamFailure) {
      try context.io.output.write(line)
    } catch {
      throw error.draftError(file: nil) ?? DraftError(.io, "Nobody reads the output.")
    }
  }

  private static func listings(
    _ store: DraftStore, _ context: VerbContext
  ) async throws -> [DraftListing] {
    guard let text = context.arguments.positional("ID") else {
      return try await store.list(
        DraftFilter(
          owner: context.owner, form: context.arguments.string("form"), record: context.record))
    }
    let id = try await context.draft(text, in: store)
    guard let summary = try await store.summary(of: id) else {
      throw DraftError(
        .notFound, "There is no draft \(id).", hint: "drafts list shows the drafts.")
    }
    return [.draft(summary)]
  }
}
