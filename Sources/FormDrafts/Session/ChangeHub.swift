/// Tells listeners of a store what happened to its drafts.
///
/// After each piece of work on an owner's file, and while somebody listens to a stream every half
/// second, the drafts' marks are compared with those of the last look. So what other processes
/// commit is found the same way as what this one does, and nothing is done where nobody listens.
final class ChangeHub: Sendable {
  /// A session that wants to know how its draft or its owner ends; until it is let go.
  final class Watch: Sendable {
    private let hub: ChangeHub
    private let id: Int

    fileprivate init(_ hub: ChangeHub, _ id: Int) {
      self.hub = hub
      self.id = id
    }

    deinit { hub.forget(id) }
  }

  typealias Handler = @Sendable (DraftOwner?, OwnerNews) -> Void

  fileprivate struct State {
    var count = 0
    var watchers: [Int: Handler] = [:]
    var streams: [Int: AsyncStream<DraftChange>.Continuation] = [:]
    var sights: [OwnerTag: OwnerSight] = [:]
    /// Owners that were there when listening began and were not looked at yet: their first look is
    /// no news.
    var unseen: Set<OwnerTag> = []
    var poll: Task<Void, Never>?

    var isListenedTo: Bool { !watchers.isEmpty || !streams.isEmpty }
  }

  static let interval = Duration.milliseconds(500)

  private let state = Guarded(State())

  /// Whether anybody wants to know.
  var isListenedTo: Bool { state.withValue { $0.isListenedTo } }

  /// Whether a stream of changes is read; sessions only watch.
  var hasStreams: Bool { state.withValue { !$0.streams.isEmpty } }

  /// Calls a handler with all news, on the queue of their owner, in the order of commits.
  func watch(present: [OwnerTag], _ handler: @escaping Handler) -> Watch {
    let id = state.withValue { state in
      state.begin(present)
      state.watchers[state.count] = handler
      return state.count
    }
    return Watch(self, id)
  }

  /// A stream of all changes from now on; `poll` runs as long as there is one.
  func stream(
    present: [OwnerTag], poll: @escaping @Sendable () async -> Void
  ) -> AsyncStream<DraftChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: DraftChange.self)
    let id = state.withValue { state in
      state.begin(present)
      state.streams[state.count] = continuation
      if state.poll == nil { state.poll = Task { await poll() } }
      return state.count
    }
    continuation.onTermination = { [self] _ in forget(id) }
    return stream
  }

  private func forget(_ id: Int) {
    state.withValue { state in
      state.watchers[id] = nil
      state.streams[id] = nil
      if state.streams.isEmpty {
        state.poll?.cancel()
        state.poll = nil
      }
      if !state.isListenedTo {
        state.sights = [:]
        state.unseen = []
      }
    }
  }

  /// Looks at an owner's file, on its queue.
  ///
  /// - Parameter mayOpen: whether to open the file for it; after a piece of work that closed it, it
  ///   is to stay closed.
  func look(at file: OwnerFile, mayOpen: Bool) {
    let last: OwnerSight?? = state.withValue { state in
      guard state.isListenedTo else { return nil }
      if state.unseen.contains(file.tag) { return .some(nil) }
      return state.sights[file.tag] ?? OwnerSight()
    }
    guard let last else { return }
    let seen = try? file.look(since: last ?? OwnerSight(), mayOpen: mayOpen)
    guard let (sight, news) = seen ?? nil else { return }
    let (handlers, streams) = state.withValue { state in
      state.unseen.remove(file.tag)
      guard state.isListenedTo else {
        return ([Handler](), [AsyncStream<DraftChange>.Continuation]())
      }
      state.sights[file.tag] = sight
      return (Array(state.watchers.values), Array(state.streams.values))
    }
    guard last != nil, !news.isEmpty else { return }
    for handler in handlers { handler(file.owner, news) }
    for stream in streams { for change in news.changes { stream.yield(change) } }
  }
}

extension ChangeHub.State {
  fileprivate mutating func begin(_ present: [OwnerTag]) {
    count += 1
    for tag in present where sights[tag] == nil { unseen.insert(tag) }
  }
}
