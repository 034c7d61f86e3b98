import FormDrafts

/// What a UI schema shows as a password, and so makes a secret.
///
/// react-jsonschema-form: `ui:widget` or `ui:options.widget` whose name says password (or another
/// word of ``SecretRules``), `inputType: password`; at any depth, through `items`,
/// `additionalItems` and `additionalProperties`; and `ui:autocomplete` with one of HTML's names for
/// passwords, one-time codes and payment cards. JSON Forms: a control with
/// `options.format: "password"`, also in the `detail` of a list.
///
/// A mark for a place the schema does not declare is kept for the day an answer stands there: it
/// goes to the schema's list of secrets.
struct UISchema {
  /// A place that is shown as a secret, and what it holds.
  struct Mark {
    let path: FieldPath
    var kind = DraftSchema.ContentKind.password
  }

  private let root: DefinitionNode

  /// Reads the JSON text of a UI schema.
  ///
  /// - Throws: ``DraftError/Code/invalidJSON``, ``DraftError/Code/tooLarge``;
  ///   ``DraftError/Code/invalidSchema`` if it is not an object.
  init(json bytes: [UInt8]) throws(DraftError) {
    do {
      root = DefinitionNode(try DraftValue(plainJSON: bytes))
    } catch {
      throw DraftError(
        error.code, "The UI schema cannot be read. \(error.message)", hint: error.hint,
        paths: error.paths)
    }
    guard case .object = root.value else {
      throw .schema(
        "The UI schema is \(root.value.kind), not an object.",
        hint: "Give the one of react-jsonschema-form or JSON Forms.")
    }
  }

  /// Makes secrets of the places it marks.
  func apply(to schema: inout DraftSchema) throws(DraftError) {
    let places = UISchemaPlaces(schema)
    let marks =
      JSONFormsUISchema.isOne(root)
      ? try JSONFormsUISchema(places).marks(in: root) : RJSFUISchema(places).marks(in: root)
    for mark in marks { places.makeSecret(mark, in: &schema) }
  }
}

/// The fields of a schema by path, for walking a UI schema beside it.
struct UISchemaPlaces {
  private let positions: [FieldPath: Int]
  private let fields: [DraftSchema.Field]

  init(_ schema: DraftSchema) {
    fields = schema.fields
    var positions: [FieldPath: Int] = [:]
    for (position, field) in fields.enumerated() { positions[field.path] = position }
    self.positions = positions
  }

  func isDeclared(_ path: FieldPath) -> Bool { positions[path] != nil }

  /// Whether a list is declared here; nil if the schema says nothing of the place itself.
  func isList(_ path: FieldPath) -> Bool? {
    positions[path].map { fields[$0].cardinality.isMany }
  }

  /// Marks the field of a place and all inside it.
  func makeSecret(_ mark: UISchema.Mark, in schema: inout DraftSchema) {
    guard !mark.path.pointer.isEmpty else { return }
    guard let position = position(of: mark.path) else {
      if !schema.overrides.secret.contains(mark.path) {
        schema.overrides.secret.append(mark.path)
      }
      return
    }
    let field = fields[position]
    if field.contentKind == nil { schema.fields[position].contentKind = mark.kind }
    switch field.type {
    case .object, .map, .list, .any:
      for inner in fields.indices
      where inner != position && fields[inner].path.isInside(field.path) {
        schema.fields[inner].retention = .secret
      }
    default: break
    }
  }

  /// The field a mark is for; plain items have none of their own: `/codes/~*` is `/codes`.
  private func position(of path: FieldPath) -> Int? {
    var place = path
    while positions[place] == nil {
      guard place.lastName == nil, let outer = place.parent else { return nil }
      place = outer
    }
    guard place != path, let position = positions[place] else { return positions[place] }
    let (type, isMany) = fields[position].cardinality
    switch type {
    case .map, .list, .any: return position
    default: return isMany ? position : nil
    }
  }
}
