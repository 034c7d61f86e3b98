import FormDraftsSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DraftStore {
  /// Saves for a session: draft and revision are taken from its line when the save's turn comes.
  func save(
    _ save: SessionSave, line: SaveLine
  ) async throws(DraftError) -> SaveReceipt {
    let request = try request(save)
    let queue = try queue(for: line, save.key)
    do throws(DraftError) {
      return receipt(
        try await queue.run { file throws(DraftError) in try file.save(request, line: line) },
        request)
    } catch {
      if error.code == .storeMoved { forgetPlace() }
      throw error
    }
  }

  /// The same, for a caller that cannot wait any other way than by keeping its thread.
  func saveBlocking(
    _ save: SessionSave, line: SaveLine, deadline: Duration
  ) throws(DraftError) -> SaveReceipt {
    let request = try request(save)
    let isDurable = environment.receiptDurability == .survivesPowerLoss
    let saved = try queue(for: line, save.key).runBlocking(for: deadline) {
      file throws(DraftError) in
      let saved = try file.save(request, line: line)
      if !isDurable { try file.syncLog() }
      return saved
    }
    var receipt = receipt(saved, request)
    receipt.durability = .survivesPowerLoss
    return receipt
  }

  private func request(_ save: SessionSave) throws(DraftError) -> SaveRequest {
    var request = try SaveRequest(
      save.capture.snapshot, schema: stored(save.schema), key: save.key, draft: nil, basedOn: nil,
      title: save.title, baseline: save.baseline, secrets: save.capture.secrets)
    request.expiresAfter = try save.expiresAfter.map { duration throws(DraftError) in
      try duration.milliseconds("The time to live", allowingZero: true)
    }
    return request
  }

  private func queue(for line: SaveLine, _ key: DraftKey) throws(DraftError) -> OwnerQueue {
    let draft = line.draft
    guard let queue = try queue(of: key.owner, creating: draft == nil) else {
      throw draft.map(OwnerFile.notFound) ?? DraftError(.internalError, "No store was made.")
    }
    return queue
  }

  /// Makes an owner's saves survive power loss; on Linux they do already, unless the store was made
  /// not to.
  func makeDurable(_ owner: DraftOwner) async throws(DraftError) -> Durability {
    guard environment.receiptDurability != .survivesPowerLoss else { return .survivesPowerLoss }
    try await queue(of: owner, creating: false)?.run { file throws(DraftError) in
      try file.syncLog()
    }
    return .survivesPowerLoss
  }
}

extension OwnerFile {
  fileprivate func save(_ request: SaveRequest, line: SaveLine) throws(DraftError) -> Saved {
    var request = request
    let place = line.place
    request.draft = place.draft
    request.basedOn = place.revision
    request.parent = place.draft == nil ? place.parent : nil
    request.savePoint = place.savePoint
    let saved = try save(request)
    line.move(to: saved.head.uuid, saved.head.revisionNumber)
    return saved
  }

  /// Brings the log to the medium.
  fileprivate func syncLog() throws(DraftError) {
    do {
      try database?.connection.syncWAL()
    } catch {
      throw DraftError.wrapping(error, file: directory.database)
    }
  }
}
