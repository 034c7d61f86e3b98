/// A session as a sign-in meets it that takes over its draft.
@MainActor
protocol AdoptableSession: AnyObject, Sendable {
  /// Saves what is not saved yet, and lets nothing be saved until ``goOn(as:)``.
  ///
  /// - Returns: false if the session has ended or is not the owner's; then it is not paused.
  func pause(of owner: DraftOwner) async -> Bool

  /// Goes on as the session of an heir; as before for nil.
  func goOn(as heir: DraftOwner?)
}

/// The sessions of a store that are open, in the order in which they were opened.
final class OpenSessions: Sendable {
  private struct Entry: Sendable {
    weak var session: (any AdoptableSession)?
  }

  private let entries = Guarded<[Entry]>([])

  /// Notes that a session is open; it is forgotten when it is let go.
  func add(_ session: any AdoptableSession) {
    entries.withValue { entries in
      entries.removeAll { $0.session == nil || $0.session === session }
      entries.append(Entry(session: session))
    }
  }

  /// Has those of an owner wait, each with its edits saved; always in the same order, so that two
  /// callers do not wait for each other.
  func pause(of owner: DraftOwner) async -> [any AdoptableSession] {
    var paused: [any AdoptableSession] = []
    for session in entries.withValue({ $0.compactMap(\.session) })
    where await session.pause(of: owner) {
      paused.append(session)
    }
    return paused
  }
}

extension DraftSession: AdoptableSession {
  func pause(of owner: DraftOwner) async -> Bool {
    if let opening, opened == nil { _ = await opening.value }
    await gate.enter()
    if status.ending == nil, key.owner == owner {
      // What cannot be saved stays in the form, and is tried again as the heir's.
      if mayWrite { try? await saveAll() }
      if status.ending == nil {
        isHandedOver = true
        return true
      }
    }
    gate.leave()
    return false
  }

  func goOn(as heir: DraftOwner?) {
    defer { gate.leave() }
    isHandedOver = false
    guard let heir, status.ending == nil else { return }
    signals.willChange(\.state)
    key.owner = heir
    signals.didChange(\.state)
    // An app that opens a session of the account instead finds the draft.
    (held, heldFork, watch) = (nil, nil, nil)
    watchStore()
  }
}
