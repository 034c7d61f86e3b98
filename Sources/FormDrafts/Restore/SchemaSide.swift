/// One of two schemas that are compared, with what is asked of it often.
struct SchemaSide: Sendable {
  let schema: DraftSchema
  let index: SchemaIndex
  /// The declared fields by their paths, `~*` and all; of two with one path the first.
  let fields: [FieldPath: DraftSchema.Field]
  /// Every place that is declared or has something declared inside.
  let places: Set<FieldPath>
  /// Places inside which something is declared by name: other names have no place there.
  let closed: Set<FieldPath>

  init(_ schema: DraftSchema) {
    self.schema = schema
    index = SchemaIndex(schema)
    var fields: [FieldPath: DraftSchema.Field] = [:]
    fields.reserveCapacity(schema.fields.count)
    var places: Set<FieldPath> = []
    var closed: Set<FieldPath> = []
    for field in schema.fields where fields[field.path] == nil {
      fields[field.path] = field
      var hasName = false
      for place in field.path.outward {
        let isNew = places.insert(place).inserted
        let isNewlyClosed = hasName && closed.insert(place).inserted
        guard isNew || isNewlyClosed else { break }
        hasName = hasName || place.lastName != nil
      }
    }
    self.fields = fields
    self.places = places
    self.closed = closed
  }

  func declares(_ path: FieldPath) -> Bool { fields[path] != nil }

  /// Whether a path or something further in is declared.
  func knows(_ path: FieldPath) -> Bool { places.contains(path) }

  /// Whether an answer can stand at a place: declared, around something declared, or inside a
  /// field that leaves its inside open.
  func hasPlace(_ path: FieldPath) -> Bool {
    switch index.slot(at: path) {
    case .field, .interior: true
    case .inside(let field, let depth): Self.isOpen(field.field, depth, at: path)
    case .unknown: false
    }
  }

  /// Whether something can stand that many names inside a field that says nothing of its inside.
  static func isOpen(_ field: DraftSchema.Field, _ depth: Int, at path: FieldPath) -> Bool {
    let shape = ValueShape(field)
    let isInList = path.eachCount > 0
    return (0..<depth).allSatisfy {
      let outer = shape.inside($0)
      return outer.holdsMembers || (isInList && outer.isMany)
    }
  }

  /// An object with something declared inside, declared itself or not, or a declared list of such.
  func objectShape(at path: FieldPath) -> ValueShape? {
    if let field = fields[path] {
      let shape = ValueShape(field)
      return shape.type == .object ? shape : nil
    }
    return knows(path) && !knows(path.appending(.each)) ? ValueShape(.object) : nil
  }
}

extension FieldPath {
  /// The path, then the places around it from the inside out, without the whole form.
  var outward: some Sequence<FieldPath> {
    sequence(first: self) { $0.parent }.prefix { !$0.pointer.isEmpty }
  }

}
