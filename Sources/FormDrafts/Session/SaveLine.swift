/// Where a session's saves go: the draft and its revision, as the store last acknowledged them.
///
/// Read and written on the owner's queue, where saves run one after the other: so a save that was
/// asked for while another was under way is based on that one's revision, even if nobody on the
/// main actor has heard of its end.
final class SaveLine: Sendable {
  struct Place: Sendable, Equatable {
    var draft: DraftID?
    var revision: DraftRevision?
    var parent: DraftID?
    /// Why the next save keeps the state before it.
    var savePoint: SavePoint.Reason?
  }

  private let value: Guarded<Place>

  init(draft: DraftID? = nil, revision: DraftRevision? = nil, parent: DraftID? = nil) {
    value = Guarded(Place(draft: draft, revision: revision, parent: parent))
  }

  var place: Place { value.withValue { $0 } }
  var draft: DraftID? { place.draft }

  func move(
    to draft: DraftID?, _ revision: DraftRevision?, savePoint: SavePoint.Reason? = nil
  ) {
    value.withValue {
      $0.draft = draft
      $0.revision = revision
      $0.savePoint = savePoint
    }
  }
}
