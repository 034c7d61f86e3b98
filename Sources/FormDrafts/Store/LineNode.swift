/// One place in a line, with the pointer errors name.
struct LineNode {
  let value: DraftValue
  let place: FieldPath

  func failure(_ message: String) -> DraftError {
    DraftError(.invalidJSON, "At \(place): \(message)", paths: place.pointer.isEmpty ? [] : [place])
  }

  subscript(name: String) -> LineNode? {
    get throws(DraftError) {
      guard case .object(let object) = value else { throw failure("It is not an object.") }
      return object[name].map { LineNode(value: $0, place: place.appending(name)) }
    }
  }

  func demand(_ name: String) throws(DraftError) -> LineNode {
    guard let node = try self[name] else { throw failure("“\(name)” is missing.") }
    return node
  }

  func allow(_ names: [String]) throws(DraftError) {
    guard case .object(let object) = value else { throw failure("It is not an object.") }
    let known = Set(names.map { Exact($0) })
    if let member = object.members.first(where: { !known.contains(Exact($0.name)) }) {
      throw failure("“\(member.name.printable)” is not a member this version knows.")
    }
  }

  func text() throws(DraftError) -> String {
    guard case .text(let text) = value else { throw failure("It is not text.") }
    return text
  }

  func optionalText(_ name: String) throws(DraftError) -> String? {
    guard let node = try self[name], node.value != .null else { return nil }
    return try node.text()
  }

  func flag() throws(DraftError) -> Bool {
    guard case .bool(let flag) = value else { throw failure("It is not true or false.") }
    return flag
  }

  func items() throws(DraftError) -> [LineNode] {
    guard case .list(let items) = value else { throw failure("It is not a list.") }
    return items.enumerated().map { LineNode(value: $1, place: place.appending(String($0))) }
  }

  func place(below count: Int) throws(DraftError) -> Int {
    guard case .number(let literal) = value, let place = Int(literal),
      (0..<count).contains(place)
    else { throw failure("It is not a place in “orphanSchemas”.") }
    return place
  }

  /// A whole number from 0 up; nil if there is no such member.
  func optionalSize(_ name: String) throws(DraftError) -> Int? {
    guard let node = try self[name] else { return nil }
    guard case .number(let literal) = node.value, let size = Int(literal), size >= 0 else {
      throw node.failure("It is not a size.")
    }
    return size
  }

  /// A flag; nil if there is no such member.
  func optionalFlag(_ name: String) throws(DraftError) -> Bool? { try self[name]?.flag() }

  func path() throws(DraftError) -> FieldPath { try FieldPath(pointer: text()) }

  func count() throws(DraftError) -> Int64 {
    guard case .number(let literal) = value, let number = Int64(literal), number > 0,
      number < 1 << 53
    else { throw failure("It is not a positive whole number.") }
    return number
  }

  func time() throws(DraftError) -> Int64 {
    let text = try text()
    do {
      return try Timestamp.milliseconds(from: text)
    } catch {
      throw failure(error.description)
    }
  }
}
