/// Finds the members of an object by their bytes; many are hashed once.
struct MemberLookup {
  let object: DraftObject
  private var positions: [Exact: Int] = [:]

  init(_ object: DraftObject) {
    self.object = object
    guard object.members.count > 8 else { return }
    positions.reserveCapacity(object.members.count)
    for (position, member) in object.members.enumerated() {
      positions[Exact(member.name)] = position
    }
  }

  subscript(name: String) -> DraftValue? {
    guard !positions.isEmpty else { return object[name] }
    return positions[Exact(name)].map { object.members[$0].value }
  }
}
