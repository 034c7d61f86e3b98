/// Which key path of a form is which field.
struct KeyPathTable<Form>: Sendable {
  typealias Pair = (path: FieldPath, keyPath: PartialKeyPath<Form>)

  // Key paths never change. One that is not `Sendable` captures a value that is not, or names a
  // property of the main actor; here they are only compared and joined, never applied.
  nonisolated(unsafe) let pairs: [Pair]
  private nonisolated(unsafe) let paths: [PartialKeyPath<Form>: FieldPath]
  private nonisolated(unsafe) let keyPaths: [FieldPath: PartialKeyPath<Form>]

  init(_ pairs: [Pair]) {
    self.pairs = pairs
    paths = Dictionary(pairs.map { ($0.keyPath, $0.path) }, uniquingKeysWith: { first, _ in first })
    keyPaths = Dictionary(
      pairs.map { ($0.path, $0.keyPath) }, uniquingKeysWith: { first, _ in first })
  }

  func path(of keyPath: PartialKeyPath<Form>) -> FieldPath? { paths[keyPath] }

  func keyPath(of path: FieldPath) -> PartialKeyPath<Form>? { keyPaths[path] }

  /// The same key paths from a form that this one is a part of.
  func inside<Outer>(
    _ name: String, _ outer: PartialKeyPath<Outer>
  ) -> KeyPathTable<Outer> {
    let scope = FieldPath([name])
    return KeyPathTable<Outer>(
      pairs.compactMap { path, keyPath in
        outer.appending(path: keyPath).map { (scope.appending(contentsOf: path), $0) }
      } + [(scope, outer)])
  }
}
