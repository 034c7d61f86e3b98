/// An owner's directory on its way to another owner.
///
/// It is renamed, and its new name, `<tag>.adopting-<tag of the heir>`, says what is to be done:
/// whoever opens the store next finishes what a process that died had begun. Once the heir has the
/// drafts it is one that is to be erased, by another name.
struct HandedOver: Sendable {
  let path: String
  /// Whose drafts they were, and whose they are to be.
  let from, to: OwnerTag

  private static let mark = ".adopting-"

  init(from: OwnerTag, to: OwnerTag, in place: StorePlace) {
    (self.from, self.to) = (from, to)
    path = place.directory(from) + Self.mark + to.hex
  }

  /// A directory that is handed over, by its name; nil for any other.
  private init?(name: String, in place: StorePlace) {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let from = OwnerTag(directoryName: String(parts[0])),
      "." + parts[1].prefix(Self.mark.utf8.count - 1) == Self.mark,
      let to = OwnerTag(directoryName: String(parts[1].dropFirst(Self.mark.utf8.count - 1)))
    else { return nil }
    self.init(from: from, to: to, in: place)
  }

  private var directory: OwnerDirectory { OwnerDirectory(path: path) }

  /// How many purges of the owner came before the directory was made.
  func epoch() throws(DraftError) -> Int64 { try directory.epoch() ?? 0 }

  /// Moves the copies of picked files; their names are random, and none is met there.
  func moveCopies(to heir: OwnerDirectory) throws(SystemError) {
    let names = directory.copies
    guard !names.isEmpty else { return }
    _ = try System.makeDirectory(heir.files)
    for name in names {
      try System.rename("\(directory.files)/\(name)", to: "\(heir.files)/\(name)")
    }
    try System.syncDirectory(heir.files)
    try System.syncDirectory(heir.path)
  }

  /// The heir has the drafts: what is left is overwritten and removed.
  func erase(in place: StorePlace) -> PurgeReceipt.Erasure {
    let aside = "\(place.directory(from)).purging-\(Identifiers.random())"
    do throws(SystemError) {
      try System.rename(path, to: aside)
      try System.syncDirectory(place.owners)
      try OwnerDirectory.erase(aside)
      try System.syncDirectory(place.owners)
      return .complete
    } catch {
      return .pending(reason: "\(error); it is finished at the next open")
    }
  }

  /// Finishes what processes that died had begun; failures are left for the next open.
  static func finishAll(
    _ names: [String], in place: StorePlace, environment: DraftEnvironment
  ) {
    for given in names.compactMap({ HandedOver(name: $0, in: place) }) {
      // Whoever is at work holds the lock; afterwards there is nothing left to do.
      guard let lock = try? System.open(given.directory.lockFile),
        (try? lock.lock(milliseconds: environment.busyMilliseconds)) == true,
        (try? System.status(given.path)).flatMap({ $0 }) != nil
      else { continue }
      let file = OwnerFile(
        place: place, tag: given.from, owner: nil, access: .readWrite, environment: environment,
        directory: given.directory)
      try? file.finish(given)
    }
  }
}
