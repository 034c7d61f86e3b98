extension DraftStore {
  /// What happens to drafts of this store from now on, whoever does it.
  ///
  /// A stream per call, in the order of commits; elements name draft, revision and kind, never
  /// values. What this store does arrives at once, one element a commit. What other stores and
  /// other processes commit arrives within a second, by ``DraftEnvironment/clock``, while somebody
  /// listens; of several saves of one draft between two looks the last is told. Nothing is looked
  /// at while nobody listens.
  ///
  /// ```swift
  /// for await change in store.changes() { print(change.draft, change.kind) }
  /// ```
  ///
  /// - Returns: a stream that ends only with its task; elements wait in it without a limit.
  public func changes() -> AsyncStream<DraftChange> {
    let stream = hub.stream(present: presentTags) { [self] in
      while !Task.isCancelled {
        await lookAround()
        do {
          try await environment.clock.sleep(for: ChangeHub.interval)
        } catch {
          return
        }
      }
    }
    touchAll()
    return stream
  }

  /// Watches for the ends of drafts and owners by this store, and by others while somebody listens
  /// to a stream.
  func watch(_ handler: @escaping ChangeHub.Handler) -> ChangeHub.Watch {
    hub.watch(present: presentTags, handler)
  }

  private var presentTags: [OwnerTag] {
    let place = try? place(creating: false)
    return place.flatMap { try? $0.tags() } ?? []
  }

  /// Has every owner looked at before anything else is done to it.
  private func touchAll() {
    for queue in (try? allQueues()) ?? [] { queue.touch() }
  }

  /// Looks at every owner there is; those this store knew too, as their directory may be gone.
  private func lookAround() async {
    for queue in (try? allQueues()) ?? [] { await queue.lookAfter() }
    for queue in openQueues { await queue.lookAfter() }
  }
}
