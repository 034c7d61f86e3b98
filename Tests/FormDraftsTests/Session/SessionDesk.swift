import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A form of a visit, as an app would write it.
struct Visit: DraftForm, Equatable {
  var notes = ""
  var name = ""
  var password = ""
  var count = 0
  var nickname: String?

  static let draftMapping = DraftMapping<Self>("visit") {
    DraftField("notes", \.notes)
    DraftField("name", \.name)
    DraftField("password", \.password)
    DraftField("count", \.count)
    DraftField("nickname", \.nickname)
  }
}

/// A store, a clock that stands still, and sessions on them.
@MainActor
final class SessionDesk {
  let folder: StoreFolder
  let clock = ManualClock()
  let time = TestTime()
  let owner: DraftOwner = "ana"
  let store: DraftStore
  var options: DraftSessionOptions

  init(_ folder: StoreFolder? = nil) throws {
    self.folder = try folder ?? StoreFolder()
    store = self.folder.store(time.environment)
    options = DraftSessionOptions(clock: clock)
  }

  var key: DraftKey { DraftKey("visit", owner: owner) }

  func session(
    _ form: Visit = Visit(), in store: DraftStore? = nil, draft: DraftID? = nil,
    baseline: DraftBaseline? = nil
  ) -> DraftSession<Visit> {
    DraftSession(
      form, in: store ?? self.store, owner: owner, draft: draft, baseline: baseline,
      options: options)
  }

  /// A session that is open.
  func opened(
    _ form: Visit = Visit(), in store: DraftStore? = nil, draft: DraftID? = nil
  ) async throws -> DraftSession<Visit> {
    let session = session(form, in: store, draft: draft)
    try await session.open()
    return session
  }

  /// Moves the clock and waits for what is due.
  func pass(_ milliseconds: Int, _ sessions: DraftSession<Visit>...) async {
    await clock.advance(by: .milliseconds(milliseconds))
    for session in sessions { await session.settled() }
  }

  /// What is stored, read by a store of its own.
  func stored(_ draft: DraftID? = nil) async -> Visit? {
    let reader = folder.store()
    let answer = await reader.restore(key, schema: Visit.draftMapping.schema, draft: draft)
    await reader.close()
    guard let snapshot = answer.draft?.snapshot else { return nil }
    var visit = Visit()
    Visit.draftMapping.populate(&visit, from: snapshot)
    return visit
  }

  func summaries() async throws -> [DraftSummary] {
    let reader = folder.store()
    let list = try await reader.list().compactMap(\.summary)
    await reader.close()
    return list
  }
}

/// Waits for what another task does; gives up after 20 seconds, so that a test fails and does not
/// hang.
@MainActor
func until(_ condition: () -> Bool) async {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(20))
  while !condition(), clock.now < end { await Task.yield() }
}

extension DraftSessionState {
  /// The case, for messages.
  var name: String {
    switch self {
    case .opening: "opening"
    case .asking: "asking"
    case .idle: "idle"
    case .editing: "editing"
    case .saving: "saving"
    case .saved: "saved"
    case .failed(let error): "failed \(error.code.rawValue)"
    case .conflict: "conflict"
    case .submitting: "submitting"
    case .inDoubt: "inDoubt"
    case .closed(let ending): "closed \(ending.rawValue)"
    }
  }
}
