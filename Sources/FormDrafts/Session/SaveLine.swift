/// Where a session's saves go: the draft and its revision, as the store last acknowledged them.
///
/// Read and written on the owner's queue, where saves run one after the other: so a save that was
/// asked for while another was under way is based on that one's revision, even if nobody on the
/// main actor has heard of its end.
final class SaveLine: Sendable {
  struct Place: Sendable {
    var draft: DraftID?
    var revision: DraftRevision?
    var parent: DraftID?
    /// Why the next save keeps the state before it.
    var savePoint: SavePoint.Reason?
    /// What the form held before the draft was brought into it, until a save has kept it.
    var displaced: FormCapture?
  }

  private let value: Guarded<Place>

  init(draft: DraftID? = nil, revision: DraftRevision? = nil, parent: DraftID? = nil) {
    value = Guarded(Place(draft: draft, revision: revision, parent: parent))
  }

  var place: Place { value.withValue { $0 } }
  var draft: DraftID? { place.draft }

  /// Goes on with a draft; what a form held before that stays to be kept as long as it is the same
  /// draft.
  func move(
    to draft: DraftID?, _ revision: DraftRevision?, savePoint: SavePoint.Reason? = nil
  ) {
    value.withValue {
      if $0.draft != draft { $0.displaced = nil }
      $0.draft = draft
      $0.revision = revision
      $0.savePoint = savePoint
    }
  }

  /// Has the next save keep what the form held before the draft was brought into it; nil if there is
  /// nothing to keep, or it is kept.
  func displace(_ form: FormCapture?) { value.withValue { $0.displaced = form } }
}
