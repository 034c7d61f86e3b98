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
    let request = try request(save, line)
    let saved = try await writing(to: line.draft, of: save.key.owner) { file throws(DraftError) in
      try file.save(request, line: line)
    }
    return receipt(saved, request)
  }

  /// The same, for a caller that cannot wait any other way than by keeping its thread.
  func saveBlocking(
    _ save: SessionSave, line: SaveLine, deadline: Duration
  ) throws(DraftError) -> SaveReceipt {
    let request = try request(save, line)
    let isDurable = environment.receiptDurability == .survivesPowerLoss
    let queue = try queue(to: line.draft, of: save.key.owner)
    let saved: OwnerFile.Saved
    do throws(DraftError) {
      saved = try queue.runBlocking(for: deadline) { file throws(DraftError) in
        let saved = try file.save(request, line: line)
        if !isDurable { try file.syncLog() }
        return saved
      }
    } catch {
      if error.code == .storeMoved { forgetPlace() }
      throw error
    }
    var receipt = receipt(saved, request)
    receipt.durability = .survivesPowerLoss
    return receipt
  }

  /// Refuses a form of somebody who is signed out, and did not sign in again.
  func refuseIfSignedOut(_ owner: DraftOwner) async throws(DraftError) {
    guard let queue = try? queue(of: owner, creating: false) else {
      if hasEndedEarly(owner) { throw DraftError.ownerPurged() }
      return
    }
    let isPurged = try? await queue.run { file throws(DraftError) in try file.isPurged() }
    if isPurged == true { throw DraftError.ownerPurged() }
  }

  /// The answers that a save would not store because they repeat a secret; none if there can be no
  /// such save.
  func withheld(of save: SessionSave) -> Set<FieldPath> {
    Set((try? request(save))?.withheld ?? [])
  }

  private func request(_ save: SessionSave, _ line: SaveLine) throws(DraftError) -> SaveRequest {
    var request = try request(save)
    if let before = line.place.displaced {
      var earlier = save
      // What is a secret now must not stand in the earlier state either.
      earlier.capture = before
      earlier.capture.secrets += save.capture.secrets
      // One that cannot be kept is no reason not to save.
      if let form = try? self.request(earlier) { request.displaced = .form(form) }
    }
    return request
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
    if case .form(var earlier) = request.displaced {
      // A save that was asked for before has kept it.
      (earlier.draft, earlier.basedOn) = (request.draft, request.basedOn)
      earlier.savePoint = request.savePoint
      request.displaced = place.displaced == nil ? .nothing : .form(earlier)
    }
    let saved = try save(request)
    line.move(to: saved.head.uuid, saved.head.revisionNumber)
    line.displace(nil)
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
