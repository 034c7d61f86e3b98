/// The names of a form's parts, for the mistakes that only names can show.
struct EntryOutline: Sendable {
  var name: String
  /// The parts inside; empty for a field.
  var inner: [EntryOutline] = []
  /// For a list, the name its items keep their identity under.
  var identity: String?
  /// The parts that are the same property of an item as its identity.
  var identityParts: [FieldPath] = []
  /// What only shows when the part is made: a step inside a list.
  var mistake: String?

  /// Refuses names that no draft could be kept under.
  ///
  /// - Parameter index: says which parts are secret.
  /// - Throws: ``DraftError/Code/invalidSchema``, naming the place.
  static func check(
    _ outlines: [EntryOutline], in place: FieldPath, _ index: SchemaIndex
  ) throws(DraftError) {
    var seen: Set<Exact> = []
    for outline in outlines {
      let path = place.appending(outline.name)
      try outline.checkName(in: place)
      guard seen.insert(Exact(outline.name)).inserted else {
        throw .schema(
          "Two parts of the form are called \(path.shown).", hint: "Give one of them another name.",
          paths: [path])
      }
      if let mistake = outline.mistake { throw .schema(mistake, paths: [path]) }
      try outline.checkIdentity(at: path, index)
      try check(outline.inner, in: outline.identity == nil ? path : path.appending(.each), index)
    }
  }

  private func checkName(in place: FieldPath) throws(DraftError) {
    let owner = place == .root ? "the form" : place.shown
    guard !name.isEmpty else {
      throw .schema(
        "A part of \(owner) has an empty name.", hint: "Give it a name that never changes.",
        paths: [place])
    }
    guard name.utf8.first != UInt8(ascii: "/") else {
      throw .schema(
        "“\(name.shown)” in \(owner) is a path, not a name.",
        hint: "Put the field into a DraftScope for each outer name.", paths: [place])
    }
    guard !name.isPositional else {
      throw .schema(
        "“\(name.shown)” in \(owner) only tells a position: after a change of the form it would"
          + " be another field's.", hint: "Give the field a name of its own.",
        paths: [place.appending(name)])
    }
  }

  private func checkIdentity(at path: FieldPath, _ index: SchemaIndex) throws(DraftError) {
    guard let identity else { return }
    let items = path.appending(.each)
    let secret = identityParts.first { part in
      index.retention(at: items.appending(contentsOf: part)) != .kept
    }
    if let secret, index.retention(at: path) == .kept {
      throw .schema(
        "The items of \(path.shown) are told apart by what is their \(secret.shown), too: it is never"
          + " stored.", hint: "Tell them apart by something else, made for the purpose.",
        paths: [items.appending(contentsOf: secret)])
    }
    guard !identity.isEmpty else {
      throw .schema("The identity of the items of \(path.shown) has no name.", paths: [path])
    }
    guard !SecretRules.isSecretName(identity) else {
      throw .schema(
        "The items of \(path.shown) are told apart by “\(identity.shown)”, a secret by its name:"
          + " it is never stored.",
        hint: "Tell them apart by something else, made for the purpose.",
        paths: [items.appending(identity)])
    }
    guard !inner.contains(where: { $0.name.isSameBytes(as: identity) }) else {
      throw .schema(
        "The items of \(path.shown) keep their identity as “\(identity.shown)”, and have a part"
          + " of that name.",
        hint: "Leave that part out, or give the identity another name with idName.",
        paths: [items.appending(identity)])
    }
  }
}
