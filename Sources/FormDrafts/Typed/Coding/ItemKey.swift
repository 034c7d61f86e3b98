/// The position of an item, as the coding path of an error has it.
struct ItemKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map(String.init) ?? "" }

  init(_ position: Int) { intValue = position }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }
}

/// The key that a class keeps what its superclass wrote under.
struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }

  init() {}
  init?(stringValue: String) { self.init() }
  init?(intValue: Int) { nil }
}
