/// What lies in a store beside its owners' directories, by its name alone.
struct StoreRemains {
  /// A name in a folder of the store that is not an owner's directory.
  enum Remain: Equatable {
    case tombstone(OwnerTag)
    /// Something that a process that died began; the sentence says what.
    case interrupted(String)
    /// A directory that a repair put aside.
    case setAside(OwnerTag)
    case unknown
  }

  private(set) var findings: [HealthFinding] = []
  private var aside: [(tag: OwnerTag, path: String)] = []

  init(of place: StorePlace) throws(DraftError) {
    for name in try Self.names(in: place.path) {
      guard let remain = Self.remain(inStore: name) else { continue }
      add(remain, place.path + "/" + name, place)
    }
    for name in try Self.names(in: place.owners) where OwnerTag(directoryName: name) == nil {
      add(Self.remain(inOwners: name), place.owners + "/" + name, place)
    }
  }

  /// The directories put aside: of an owner, or of everybody.
  func setAside(_ tag: OwnerTag?, in place: StorePlace) -> [String] {
    aside.filter { tag == nil || $0.tag == tag }.map(\.path)
  }

  private mutating func add(_ remain: Remain, _ path: String, _ place: StorePlace) {
    switch remain {
    case .setAside(let tag): aside.append((tag, path))
    case .interrupted(let sentence):
      findings.append(
        HealthFinding(
          .interrupted, sentence,
          hint: "The next open finishes it, unless another process is at work on it.",
          file: path))
    case .unknown:
      findings.append(
        HealthFinding(
          .unknownFile, "Nothing in this version puts this here.",
          hint: "Look at it, and move it away if it is not the app's.", file: path))
    case .tombstone(let tag): checkPurge(of: tag, path, in: place)
    }
  }

  /// A purge that wrote its tombstone and died before it moved the directory.
  private mutating func checkPurge(of tag: OwnerTag, _ path: String, in place: StorePlace) {
    do throws(DraftError) {
      guard let tombstone = try Tombstone.read(path, .leave),
        let epoch = try OwnerDirectory(path: place.directory(tag)).epoch(.leave),
        epoch < tombstone.epoch
      else { return }
      add(.interrupted("An owner was purged, and the files are still there."), path, place)
    } catch {
      findings.append(HealthFinding(error, owner: nil))
    }
  }

  /// What a name in the store's directory means; nil for what belongs there.
  static func remain(inStore name: String) -> Remain? {
    switch name {
    case "store.id", "owners": nil
    case "import.journal", "import.journal.new": .interrupted("An import was not finished.")
    case "store.id.new": .interrupted("The making of the store was not finished.")
    default: name.utf8.first == UInt8(ascii: ".") ? nil : .unknown
    }
  }

  /// What a name in the owners' folder means that is no owner's directory.
  static func remain(inOwners name: String) -> Remain {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let tag = OwnerTag(directoryName: parts[0]) else { return .unknown }
    let kind = parts[1].split(separator: "-", maxSplits: 1).first.map(String.init) ?? ""
    switch kind {
    case "ended": return .tombstone(tag)
    case "ended.new": return .interrupted("A purge was not finished.")
    case "purging": return .interrupted("An owner was purged, and bytes are still there.")
    case "adopting": return .interrupted("Drafts were handed over to an account, not finished.")
    case "new": return .interrupted("The making of an owner's directory was not finished.")
    case SetAside.repaired: return .interrupted("A repair was not finished.")
    case SetAside.damaged: return .setAside(tag)
    default: return .unknown
    }
  }

  private static func names(in path: String) throws(DraftError) -> [String] {
    try DraftError.translating { () throws(SystemError) in try System.names(in: path) ?? [] }
  }
}
