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
    /// The entry ready for use at its place in a form; nil if all of it is secret.
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

/// An entry at its place, with secrets left out.
struct BoundEntry<Form>: Sendable {
  typealias Failures = [FieldPath: DraftError]

  let name: String
  let read: @Sendable (Form) -> DraftValue
  /// Writes a value; the path is that of the nearest list item, or the form's.
  let write: @Sendable (DraftValue, inout Form, FieldPath, inout Failures) -> Void
}

/// The entries of a form, a scope or an item.
struct BoundEntries<Form>: Sendable {
  let entries: [BoundEntry<Form>]

  init(_ entries: [DraftMapping<Form>.Entry], at place: BindingPlace) {
    self.entries = entries.compactMap { $0.bind(place) }
  }

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
