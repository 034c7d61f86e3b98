/// Stored values that the form's type does not say again as they are, because it could not take
/// them or reads less than they say: kept as long as nobody edits their fields.
struct KeptValues: Sendable {
  private var root: KeptValue?

  init() {}

  /// - Parameters:
  ///   - refused: the fields and items whose values could not be decoded; an item of a list by its
  ///     position in `stored`.
  ///   - stored: what the form was to be filled with.
  ///   - form: what it says now.
  ///   - schema: the form, for its fields and the identity of items.
  init(
    _ refused: some Sequence<FieldPath>, stored: DraftSnapshot, form: DraftSnapshot,
    schema: DraftSchema
  ) {
    let then = MemberLookup(form.values)
    guard stored.values.members.contains(where: { then[$0.name] != $0.value }) else { return }
    root = KeptValueSearch(schema).members(
      of: stored.values, then: form.values, RefusedPlaces(refused.map { $0.names[...] }), at: .root)
  }

  /// Puts the stored values where the form still says what it made of them.
  ///
  /// - Returns: what the form says there, where a secret is in it: a save withholds what repeats
  ///   that elsewhere.
  @discardableResult
  func restore(in snapshot: inout DraftSnapshot) -> [Redaction.Other] {
    var secrets: [Redaction.Other] = []
    guard let restored = root?.value(.object(snapshot.values), at: .root, &secrets),
      case .object(let object) = restored
    else { return [] }
    snapshot.values = object
    return secrets
  }
}
