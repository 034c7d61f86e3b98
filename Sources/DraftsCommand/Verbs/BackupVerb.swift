import FormDrafts

/// The verb of `drafts backup`.
enum BackupVerb: RunnableVerb {
  static let verb = Verb(
    "backup", "Copy the store while it is in use.",
    discussion: """
      The copy is gone through before it takes its place; only then an older backup of the same \
      store at TO is removed. Of a store that is damaged no backup is made, and of one that went \
      back to an earlier state, or lacks an owner who was not purged, none over an older one, \
      which stays. A backup is a store: every verb works on it with --store TO, and to bring it back put \
      it in the store's place. A purge does not reach into backups.
      """,
    arguments: [.init("TO", "The directory; made, or an older backup of this store.")],
    options: [],
    examples: ["drafts backup copy-of-store"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let target = context.arguments.positional("TO") ?? ""
    let receipt = try await Interruption.during {
      try await copy(to: target, context)
    }
    if context.isJSON {
      try context.printJSON(receipt.members)
    } else {
      let what = [
        Quantity.count(receipt.drafts, "draft"), Quantity.count(receipt.files, "file"),
        Quantity.size(Int(receipt.bytes)),
      ]
      try context.printLines([
        "Backed up \(what.joined(separator: ", ")) of \(Quantity.count(receipt.owners, "owner")) "
          + "to \(receipt.path)"
      ])
    }
    if receipt.missingFiles > 0 {
      context.note(
        "\(Quantity.count(receipt.missingFiles, "file")) the drafts speak of "
          + "\(receipt.missingFiles == 1 ? "is" : "are") not in the store either.")
    }
    return .done
  }

  private static func copy(
    to target: String, _ context: VerbContext
  ) async throws -> BackupReceipt {
    try await context.withStore { store in
      let progress = Progress("Copying, owners", context)
      let check = Progress("Checking, drafts", context)
      defer { check.end() }
      return try await store.backup(to: target) {
        Interruption.cancelIfAsked()
        progress.reached($0)
      } checked: {
        Interruption.cancelIfAsked()
        progress.end()
        check.reached($0)
      }
    }
  }
}

extension BackupReceipt {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("path", .text(path)), ("owners", DraftValue(owners)), ("drafts", DraftValue(drafts)),
      ("files", DraftValue(files)), ("missingFiles", DraftValue(missingFiles)),
      ("bytes", DraftValue(bytes)), ("replaced", .bool(isReplacement)),
    ]
  }
}
