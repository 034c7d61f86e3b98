/// Where a backup goes: built beside its place, and moved there when it is complete and sound.
struct BackupPlace: Sendable {
  let path: String
  private let storeID: String

  /// Where an older backup lies while the new one takes its place.
  private var older: String { path + ".replaced" }

  /// Checks a place before anything is made.
  ///
  /// - Throws: ``DraftError/Code/invalidArgument`` if it lies in the store or the store in it;
  ///   ``DraftError/Code/notOurs`` if something else is there.
  init(_ target: String, of place: StorePlace) throws(DraftError) {
    path = try StorePlace.resolve(target)
    storeID = place.id
    for (outer, inner) in [(place.path, path), (path, place.path)]
    where inner == outer || inner.hasPrefix(outer + "/") {
      throw DraftError(
        .invalidArgument, "A backup cannot lie in the store, nor the store in it.",
        hint: "Name a directory elsewhere, best on another disk.", file: path)
    }
    try recover()
    _ = try isTaken()
  }

  /// Whether an older backup of the same store is there.
  func isTaken() throws(DraftError) -> Bool {
    guard
      let status = try DraftError.translating({ () throws(SystemError) in
        try System.status(path)
      })
    else { return false }
    try StorePlace.checkKind(status, isDirectoryAt: path)
    if let found = try StorePlace.find(path, .leave) {
      guard found.id == storeID else {
        throw DraftError(
          .notOurs, "“\(path.printable)” is another store, or a backup of one.",
          hint: "Nothing was changed. Name another directory.", file: path)
      }
      return true
    }
    return false
  }

  /// A process died while it exchanged two backups: the older one comes back.
  private func recover() throws(DraftError) {
    do throws(SystemError) {
      guard try System.status(path) == nil, try System.status(older) != nil else { return }
      try System.rename(older, to: path)
    } catch {
      throw DraftError(error)
    }
  }

  /// A new directory beside the place, for a store without owners; those that processes left which
  /// died are removed.
  func makeTemporary() throws(DraftError) -> UnfinishedFile {
    UnfinishedFile.sweep(path) { path, status in isOurs(path, status) }
    do throws(SystemError) {
      let temporary = try UnfinishedFile(for: path, isDirectory: true)
      do throws(SystemError) {
        try fill(temporary.path)
      } catch {
        temporary.abandon()
        throw error
      }
      return temporary
    } catch {
      throw DraftError.cannotCreate("The backup", path, error)
    }
  }

  private func fill(_ temporary: String) throws(SystemError) {
    DeviceProtection.apply(to: temporary)
    let file = try System.createFile(temporary + "/store.id")
    try file.write(Array((storeID + "\n").utf8))
    try file.sync()
    _ = try System.makeDirectory(temporary + "/owners")
    try System.syncDirectory(temporary)
  }

  /// Whether a directory is the beginning of a backup of this store, be it only its name or an empty
  /// `store.id`.
  private func isOurs(_ path: String, _ status: FileStatus) -> Bool {
    guard status.kind == .directory, let names = try? System.names(in: path) ?? [] else {
      return false
    }
    let beginnings: [[String]] = [[], ["store.id"], ["owners", "store.id"]]
    guard beginnings.contains(names.sorted()) else { return false }
    guard let file = try? System.open(path + "/store.id"), let bytes = try? file.readAll(limit: 64)
    else { return names.isEmpty }
    return bytes.isEmpty ? names.count == 1 : bytes == Array((storeID + "\n").utf8)
  }

  /// Gives a complete backup its name; the older one is removed afterwards.
  ///
  /// - Returns: whether there was an older one.
  func take(_ temporary: String) throws(DraftError) -> Bool {
    let isReplacing = try isTaken()
    do throws(SystemError) {
      if isReplacing {
        try OwnerDirectory.erase(older)
        try System.rename(path, to: older)
      } else {
        try System.removeDirectory(path)  // an empty one
      }
      try System.rename(temporary, to: path)
      try System.syncDirectory(parent)
      if isReplacing { try OwnerDirectory.erase(older) }
      return isReplacing
    } catch {
      throw DraftError(error)
    }
  }

  private var parent: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return "/"
    }
    return String(path[..<slash])
  }
}
