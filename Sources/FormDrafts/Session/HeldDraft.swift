/// A draft that a session of a store has open, until this is let go.
///
/// Another session of the same key that is opened without an id takes another draft.
final class HeldDraft: Sendable {
  let id: DraftID
  private let registry: Registry

  /// The drafts of one store that sessions have open, and how often.
  final class Registry: Sendable {
    private let counts = Guarded<[DraftID: Int]>([:])

    func holds(_ id: DraftID) -> Bool { counts.withValue { $0[id] != nil } }

    fileprivate func add(_ id: DraftID) { counts.withValue { $0[id, default: 0] += 1 } }

    fileprivate func remove(_ id: DraftID) {
      counts.withValue { counts in
        let count = counts[id] ?? 0
        counts[id] = count > 1 ? count - 1 : nil
      }
    }
  }

  fileprivate init(_ id: DraftID, _ registry: Registry) {
    self.id = id
    self.registry = registry
    registry.add(id)
  }

  deinit { registry.remove(id) }
}

extension DraftStore {
  /// Notes that a session has a draft open.
  func hold(_ id: DraftID) -> HeldDraft { HeldDraft(id, heldDrafts) }
}
