extension StorePlace {
  /// The owners that have a directory, and also those of whom only what a repair put aside is left.
  func tags(includingSetAside: Bool = false) throws(DraftError) -> [OwnerTag] {
    let names = try DraftError.translating { () throws(SystemError) in
      try System.names(in: owners) ?? []
    }
    let tags = names.compactMap(OwnerTag.init(directoryName:))
    guard includingSetAside else { return tags }
    let aside = names.filter { SetAside.isAside($0) }
      .compactMap { OwnerTag(directoryName: String($0.prefix(32))) }
    return tags + Set(aside).subtracting(tags)
  }

  /// What lies in the folder of the owners; empty if that cannot be read.
  var ownerNames: [String] { (try? System.names(in: owners) ?? []) ?? [] }

  /// Finishes what a process that died left: directories of purged owners are erased, and so is
  /// what never got its name.
  ///
  /// Failures are left for the next open.
  func tidy(_ names: [String]) {
    // An owner's directory has a name of 32 digits, and of those there may be very many.
    let others = names.filter { $0.utf8.count != 32 }
    guard !others.isEmpty else { return }
    for name in others where name.contains(".purging-") {
      _ = try? OwnerDirectory.erase(owners + "/" + name)
    }
    finishPurges(of: others.filter { $0.hasSuffix(".ended") }, names)
    let isUnfinished = { SetAside.isUnfinished($0) || Self.isUnfinished($0) }
    guard others.contains(where: isUnfinished) else { return }
    // Whoever builds something holds this lock; so what is there now was left.
    try? whileOwnersAreLocked(milliseconds: 0) {
      let names = try System.names(in: owners) ?? []
      try SetAside.finishAll(names, in: self)
      for name in names where Self.isUnfinished(name) {
        try OwnerDirectory.erase(owners + "/" + name)
      }
    }
  }

  private func finishPurges(of tombstones: [String], _ names: [String]) {
    guard !tombstones.isEmpty else { return }
    // A directory, or what a repair put aside of one.
    let known = Set(
      names.lazy.filter { $0.utf8.count == 32 || SetAside.isAside($0) }.map { $0.prefix(32) })
    for name in tombstones where known.contains(name.prefix(32)) {
      if let tag = OwnerTag(directoryName: String(name.prefix(32))) { finishPurge(of: tag) }
    }
  }

  private static func isUnfinished(_ name: String) -> Bool {
    name.contains(".new-") || name.hasSuffix(".new")
  }

  /// A purge that wrote its tombstone and died before it moved the directory.
  private func finishPurge(of tag: OwnerTag) {
    let directory = OwnerDirectory(path: directory(tag))
    guard let tombstone = try? Tombstone.read(tombstone(tag)) else { return }
    for path in (try? SetAside.paths(of: tag, in: self)) ?? [] {
      let epoch = try? OwnerDirectory(path: path).epoch()
      if let epoch, epoch < tombstone.epoch { _ = try? OwnerDirectory.erase(path) }
    }
    guard let epoch = try? directory.epoch(), epoch < tombstone.epoch,
      let lock = try? System.open(directory.lockFile),
      (try? lock.lock(milliseconds: 0)) == true,
      // Another process may have finished it and begun anew before the lock was taken.
      let now = try? System.status(directory.lockFile), let mine = try? lock.status(),
      now.isSameFile(as: mine)
    else { return }
    let aside = "\(directory.path).purging-\(Identifiers.random())"
    guard (try? System.rename(directory.path, to: aside)) != nil else { return }
    try? System.syncDirectory(owners)
    _ = try? OwnerDirectory.erase(aside)
  }
}
