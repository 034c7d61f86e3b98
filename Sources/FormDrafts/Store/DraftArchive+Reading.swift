extension DraftArchive {
  /// How deep the values of a snapshot stand in a line.
  private static let wrapping = 8
  private static let lineBytes = DraftLimits.snapshotBytes + (16 << 20)

  /// Reads a line.
  ///
  /// - Throws: ``DraftError/Code/invalidJSON``, ``DraftError/Code/invalidSchema``,
  ///   ``DraftError/Code/tooLarge`` naming the place.
  init(line: [UInt8]) throws(DraftError) {
    var options = JSONReader.Options()
    options.maximumDepth = DraftLimits.depth + Self.wrapping
    options.maximumBytes = Self.lineBytes
    let node = Node(value: try JSONReader.read(line, options: options), place: .root)
    try node.allow([
      "formdrafts", "draft", "owner", "form", "record", "revision", "createdAt", "savedAt",
      "title", "baseline", "status", "attempt", "expiresAt", "schema", "snapshot", "orphans",
      "orphanSchemas", "base",
    ])
    guard case .number("1")? = try node["formdrafts"]?.value else {
      throw node.failure("It is not an exported draft: “formdrafts” is not 1.")
    }
    guard let id = DraftID(try node.demand("draft").text()) else {
      throw try node.demand("draft").failure("It is not the id of a draft.")
    }
    let schemaNode = try node.demand("schema")
    self.init(
      id: id,
      key: DraftKey(
        try node.demand("form").text(),
        owner: try node.optionalText("owner").map(DraftOwner.account) ?? .nobody,
        record: try node.optionalText("record").map(DraftRecord.existing) ?? .new),
      revision: try node.demand("revision").count(),
      created: try node.demand("createdAt").time(), saved: try node.demand("savedAt").time(),
      title: try node.optionalText("title"), baseline: try node.optionalText("baseline"),
      schema: try DraftSchema(nativeJSON: schemaNode.value),
      snapshot: try Self.snapshot(node.demand("snapshot")))
    orphanSchemas = try (node["orphanSchemas"]?.items() ?? []).map { item throws(DraftError) in
      try DraftSchema(nativeJSON: item.value)
    }
    orphans = try Self.orphans(node, of: orphanSchemas.count)
    try readLife(node)
    base = try node["base"]?.items().map { item throws(DraftError) in
      try item.allow(["path", "value"])
      return Base(path: try item.demand("path").path(), value: try item["value"]?.value)
    }
  }

  private static func orphans(
    _ node: Node, of schemas: Int
  ) throws(DraftError) -> [Orphan] {
    try (node["orphans"]?.items() ?? []).map { item throws(DraftError) in
      try item.allow(["path", "value", "touched", "dirty", "schema"])
      return Orphan(
        path: try item.demand("path").path(), value: try item["value"]?.value,
        marks: (try item["touched"]?.flag() == true ? FieldRow.touched : 0)
          | (try item["dirty"]?.flag() == true ? FieldRow.dirty : 0),
        schema: try item["schema"].map { place throws(DraftError) in
          try place.place(below: schemas)
        })
    }
  }

  private mutating func readLife(_ node: Node) throws(DraftError) {
    if let word = try node["status"] {
      guard let status = DraftHead.Status(archived: try word.text()) else {
        throw word.failure("It is not the status of a draft.")
      }
      self.status = status
    }
    attempt = try node.optionalText("attempt")
    guard (attempt != nil) == (status != .open) else {
      throw node.failure("It takes “status” and “attempt” to say how far a submit has come.")
    }
    if let attempt, attempt.utf8.count > DraftLimits.nameBytes {
      throw DraftError(.tooLarge, "The attempt is longer than \(DraftLimits.nameBytes) bytes.")
    }
    expires = try node["expiresAt"]?.time()
  }

  private static func snapshot(_ node: Node) throws(DraftError) -> DraftSnapshot {
    try node.allow(["values", "touched", "dirty", "step", "skippedSteps", "focus"])
    guard case .object(let values) = try node.demand("values").value else {
      throw try node.demand("values").failure("It is not an object.")
    }
    return DraftSnapshot(
      values: values,
      touched: Set(
        try (node["touched"]?.items() ?? []).map { item throws(DraftError) in
          try item.path()
        }),
      dirty: Set(
        try (node["dirty"]?.items() ?? []).map { item throws(DraftError) in
          try item.path()
        }),
      step: try node.optionalText("step"),
      skippedSteps: try (node["skippedSteps"]?.items() ?? []).map { item throws(DraftError) in
        try item.text()
      },
      focus: try node.optionalText("focus").map { text throws(DraftError) in
        try FieldPath(pointer: text)
      })
  }
}

/// One place in a line, with the pointer errors name.
private struct Node {
  let value: DraftValue
  let place: FieldPath

  func failure(_ message: String) -> DraftError {
    DraftError(.invalidJSON, "At \(place): \(message)", paths: place.pointer.isEmpty ? [] : [place])
  }

  subscript(name: String) -> Node? {
    get throws(DraftError) {
      guard case .object(let object) = value else { throw failure("It is not an object.") }
      return object[name].map { Node(value: $0, place: place.appending(name)) }
    }
  }

  func demand(_ name: String) throws(DraftError) -> Node {
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

  func items() throws(DraftError) -> [Node] {
    guard case .list(let items) = value else { throw failure("It is not a list.") }
    return items.enumerated().map { Node(value: $1, place: place.appending(String($0))) }
  }

  func place(below count: Int) throws(DraftError) -> Int {
    guard case .number(let literal) = value, let place = Int(literal),
      (0..<count).contains(place)
    else { throw failure("It is not a place in “orphanSchemas”.") }
    return place
  }

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
