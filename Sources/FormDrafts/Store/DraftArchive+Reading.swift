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
    options.isOneLine = true
    let node = LineNode(value: try JSONReader.read(line, options: options), place: .root)
    if try node[DraftShape.mark] != nil { throw DraftShape.isNoDraft }
    try node.allow([
      "formdrafts", "draft", "owner", "form", "record", "revision", "createdAt", "savedAt",
      "title", "baseline", "status", "attempt", "expiresAt", "schema", "snapshot", "orphans",
      "orphanSchemas", "base", "parent",
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
    parent = try Self.parent(node)
    base = try node["base"]?.items().map { item throws(DraftError) in
      try item.allow(["path", "value"])
      return Base(path: try item.demand("path").path(), value: try item["value"]?.value)
    }
  }

  private static func orphans(
    _ node: LineNode, of schemas: Int
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

  private mutating func readLife(_ node: LineNode) throws(DraftError) {
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

  private static func parent(_ node: LineNode) throws(DraftError) -> DraftID? {
    guard let text = try node.optionalText("parent") else { return nil }
    guard let id = DraftID(text) else {
      throw node.failure("“parent” is not the id of a draft.")
    }
    return id
  }

  private static func snapshot(_ node: LineNode) throws(DraftError) -> DraftSnapshot {
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
