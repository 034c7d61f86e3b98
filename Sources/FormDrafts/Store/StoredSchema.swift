/// A schema as the store keeps it: checked, indexed and written in its native JSON form.
///
/// Defaults and options of secret fields are left out of the text. Every answer that is resolved names
/// one, so that it is a reference.
final class StoredSchema: Sendable {
  let schema: DraftSchema
  let index: SchemaIndex
  let fingerprint: Fingerprint
  let text: [UInt8]
  let digest: [UInt8]
  /// The fields that can hold an answer.
  let countable: Set<FieldPath>
  /// The fields outside lists and maps that are stored, in the form's order.
  let plainFields: [PlainField]
  /// The fields that hold a secret, in the form's order, then those that the app's own list names.
  let secrets: [FieldPath]
  private let mappings = Guarded(SchemaMappings())

  var total: Int { countable.count }

  /// A field that stands where its path says.
  struct PlainField: Sendable {
    let path: FieldPath
    /// The last name of the path.
    let name: String
  }

  init(_ schema: DraftSchema) throws(DraftError) {
    try schema.check()
    self.schema = schema
    index = SchemaIndex(schema)
    fingerprint = schema.fingerprint
    text = schema.nativeJSON(storing: true)
    digest = Self.digest(fingerprint, text)
    countable = Self.countable(schema, index)
    secrets = Self.secrets(schema, index)
    plainFields = Self.plainFields(schema, index)
  }

  /// Reads a stored text back.
  ///
  /// The fingerprint is the stored one: the text leaves out the choices of fields that the app's
  /// own list made secret, and the fingerprint still covers them.
  ///
  /// - Throws: ``DraftError/Code/damaged`` if it does not match its digest or cannot be read.
  init(text: [UInt8], fingerprint: String, digest: [UInt8]) throws(DraftError) {
    guard let fingerprint = Fingerprint(rawValue: fingerprint),
      Self.digest(fingerprint, text) == digest
    else {
      throw DraftError(.damaged, "The schema a draft was saved under is damaged.")
    }
    do {
      var options = JSONReader.Options()
      options.maximumDepth = DraftLimits.depth + 8  // a default value stands some levels in
      let schema = try DraftSchema(nativeJSON: JSONReader.read(text, options: options))
      try schema.check()
      self.schema = schema
    } catch {
      throw DraftError(
        .damaged, "The schema a draft was saved under cannot be read.", cause: error)
    }
    index = SchemaIndex(schema)
    self.fingerprint = fingerprint
    self.text = text
    self.digest = digest
    countable = Self.countable(schema, index)
    secrets = Self.secrets(schema, index)
    plainFields = Self.plainFields(schema, index)
  }

  private static func digest(_ fingerprint: Fingerprint, _ text: [UInt8]) -> [UInt8] {
    SHA256.digest(of: Array(fingerprint.rawValue.utf8) + [0x0A] + text)
  }

  /// Fields that are stored, stand in no list and have no fields inside.
  private static func countable(_ schema: DraftSchema, _ index: SchemaIndex) -> Set<FieldPath> {
    var outer: Set<FieldPath> = []
    var inList: Set<FieldPath> = []
    for field in schema.fields {
      var path = field.path
      if path.hasEach {
        inList.insert(path)
        continue
      }
      while let parent = path.parent, outer.insert(parent).inserted { path = parent }
    }
    return Set(
      schema.fields.lazy.map(\.path)
        .filter { !outer.contains($0) && !inList.contains($0) && !index.isNeverStored($0) })
  }

  private static func plainFields(_ schema: DraftSchema, _ index: SchemaIndex) -> [PlainField] {
    schema.fields.compactMap { field in
      guard !field.path.hasEach, !index.isNeverStored(field.path), let name = field.path.lastName
      else { return nil }
      return PlainField(path: field.path, name: name)
    }
  }

  private static func secrets(_ schema: DraftSchema, _ index: SchemaIndex) -> [FieldPath] {
    var seen: Set<FieldPath> = []
    return (schema.fields.map(\.path) + schema.overrides.secret).filter {
      index.retention(at: $0) == .secret && seen.insert($0).inserted
    }
  }

  /// Where the answers of another schema stand in this one.
  func mapping(from writer: StoredSchema) -> SchemaMapping {
    mappings.withValue { $0.way(from: writer, to: self) }
  }

  /// How many countable fields hold an answer among these leaves.
  func answered(_ leaves: some Sequence<FieldPath>) -> Int {
    var found: Set<FieldPath> = []
    for leaf in leaves {
      var path: FieldPath? = leaf
      while let here = path {
        if countable.contains(here) {
          found.insert(here)
          break
        }
        path = here.parent
      }
    }
    return found.count
  }
}

extension SchemaIndex {
  /// Whether what stands at a path never enters the store.
  func isNeverStored(_ path: FieldPath) -> Bool { retention(at: path) != .kept }
}

/// The schemas a store met last, so that a form's schema is checked, indexed and written once and
/// not with every save.
struct SchemaCache: Sendable {
  private static let capacity = 8
  private var schemas: [StoredSchema] = []

  /// The stored form of a schema.
  ///
  /// The usual question is about the very array that was asked about before, which Swift compares
  /// in no time.
  mutating func stored(_ schema: DraftSchema) throws(DraftError) -> StoredSchema {
    if let known = schemas.last(where: { $0.schema == schema }) { return known }
    let stored = try StoredSchema(schema)
    keep(stored)
    return stored
  }

  /// The schema of a stored text.
  mutating func stored(
    text: [UInt8], fingerprint: String, digest: [UInt8]
  ) throws(DraftError) -> StoredSchema {
    if let known = schemas.last(where: { $0.digest == digest }), known.text == text,
      known.fingerprint.rawValue == fingerprint
    {
      return known
    }
    let stored = try StoredSchema(text: text, fingerprint: fingerprint, digest: digest)
    keep(stored)
    return stored
  }

  private mutating func keep(_ schema: StoredSchema) {
    schemas.append(schema)
    if schemas.count > Self.capacity { schemas.removeFirst() }
  }
}
