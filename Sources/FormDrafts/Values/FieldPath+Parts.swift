extension FieldPath {
  /// What follows a path that this one is inside of; the whole form if they are the same.
  func suffix(after outer: FieldPath) -> FieldPath {
    FieldPath(
      uncheckedPointer: String(
        decoding: pointer.utf8.dropFirst(outer.pointer.utf8.count), as: UTF8.self))
  }

  /// The path of what stands at `inner` from here.
  func appending(contentsOf inner: FieldPath) -> FieldPath {
    FieldPath(uncheckedPointer: pointer + inner.pointer)
  }

  /// How many segments speak of every item: how many lists and maps the path leads into.
  var eachCount: Int {
    var count = 0
    forEachToken { token in
      if token.isEach { count += 1 }
      return true
    }
    return count
  }
}
