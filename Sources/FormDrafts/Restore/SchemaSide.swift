/// One of two schemas that are compared, with what is asked of it often.
struct SchemaSide: Sendable {
  let schema: DraftSchema
  let index: SchemaIndex
  /// The declared fields by their paths, `~*` and all; of two with one path the first.
  let fields: [FieldPath: DraftSchema.Field]
  /// Every place that is declared or has something declared inside.
  let places: Set<FieldPath>

  init(_ schema: DraftSchema) {
    self.schema = schema
    index = SchemaIndex(schema)
    var fields: [FieldPath: DraftSchema.Field] = [:]
    fields.reserveCapacity(schema.fields.count)
    var places: Set<FieldPath> = []
    for field in schema.fields where fields[field.path] == nil {
      fields[field.path] = field
      for place in field.path.outward {
        guard places.insert(place).inserted else { break }
      }
    }
    self.fields = fields
    self.places = places
  }

  func declares(_ path: FieldPath) -> Bool { fields[path] != nil }

  /// Whether a path or something further in is declared.
  func knows(_ path: FieldPath) -> Bool { places.contains(path) }

  /// Whether an answer can stand at a place: declared, around something declared, or inside a
  /// field that leaves its inside open.
  func hasPlace(_ path: FieldPath) -> Bool {
    switch index.slot(at: path) {
    case .field, .interior: true
    case .inside(let field, _): ValueShape(field).hasInside
    case .unknown: false
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

extension ValueShape {
  /// Whether something can stand inside a value of this shape.
  var hasInside: Bool { isMany || holdsMembers }
}

extension FieldPath {
  /// The path, then the places around it from the inside out, without the whole form.
  var outward: some Sequence<FieldPath> {
    sequence(first: self) { $0.parent }.prefix { !$0.pointer.isEmpty }
  }

}
