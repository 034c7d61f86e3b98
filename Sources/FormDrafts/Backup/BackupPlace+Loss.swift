extension BackupPlace {
  /// The beginning of every hint about a backup that was not made.
  static let kept = "An older backup is as it was. "

  /// Refuses a copy in which an owner is missing whom nobody purged: then the older backup may be all
  /// that is left of that owner.
  func refuseLoss(by copy: StorePlace) throws(DraftError) {
    let older = StorePlace(path: path, id: copy.id)
    let missing = Set(try older.tags()).subtracting(try copy.tags())
    for tag in missing {
      let epoch = try OwnerDirectory(path: older.directory(tag)).epoch(.leave) ?? 0
      if let tombstone = try Tombstone.read(copy.tombstone(tag), .leave), tombstone.epoch > epoch {
        continue
      }
      throw DraftError(
        .damaged, "An owner's drafts are in the older backup, and neither in the store nor purged.",
        hint: Self.kept + "Bring them back from it, or name another directory.",
        file: older.directory(tag))
    }
  }
}

extension DraftError {
  /// - Throws: ``DraftError/Code/cancelled`` if the task is cancelled.
  static func checkCancellation() throws(DraftError) {
    guard Task.isCancelled else { return }
    throw DraftError(.cancelled, "It was cancelled.", hint: "Nothing was changed.")
  }
}
