extension DraftExamination.Part {
  /// What a walk over a value meets.
  enum Node {
    /// The name of a member of what stands at the path.
    case name(String)
    case value(DraftValue)
  }

  /// Calls `body` with the value and all that stands inside, with its place; no deeper on the stack
  /// for a value that is deeper.
  func forEachNode(_ body: (FieldPath, Node) -> Void) {
    var waiting = [(path: path, value: value)]
    while let (path, value) = waiting.popLast() {
      body(path, .value(value))
      switch value {
      case .list(let items):
        for (position, item) in items.enumerated().reversed() {
          waiting.append((path.appending(String(position)), item))
        }
      case .object(let object):
        for member in object.members {
          body(path, .name(member.name))
        }
        for member in object.members.reversed() {
          waiting.append((path.appending(member.name), member.value))
        }
      default: break
      }
    }
  }

  /// Whether something stands in the value at a place.
  func holds(_ place: FieldPath) -> Bool {
    guard place.isInside(path) else { return false }
    var value = value
    for name in place.suffix(after: path).names {
      switch value {
      case .object(let object):
        guard let member = object[name] else { return false }
        value = member
      case .list(let items):
        guard let position = Int(name), items.indices.contains(position) else { return false }
        value = items[position]
      default: return false
      }
    }
    return true
  }
}

extension FieldPath {
  /// The path up to the first name that looks like what should not lie about.
  var withoutSensitiveNames: FieldPath {
    let names = names
    guard let first = names.firstIndex(where: { !SensitiveKind.all(in: $0).isEmpty }) else {
      return self
    }
    var path = self
    for _ in first..<names.count { path = path.parent ?? .root }
    return path
  }
}
