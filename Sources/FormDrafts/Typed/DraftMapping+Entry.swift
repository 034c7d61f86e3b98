extension DraftMapping {
  /// One part of a form as a list of parts holds it; made by ``DraftField``, ``DraftScope``,
  /// ``DraftList`` and ``DraftStep``.
  public struct Entry: Sendable {
    /// Its name, and those of the parts inside, for ``DraftMapping/check()``; nil without a name.
    let outline: EntryOutline?
    /// The fields it declares; paths begin where the entry stands.
    var fields: [DeclaredField]
    var steps: [DraftSchema.Step] = []
    var isMainActorOnly = false
    let keyPaths: KeyPathTable<Form>
    /// Marks of a nested form's own, by paths that begin where the entry stands.
    var marks: (@Sendable (Form) -> [FieldPath: DraftMarks])?
    /// The entry ready for use at its place in a form; nil if nothing of it is ever looked at.
    let bind: @Sendable (BindingPlace) -> BoundEntry<Form>?
  }
}

/// A field of an entry.
struct DeclaredField: Sendable {
  var field: DraftSchema.Field
  /// Former paths that begin at the form, wherever the entry stands.
  var formerlyInForm: [FieldPath] = []

  /// The field as it is declared further out.
  func inside(_ outer: FieldPath) -> DeclaredField {
    var copy = self
    copy.field.path = outer.appending(contentsOf: field.path)
    copy.field.formerly = field.formerly.map { outer.appending(contentsOf: $0) }
    return copy
  }

  /// The field as the schema has it.
  var finished: DraftSchema.Field {
    var copy = field
    copy.formerly += formerlyInForm
    return copy
  }
}

/// Where an entry stands, while a mapping is made.
struct BindingPlace: Sendable {
  /// Which answers are stored.
  let index: SchemaIndex
  /// The path as a schema writes it.
  var path: FieldPath = .root
  /// The path from the nearest list item, or from the form.
  var inItem: FieldPath = .root

  func inside(_ name: String) -> BindingPlace {
    var copy = self
    copy.path = path.appending(name)
    copy.inItem = inItem.appending(name)
    return copy
  }

  var inEachItem: BindingPlace {
    BindingPlace(index: index, path: path.appending(.each))
  }
}

/// An entry at its place, with secrets told apart.
struct BoundEntry<Form>: Sendable {
  typealias Failures = [FieldPath: DraftError]
  /// A secret, by its path from the nearest list item, or from the form.
  typealias Secret = (path: FieldPath, value: DraftValue)

  let name: String
  /// Whether nothing of it is stored.
  var isSecret = false
  /// The secrets in it: read for a save only, so that it can withhold what repeats them.
  var secrets: @Sendable (Form) -> [Secret] = { _ in [] }
  let read: @Sendable (Form) -> DraftValue
  /// Writes a value; the path is that of the nearest list item, or the form's.
  let write: @Sendable (DraftValue, inout Form, FieldPath, inout Failures) -> Void
}

extension BoundEntry {
  /// An entry that is secret as a whole.
  static func secret(
    _ name: String, _ secrets: @escaping @Sendable (Form) -> [Secret]
  ) -> BoundEntry {
    BoundEntry(name: name, isSecret: true, secrets: secrets) { _ in
      .null
    } write: { _, _, _, _ in
    }
  }
}

/// The entries of a form, a scope or an item.
struct BoundEntries<Form>: Sendable {
  /// Those that are stored.
  let entries: [BoundEntry<Form>]
  private let all: [BoundEntry<Form>]

  init(_ entries: [DraftMapping<Form>.Entry], at place: BindingPlace) {
    all = entries.compactMap { $0.bind(place) }
    self.entries = all.filter { !$0.isSecret }
  }

  func secrets(of form: Form) -> [BoundEntry<Form>.Secret] { all.flatMap { $0.secrets(form) } }

  func members(of form: Form) -> [DraftObject.Member] {
    entries.map { DraftObject.Member($0.name, $0.read(form)) }
  }

  /// Writes what is there; what is missing stays as the form has it.
  func write(
    _ object: DraftObject, into form: inout Form, at place: FieldPath,
    _ failures: inout BoundEntry<Form>.Failures
  ) {
    let members = MemberLookup(object)
    for entry in entries {
      guard let value = members[entry.name] else { continue }
      entry.write(value, &form, place, &failures)
    }
  }
}

extension DraftError {
  /// What is stored for a field is none of its values.
  package static func notDecodable(as type: String, at path: FieldPath) -> DraftError {
    DraftError(
      .invalidValue, "What is stored at \(path.shown) cannot be read as \(type).",
      hint: "The form keeps what it has there; an upgrade may convert what is stored.",
      paths: [path])
  }
}
