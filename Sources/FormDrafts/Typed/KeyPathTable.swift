/// Which key path of a form is which field.
struct KeyPathTable<Form>: Sendable {
  typealias Pair = (path: FieldPath, keyPath: PartialKeyPath<Form>)

  /// Key paths are immutable. One that is not `Sendable` captures a value that is not, or names a
  /// property of the main actor; here they are only compared, never applied.
  private nonisolated(unsafe) let paths: [PartialKeyPath<Form>: FieldPath]
  private nonisolated(unsafe) let keyPaths: [FieldPath: PartialKeyPath<Form>]

  init(_ pairs: [Pair]) {
    paths = Dictionary(pairs.map { ($0.keyPath, $0.path) }, uniquingKeysWith: { first, _ in first })
    keyPaths = Dictionary(
      pairs.map { ($0.path, $0.keyPath) }, uniquingKeysWith: { first, _ in first })
  }

  func path(of keyPath: PartialKeyPath<Form>) -> FieldPath? { paths[keyPath] }

  func keyPath(of path: FieldPath) -> PartialKeyPath<Form>? { keyPaths[path] }
}
