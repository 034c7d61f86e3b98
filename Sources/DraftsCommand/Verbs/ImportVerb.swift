import FormDrafts

/// The verb of `drafts import`.
enum ImportVerb: RunnableVerb {
  static let verb = Verb(
    "import", "Add exported drafts: all of a file, or none.",
    discussion: """
      Secrets are taken out as in a save. A draft that is there already, just the same, is left \
      alone, so an import can be repeated. A draft that is there in another state, or that ended \
      in this store, stops the import with exit code 2.
      """,
    arguments: [.init("FILE", "JSON Lines as drafts export prints them; - for standard input.")],
    options: [.flag("dry-run", "Only check and count.")],
    examples: ["drafts import drafts.jsonl", "drafts export --owner ana | drafts import -"])

  /// The most that is read.
  private static let limit = 1 << 30

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let path = context.arguments.positional("FILE") ?? "-"
    let isDryRun = context.arguments.flag("dry-run")
    let lines = try context.read(path, limit: limit)
    return try await context.withStore(writing: !isDryRun) { store in
      let receipt: ImportReceipt
      let progress = Progress("Importing, drafts", context)
      defer { progress.end() }
      do throws(DraftError) {
        receipt = try await store.importDrafts(lines, dryRun: isDryRun) { progress.reached($0) }
        progress.end()
      } catch {
        throw DraftError(
          error.code, path == "-" ? error.message : "In “\(path.echoed)”: \(error.message)",
          hint: error.hint, paths: error.paths, file: error.file,
          currentRevision: error.currentRevision, cause: error.cause)
      }
      try print(receipt, isDryRun, context)
      return .done
    }
  }

  private static func print(
    _ receipt: ImportReceipt, _ isDryRun: Bool, _ context: VerbContext
  ) throws {
    guard !context.isJSON else {
      let withheld = receipt.withheld.sorted { $0.key < $1.key }.map { draft, paths in
        DraftValue.members([("draft", .text(draft.rawValue)), ("paths", .pointers(paths))])
      }
      return try context.printJSON([
        ("added", .list(receipt.added.map { .text($0.rawValue) })),
        ("unchanged", .list(receipt.unchanged.map { .text($0.rawValue) })),
        ("withheld", .list(withheld)),
      ])
    }
    let verb = isDryRun ? "Would add" : "Added"
    try context.printLines([
      "\(verb) \(Quantity.count(receipt.added.count, "draft")), "
        + "\(receipt.unchanged.count) unchanged."
    ])
    for (draft, paths) in receipt.withheld.sorted(by: { $0.key < $1.key }) {
      for path in paths { context.note("Not stored, a secret: \(path) of \(draft)") }
    }
  }
}
