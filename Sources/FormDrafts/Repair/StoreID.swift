import FormDraftsSQLite

/// A store's id, where `store.id` is lost: each owner's database knows it too.
enum StoreID {
  /// Writes `store.id` anew if it is lost and the owners' databases agree on it.
  ///
  /// - Parameter dryRun: only says whether it would.
  /// - Returns: whether it was lost and is back, or would be.
  /// - Throws: ``DraftError/Code/damaged`` if it is lost and nobody knows it.
  static func restore(_ path: String, dryRun: Bool) throws(DraftError) -> Bool {
    do throws(DraftError) {
      _ = try StorePlace.find(path, .leave)
      return false
    } catch {
      guard error.code == .damaged else { throw error }
      let store = try StorePlace.resolve(path)
      guard let id = known(in: store) else { throw error }
      guard !dryRun else { return true }
      do throws(SystemError) {
        try write(id, store)
      } catch {
        throw DraftError(error)
      }
      return true
    }
  }

  /// What every database says that can be read; nil if none can, or they differ.
  private static func known(in store: String) -> String? {
    let owners = store + "/owners"
    let names = (try? System.names(in: owners) ?? []) ?? []
    var ids: Set<String> = []
    for tag in names.compactMap(OwnerTag.init(directoryName:)) {
      let directory = OwnerDirectory(path: owners + "/" + tag.hex)
      guard (try? directory.preflight(.leave)) != nil,
        let connection = try? Connection(path: directory.database, mode: .readOnly),
        let meta = try? DraftRows(connection: connection, tag: tag, version: 1).meta(),
        // An owner's tag is made of both, so a wrong id does not lead to it.
        OwnerTag(store: meta.store, owner: meta.owner) == tag
      else { continue }
      ids.insert(meta.store)
      try? connection.close()
    }
    return ids.count == 1 ? ids.first : nil
  }

  private static func write(_ id: String, _ store: String) throws(SystemError) {
    let path = store + "/store.id"
    try System.removeFile(path + ".new")
    let file = try System.createFile(path + ".new")
    try file.write(Array((id + "\n").utf8))
    try file.sync()
    try System.rename(path + ".new", to: path)
    try System.syncDirectory(store)
  }
}
