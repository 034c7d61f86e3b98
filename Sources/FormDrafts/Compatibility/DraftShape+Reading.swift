extension DraftShape {
  private static let lineBytes = DraftLimits.snapshotBytes + (16 << 20)

  /// Reads a line, as ``line`` writes it.
  ///
  /// - Parameter line: the line in UTF-8, without its end.
  /// - Throws: ``DraftError/Code/invalidJSON``, ``DraftError/Code/invalidSchema``,
  ///   ``DraftError/Code/invalidPath``, ``DraftError/Code/tooLarge`` naming the place.
  public init(line: [UInt8]) throws(DraftError) {
    var options = JSONReader.Options()
    options.maximumDepth = DraftLimits.depth + 8
    options.maximumBytes = Self.lineBytes
    let node = LineNode(value: try JSONReader.read(line, options: options), place: .root)
    try node.allow([
      Self.mark, "draft", "form", "version", "fingerprint", "revision", "status", "createdAt",
      "savedAt", "expiresAt", "step", "skippedSteps", "schema", "answers", "orphanSchemas",
      "damaged",
    ])
    guard case .number("1")? = try node[Self.mark]?.value else {
      throw node.failure("It is not the shape of a draft: “\(Self.mark)” is not 1.")
    }
    let schemas = try (node["orphanSchemas"]?.items() ?? []).map { item throws(DraftError) in
      try DraftSchema(nativeJSON: item.value)
    }
    let answers = try node.demand("answers").items().map { item throws(DraftError) in
      try Answer(item, schemas: schemas.count)
    }
    self.init(
      id: try Self.id(node), form: try node.demand("form").text(),
      revision: try node.demand("revision").count(),
      status: try Self.word(node.demand("status"), "It is not the status of a draft."),
      created: try node.demand("createdAt").time(), saved: try node.demand("savedAt").time(),
      expires: try node.optionalText("expiresAt") == nil ? nil : node["expiresAt"]?.time(),
      step: try node.optionalText("step"),
      skippedSteps: try (node["skippedSteps"]?.items() ?? []).map { item throws(DraftError) in
        try item.text()
      },
      schema: try DraftSchema(nativeJSON: node.demand("schema").value),
      fingerprint: try Self.fingerprint(node), answers: answers,
      damaged: try node.optionalSize("damaged") ?? 0, orphanSchemas: schemas)
    guard answers.first?.kind != nil || answers.isEmpty else {
      throw node.failure("The first of the answers stands inside nothing.")
    }
    try checkNesting(node)
  }

  private static func id(_ node: LineNode) throws(DraftError) -> DraftID {
    let node = try node.demand("draft")
    guard let id = DraftID(try node.text()) else {
      throw node.failure("It is not the id of a draft.")
    }
    return id
  }

  private static func fingerprint(_ node: LineNode) throws(DraftError) -> Fingerprint {
    let node = try node.demand("fingerprint")
    guard let fingerprint = Fingerprint(rawValue: try node.text()) else {
      throw node.failure("It is not a fingerprint.")
    }
    return fingerprint
  }

  fileprivate static func word<Word: RawRepresentable<String>>(
    _ node: LineNode, _ message: String
  ) throws(DraftError) -> Word {
    guard let word = Word(rawValue: try node.text()) else { throw node.failure(message) }
    return word
  }

  /// Refuses a list or an object that does not have what it says behind it.
  private func checkNesting(_ node: LineNode) throws(DraftError) {
    var inside = 0
    for answer in answers.reversed() {
      let size = answer.innerCount
      guard size <= inside else {
        throw node.failure("“answers” lacks what stands inside \(answer.path).")
      }
      inside += 1 - size
      guard answer.kind != nil else { continue }
      guard inside == 1 else {
        throw node.failure("“answers” has more than what stands inside \(answer.path).")
      }
      inside = 0
    }
  }
}

extension DraftShape.Answer {
  /// How many of the answers behind it stand right inside it.
  var innerCount: Int { type == .list || type == .object ? size ?? 0 : 0 }

  fileprivate init(_ node: LineNode, schemas: Int) throws(DraftError) {
    try node.allow([
      "path", "kind", "type", "characters", "bytes", "digits", "items", "members", "contentType",
      "isOption", "touched", "dirty", "outcome", "why", "schema",
    ])
    self.init(path: try node.demand("path").path())
    kind = try node["kind"].map { node throws(DraftError) in
      try DraftShape.word(node, "It is not the kind of an answer.")
    }
    type = try node["type"].map { node throws(DraftError) in
      try DraftShape.word(node, "It is not the type of a value.")
    }
    if let name = type?.sizeName { size = try node.optionalSize(name) }
    characters = try node.optionalSize("characters")
    contentType = try node.optionalText("contentType")
    isOption = try node.optionalFlag("isOption")
    isTouched = try node.optionalFlag("touched") ?? false
    isDirty = try node.optionalFlag("dirty") ?? false
    why = try node.optionalText("why")
    schema = try node["schema"].map { node throws(DraftError) in try node.place(below: schemas) }
  }
}
