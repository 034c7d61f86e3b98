/// Makes an import for several owners one step: what is to be added is written down and synced
/// before the first owner's database is touched.
///
/// A process that dies leaves the journal, and the next open adds what is missing. It holds what
/// the databases will hold: no secrets.
struct ImportJournal: ~Copyable {
  private let place: StorePlace
  private let file: Descriptor

  private static func path(_ place: StorePlace) -> String { place.path + "/import.journal" }

  /// Writes the journal.
  ///
  /// It stays locked until it ends, so that nobody takes it for abandoned.
  static func begin(
    _ place: StorePlace, _ drafts: [ImportedDraft]
  ) throws(DraftError) -> ImportJournal {
    let path = path(place)
    if try DraftError.translating({ () throws(SystemError) in try System.status(path) }) != nil {
      throw DraftError(
        .busy, "Another import is under way.", hint: "Try again when it is done.", file: path)
    }
    var text: [UInt8] = []
    for draft in drafts { text += draft.archive.line() + [UInt8(ascii: "\n")] }
    do throws(SystemError) {
      try System.removeFile(path + ".new")
      let file = try System.createFile(path + ".new")
      _ = try file.lock(milliseconds: 0)
      try file.write(text)
      try file.sync()
      try System.rename(path + ".new", to: path)
      try System.syncDirectory(place.path)
      return ImportJournal(place: place, file: file)
    } catch {
      _ = try? OwnerDirectory.erase(path + ".new")
      throw DraftError(error)
    }
  }

  private init(place: StorePlace, file: consuming Descriptor) {
    self.place = place
    self.file = file
  }

  /// Everything was added.
  consuming func end() throws(DraftError) { Self.discard(place) }

  /// Overwrites and removes the journal.
  static func discard(_ place: StorePlace) {
    _ = try? OwnerDirectory.erase(path(place))
    try? System.syncDirectory(place.path)
  }

  /// Finishes an import whose process died; nothing if there is none, or it is still at work.
  static func finish(_ place: StorePlace, environment: DraftEnvironment) {
    tidy(place)
    let path = path(place)
    guard (try? System.status(path)) != nil, let lines = abandoned(path) else { return }
    // No line begins with a zero: the import had ended, and died while it overwrote this.
    if lines.first == 0 { return discard(place) }
    var owners: [DraftOwner: [ImportedDraft]] = [:]
    var forms = ImportedForms()
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let archive = try? DraftArchive(line: Array(line)),
        let draft = try? ImportedDraft(archive, &forms)
      else { return }
      owners[archive.key.owner, default: []].append(draft)
    }
    var isDone = true
    for (owner, drafts) in owners {
      let file = OwnerFile(
        place: place, tag: place.tag(of: owner), owner: owner, access: .readWrite,
        environment: environment)
      if (try? file.add(drafts)) == nil { isDone = false }
      file.close()
    }
    if isDone { discard(place) }
  }

  /// Before a purge: an import whose process died is finished first, so that its drafts are
  /// purged with the others; what cannot be finished is forgotten, for nothing may come back.
  static func settle(_ place: StorePlace, environment: DraftEnvironment) {
    finish(place, environment: environment)
    let path = path(place)
    guard (try? System.status(path)) != nil, let file = try? System.open(path),
      (try? file.lock(milliseconds: 0)) == true
    else { return }
    discard(place)
  }

  /// Whether an import is under way, or one that died could not be finished.
  static func isThere(_ place: StorePlace) -> Bool {
    (try? System.status(path(place))).flatMap { $0 } != nil
  }

  /// Removes a journal that was never complete.
  static func tidy(_ place: StorePlace) {
    let path = path(place) + ".new"
    guard let file = try? System.open(path), (try? file.lock(milliseconds: 0)) == true else {
      return
    }
    _ = try? OwnerDirectory.erase(path)
  }

  private static func abandoned(_ path: String) -> [UInt8]? {
    guard let file = try? System.open(path), (try? file.lock(milliseconds: 0)) == true else {
      return nil
    }
    return try? file.readAll(limit: 1 << 30)
  }
}
