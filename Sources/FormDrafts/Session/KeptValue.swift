/// What is kept of a stored value, as a whole or inside.
struct KeptValue: Sendable {
  /// What is stored, and what the form made of it.
  struct Whole: Sendable {
    /// Nil for nothing.
    let stored: DraftValue?
    /// Nil for nothing.
    let then: DraftValue?
    /// Whether what the form made of it holds a secret of the form's.
    let holdsSecret: Bool
  }

  /// An item of a list.
  struct Item: Sendable {
    /// Where it stood.
    let position: Int
    let stored: DraftValue
    /// Its identity as the form says it; as it is stored if the form could not make the item.
    let id: DraftValue?
    /// What is kept in it; nil for an item that the form could not make.
    let inside: KeptValue?
  }

  var whole: Whole?
  var members: [Exact: KeptValue] = [:]
  /// Members of which the form said nothing, in their order.
  var absent: [Exact] = []
  /// In the order of their positions.
  var items: [Item] = []
  /// The names that lead from an item to its identity.
  var identity: [String]?

  var isEmpty: Bool { whole == nil && members.isEmpty && items.isEmpty }

  /// A value as it is to be saved; nil for none.
  ///
  /// - Parameters:
  ///   - now: what the form has.
  ///   - path: where it stands.
  ///   - secrets: what is replaced and holds a secret.
  func value(
    _ now: DraftValue?, at path: FieldPath, _ secrets: inout [Redaction.Other]
  ) -> DraftValue? {
    // What a list says besides is stored, too, as long as nobody edits it.
    if let whole, now == whole.then {
      if whole.holdsSecret, let now { secrets.append(.init(path: path, value: now)) }
      return whole.stored
    }
    switch now {
    case .object(let object)? where !members.isEmpty:
      return .object(self.object(object, at: path, &secrets))
    case .list(let list)? where !items.isEmpty:
      return .list(self.list(list, at: path, &secrets))
    default: return now
    }
  }

  private func object(
    _ now: DraftObject, at path: FieldPath, _ secrets: inout [Redaction.Other]
  ) -> DraftObject {
    var object = DraftObject(
      now.members.compactMap { member in
        guard let kept = members[Exact(member.name)] else { return member }
        let value = kept.value(member.value, at: path.appending(member.name), &secrets)
        return value.map { DraftObject.Member(member.name, $0) }
      })
    for exact in absent {
      let name = exact.wrappedValue
      guard now[name] == nil else { continue }
      object[name] = members[exact]?.value(nil, at: path.appending(name), &secrets)
    }
    return object
  }

  /// The items of a list; one that could not be made at all comes back where it stood.
  private func list(
    _ now: [DraftValue], at path: FieldPath, _ secrets: inout [Redaction.Other]
  ) -> [DraftValue] {
    var result = now
    let positions = Dictionary(
      now.enumerated().compactMap { position, item in
        identity.flatMap { item.member($0) }.map { ($0, position) }
      }, uniquingKeysWith: { first, _ in first })
    var lost: [Item] = []
    for item in items {
      if let position = item.id.flatMap({ positions[$0] }) {
        let place = path.appending(String(position))
        result[position] = item.inside?.value(now[position], at: place, &secrets) ?? now[position]
      } else if item.inside == nil {
        lost.append(item)
      }
    }
    guard !lost.isEmpty else { return result }
    var known = Set(result)
    for item in lost where known.insert(item.stored).inserted {
      result.insert(item.stored, at: min(item.position, result.count))
    }
    return result
  }
}
