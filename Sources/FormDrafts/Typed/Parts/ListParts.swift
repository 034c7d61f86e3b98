/// What a list is made of.
struct ListParts<Item>: Sendable {
  let name: String
  let idName: String
  let entries: [DraftMapping<Item>.Entry]
  /// Marks of the items' own.
  var marks: (@Sendable (Item) -> [FieldPath: DraftMarks])?
  /// What is wrong with a mapping that items cannot be listed by.
  var mistake: String?

  init(name: String, idName: String, entries: [DraftMapping<Item>.Entry]) {
    (self.name, self.idName, self.entries) = (name, idName, entries)
  }

  /// The parts of a form; the identity is the list's own.
  init(name: String, idName: String, items: DraftMapping<Item>) {
    let entries = (items.entries ?? []).filter { $0.outline?.name.isSameBytes(as: idName) != true }
    self.init(name: name, idName: idName, entries: entries)
    marks = items.marks
    if items.entries == nil {
      mistake = "The items of “\(name.shown)” are read by closures; a list needs their parts."
    }
  }

  func fields(_ identity: ItemIdentity<Item>) -> [DeclaredField] {
    let list = FieldPath([name])
    let items = list.appending(.each)
    let whole = DraftSchema.Field(
      list, .object, isMany: true, identity: FieldPath([idName]))
    let id = DraftSchema.Field(
      items.appending(idName), identity.shape.type, isMany: identity.shape.isMany, retention: .kept)
    return [DeclaredField(field: whole), DeclaredField(field: id)]
      + entries.flatMap { $0.fields.map { $0.inside(items) } }
  }

  func outline(_ identity: ItemIdentity<Item>) -> EntryOutline {
    var outline = EntryOutline(name: name, inner: entries.compactMap(\.outline), identity: idName)
    outline.identityParts = entries.compactMap { $0.keyPaths.path(of: identity.keyPath) }
    if let mistake {
      outline.mistake = mistake
    } else if entries.contains(where: { !$0.steps.isEmpty }) {
      outline.mistake = "The list “\(name.shown)” has steps inside; a step holds whole lists."
    } else if !identity.isScalar {
      outline.mistake =
        "The items of “\(name.shown)” are told apart by \(identity.idTypeName), which is neither"
        + " text nor a number."
    }
    return outline
  }

  /// The marks of all items, by their positions.
  func marks(
    _ marks: (Item) -> [FieldPath: DraftMarks], of items: [Item]
  ) -> [FieldPath: DraftMarks] {
    let list = FieldPath([name])
    var result: [FieldPath: DraftMarks] = [:]
    for (position, item) in items.enumerated() {
      let place = list.appending(String(position))
      for (path, mark) in marks(item) { result[place.appending(contentsOf: path)] = mark }
    }
    return result
  }
}
