import FormDraftsSQLite

/// An owner's database opened to read what can be read of it; nothing is changed.
///
/// The looks that keep a damaged file from being used are left out here: what a row says counts if
/// its checksum holds, and the checksum is bound to the owner's tag.
struct DamagedDatabase {
  let rows: DraftRows
  let connection: Connection
  /// Whose it says it is; nil if that cannot be read.
  let owner: DraftOwner?
  let schemas: [Int64: StoredSchema]
  /// What is there of the drafts' own rows.
  let heads: SalvagedHeads

  /// Opens what is there; nil if nothing can be read at all.
  ///
  /// - Throws: ``DraftError/Code/notOurs`` if it is another store's or another application's;
  ///   ``DraftError/Code/newerStore``, ``DraftError/Code/unavailable``, ``DraftError/Code/busy``.
  init?(_ directory: OwnerDirectory, tag: OwnerTag, in place: StorePlace) throws(DraftError) {
    guard let connection = try Self.open(directory) else { return nil }
    let identity = try? connection.readIdentity()
    if let identity, identity.applicationID == DraftRows.applicationID,
      identity.userVersion > OwnerFile.latestVersion
    {
      throw DraftError.newerStore(
        found: Int(identity.userVersion), supported: Int(OwnerFile.latestVersion),
        file: directory.database)
    }
    let isKnown = identity.map { (1...OwnerFile.latestVersion).contains($0.userVersion) } ?? false
    rows = DraftRows(
      connection: connection, tag: tag,
      version: isKnown ? identity?.userVersion ?? 1 : OwnerFile.latestVersion)
    self.connection = connection
    let meta = (try? rows.meta()) ?? nil
    if let meta, meta.store != place.id || meta.tag != tag.hex {
      throw meta.store == place.id ? directory.ofAnotherOwner : directory.ofAnotherStore
    }
    owner = meta.flatMap { place.tag(of: $0.owner) == tag ? $0.owner : nil }
    schemas = rows.salvageSchemas()
    heads = rows.salvageHeads()
  }

  /// With its log if there is one and SQLite can read it, else without, and then without any
  /// company of files; the caller holds the lock.
  private static func open(_ directory: OwnerDirectory) throws(DraftError) -> Connection? {
    let status = try DraftError.translating { () throws(SystemError) in
      try System.status(directory.database)
    }
    guard let status, status.size >= 512 else { return nil }
    try StorePlace.checkKind(status, isFileAt: directory.database)
    let isLogEmpty = try DraftError.translating { () throws(SystemError) in
      try System.status(directory.wal)?.size ?? 0 == 0
    }
    for mode in isLogEmpty ? [Connection.OpenMode.immutable] : [.readOnly, .immutable] {
      do throws(SQLiteError) {
        let connection = try Connection(path: directory.database, mode: mode)
        try connection.setSafetyPragmas(isCheckingCells: false)
        try connection.tolerateDamage()
        _ = try connection.readIdentity()
        return connection
      } catch {
        guard error.isBusy || error.isIO else { continue }
        throw DraftError(error, file: directory.database)
      }
    }
    return nil
  }

  /// Every draft: what is left of it, or the id of one whose own row is lost.
  ///
  /// The last saved first; one at a time, so that only one is held in memory.
  func forEachDraft(
    _ body: (DraftSalvage, SalvagedState?) throws -> Void, owner: DraftOwner
  ) throws {
    var mender = RowMender()
    for id in heads.lost {
      try body(DraftSalvage(draft: id, key: nil, loss: .init()), nil)
    }
    for head in heads.sound {
      let state = try SalvagedState(
        head: head, fields: rows.salvageFields(of: head, &mender),
        points: rows.salvagePoints(of: head),
        schemas: schemas, lifetime: (try? rows.lifetime(draft: head.id)) ?? Lifetime())
      try body(
        DraftSalvage(draft: head.uuid, key: head.key(of: owner), loss: state.loss), state)
    }
  }
}
