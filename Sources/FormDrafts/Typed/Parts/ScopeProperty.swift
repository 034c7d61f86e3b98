/// The property of a form that holds a struct, for a scope.
struct ScopeProperty<Form, Child>: Sendable {
  /// For comparing and joining only, as ``KeyPathTable`` does.
  nonisolated(unsafe) let keyPath: PartialKeyPath<Form>
  /// Whether the property may hold nothing.
  let isOptional: Bool
  /// What the property holds; nil for nothing.
  let read: @Sendable (Form) -> Child?
  /// Changes what the property holds; a new one if that is nothing.
  let change: @Sendable (inout Form, (inout Child) -> Void) -> Void
  /// Takes away what an optional property holds.
  let clear: @Sendable (inout Form) -> Void

  /// A property that always holds one.
  static func property(_ path: WritableKeyPath<Form, Child>) -> Self {
    // See FieldCoding: only a main-actor initialiser passes a key path that is not Sendable.
    nonisolated(unsafe) let path = path
    return Self(keyPath: path, isOptional: false) {
      $0[keyPath: path]
    } change: { form, change in
      change(&form[keyPath: path])
    } clear: { _ in
    }
  }

  /// A property that may hold none.
  static func optional(
    _ path: WritableKeyPath<Form, Child?>, new: @escaping () -> Child
  ) -> Self {
    nonisolated(unsafe) let (path, new) = (path, new)
    return Self(keyPath: path, isOptional: true) {
      $0[keyPath: path]
    } change: { form, change in
      var child = form[keyPath: path] ?? new()
      change(&child)
      form[keyPath: path] = child
    } clear: {
      $0[keyPath: path] = nil
    }
  }

  /// Writes what is stored for the scope: `null` is nothing where that may be.
  ///
  /// - Returns: whether it is an object or nothing.
  func write(
    _ value: DraftValue, into form: inout Form, _ fill: (DraftObject, inout Child) -> Void
  ) -> Bool {
    switch value {
    case .object(let object): change(&form) { fill(object, &$0) }
    case .null where isOptional: clear(&form)
    default: return false
    }
    return true
  }
}
