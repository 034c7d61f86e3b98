extension DraftValue {
  /// Reads a JSON text (RFC 8259), strictly and exactly.
  ///
  /// Numbers keep their characters, text its Unicode scalars, objects the order of their members.
  /// Objects with a member `$draft` stand for bytes, files, not-a-number and the infinities.
  ///
  /// - Parameter text: one JSON value with nothing but white space around it.
  /// - Throws: ``DraftError/Code/invalidJSON`` with line and column (in Unicode scalars, from 1);
  ///   ``DraftError/Code/tooLarge`` for what exceeds ``DraftLimits``. The message holds nothing of
  ///   the text.
  public init(json text: String) throws(DraftError) {
    self = try JSONReader.read(text)
  }

  /// Reads a JSON text in UTF-8; see ``init(json:)-(String)``.
  ///
  /// - Parameter bytes: one JSON value with nothing but white space around it.
  /// - Throws: ``DraftError/Code/invalidJSON`` and ``DraftError/Code/tooLarge``.
  public init(json bytes: some Collection<UInt8>) throws(DraftError) {
    self = try JSONReader.read(bytes, options: JSONReader.Options())
  }

  /// Reads JSON that others wrote: `$draft` is a name like any other.
  package init(plainJSON text: String) throws(DraftError) {
    self = try JSONReader.read(text, options: .plain)
  }

  /// Reads JSON that others wrote: `$draft` is a name like any other.
  package init(plainJSON bytes: some Collection<UInt8>) throws(DraftError) {
    self = try JSONReader.read(bytes, options: .plain)
  }

  /// The value as canonical JSON.
  ///
  /// No white space, only the escapes that must be, numbers by their characters. Equal values
  /// have equal texts, different values different ones.
  ///
  /// A value that no draft can hold (a number literal that is none, a name twice) has a text that
  /// does not read back.
  public var json: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON.
  package func appendJSON(to bytes: inout [UInt8], style: JSONWriter.Style = .canonical) {
    var writer = JSONWriter(style: style)
    swap(&writer.bytes, &bytes)
    writer.write(self)
    swap(&writer.bytes, &bytes)
  }
}

extension DraftObject {
  /// Reads a JSON text that is an object; see ``DraftValue/init(json:)-(String)``.
  ///
  /// - Throws: ``DraftError/Code/invalidJSON``, also if it is not an object;
  ///   ``DraftError/Code/tooLarge``.
  public init(json text: String) throws(DraftError) {
    self = try Self.demand(try DraftValue(json: text))
  }

  /// Reads a JSON text in UTF-8 that is an object; see ``DraftValue/init(json:)-(String)``.
  ///
  /// - Throws: ``DraftError/Code/invalidJSON``, also if it is not an object;
  ///   ``DraftError/Code/tooLarge``.
  public init(json bytes: some Collection<UInt8>) throws(DraftError) {
    self = try Self.demand(try DraftValue(json: bytes))
  }

  /// Reads an object of JSON that others wrote: `$draft` is a name like any other.
  package init(plainJSON text: String) throws(DraftError) {
    self = try Self.demand(try DraftValue(plainJSON: text))
  }

  /// Reads an object of JSON that others wrote: `$draft` is a name like any other.
  package init(plainJSON bytes: some Collection<UInt8>) throws(DraftError) {
    self = try Self.demand(try DraftValue(plainJSON: bytes))
  }

  private static func demand(_ value: DraftValue) throws(DraftError) -> DraftObject {
    guard case .object(let object) = value else {
      throw DraftError(.invalidJSON, "The JSON text is not an object (line 1, column 1).")
    }
    return object
  }
}

extension JSONReader {
  static func read(
    _ bytes: some Collection<UInt8>, options: Options
  ) throws(DraftError) -> DraftValue {
    let direct = bytes.withContiguousStorageIfAvailable { bytes in
      Result { () throws(DraftError) in try read(bytes, options: options) }
    }
    guard let direct else { return try read(Array(bytes), options: options) }
    return try direct.get()
  }
}
