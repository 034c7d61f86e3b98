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

/// The sessions of a store that are open, in the order in which they were opened, and the owners
/// whose drafts are on the way to another.
final class OpenSessions: Sendable {
  private struct Entry: Sendable {
    weak var session: (any AdoptableSession)?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// Who waits for the end of a hand-over; nobody, as long as the list is empty.
    var handOvers: [DraftOwner: [CheckedContinuation<DraftOwner?, Never>]] = [:]
  }

  private let state = Guarded(State())

  /// Notes that a session is open; it is forgotten when it is let go.
  ///
  /// - Returns: whether the owner's drafts are on the way to another: those who take part were asked
  ///   already, and the session is to wait for ``heir(of:)``.
  func add(_ session: any AdoptableSession, of owner: DraftOwner) -> Bool {
    state.withValue { state in
      state.entries.removeAll { $0.session == nil || $0.session === session }
      state.entries.append(Entry(session: session))
      return state.handOvers[owner] != nil
    }
  }

  /// Waits until the drafts of an owner are where they belong.
  ///
  /// - Returns: who took them over; nil if nobody did, or has long done so.
  func heir(of owner: DraftOwner) async -> DraftOwner? {
    await withCheckedContinuation { continuation in
      let isOver = state.withValue { state in
        state.handOvers[owner]?.append(continuation)
        return state.handOvers[owner] == nil
      }
      if isOver { continuation.resume(returning: nil) }
    }
  }

  /// Has the sessions of an owner wait, each with its edits saved; always in the same order, so that
  /// two callers do not wait for each other.
  ///
  /// A hand-over of the same owner that is under way ends first.
  func pause(of owner: DraftOwner) async -> [any AdoptableSession] {
    var sessions = begin(owner)
    while sessions == nil {
      _ = await heir(of: owner)
      sessions = begin(owner)
    }
    var paused: [any AdoptableSession] = []
    for session in sessions ?? [] where await session.pause(of: owner) { paused.append(session) }
    return paused
  }

  /// Notes that a hand-over begins; nil if there is one.
  private func begin(_ owner: DraftOwner) -> [any AdoptableSession]? {
    state.withValue { state in
      guard state.handOvers[owner] == nil else { return nil }
      state.handOvers[owner] = []
      return state.entries.compactMap(\.session)
    }
  }

  /// Lets the sessions that wait go on as an heir's; as before for nil.
  func goOn(_ paused: [any AdoptableSession], of owner: DraftOwner, as heir: DraftOwner?) async {
    for session in paused { await session.goOn(as: heir) }
    for waiting in state.withValue({ $0.handOvers.removeValue(forKey: owner) ?? [] }) {
      waiting.resume(returning: heir)
    }
  }
}

extension DraftSession: AdoptableSession {
  func pause(of owner: DraftOwner) async -> Bool {
    // One of another owner may itself wait for a hand-over.
    guard key.owner == owner else { return false }
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
    become(heir)
    watchStore()
  }

  /// Listens to the store; a session that opens while its owner's drafts are on the way to another
  /// waits until they are there, and goes on as if it had been open before.
  func watchStoreWithOwner() async {
    while watchStore(), let heir = await store.openSessions.heir(of: key.owner) {
      become(heir)
    }
  }

  private func become(_ heir: DraftOwner) {
    signals.willChange(\.state)
    key.owner = heir
    signals.didChange(\.state)
    // An app that opens a session of the account instead finds the draft.
    (held, heldFork, watch) = (nil, nil, nil)
  }
}
