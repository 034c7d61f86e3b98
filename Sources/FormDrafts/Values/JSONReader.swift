/// Reads JSON as RFC 8259 writes it, and nothing looser.
///
/// Refused, with line and column: two members of one name (by bytes, after unescaping), half a
/// surrogate pair, a comma before a closing bracket, a byte-order mark, bytes that are not UTF-8,
/// raw controls in strings, and everything JSON does not have (`NaN`, `+1`, `.5`, `01`,
/// comments). Numbers keep their characters.
///
/// Containers stand in a list of their own instead of on the call stack, so that depth costs no
/// stack; time is linear in the text.
package struct JSONReader {
  /// What is read and how much of it.
  package struct Options: Sendable {
    /// The bytes of the whole text.
    package var maximumBytes = DraftLimits.snapshotBytes
    /// The values in the whole text, each list, object and scalar counted.
    package var maximumNodes = DraftLimits.snapshotNodes
    /// How many lists and objects may stand inside each other.
    package var maximumDepth = DraftLimits.depth
    /// Whether `$draft` objects are ours; other people's JSON has members of any name.
    package var readsTags = true
    /// Whether the text is a line of a text of lines: then an error names no line of its own.
    package var isOneLine = false
    /// Where the text stands in a form; errors name places below it.
    package var path = FieldPath.root

    /// The limits of a snapshot, with `$draft` objects.
    package init() {}

    /// The limits of a snapshot; `$draft` has no meaning.
    package static let plain: Options = {
      var options = Options()
      options.readsTags = false
      return options
    }()
  }

  /// A list or object that has begun and not ended.
  struct Frame {
    let isObject: Bool
    /// How many lists and objects of the value this one stands in, itself counted.
    let depth: Int
    /// Where it begins in the text.
    let offset: Int
    /// Where its items or members begin among those not yet taken.
    let start: Int
    /// The members of `{"$draft":"object","members":…}`: a member `$draft` is the user's here.
    let isEscaped: Bool
    /// How many items are complete.
    var count = 0
    /// The name whose value is being read.
    var name: String?
    /// A member `$draft` was seen.
    var isTagged = false
    /// It began with `"$draft":"object"`.
    var isEscape = false
    var index = NameIndex()
  }

  let base: UnsafePointer<UInt8>
  let count: Int
  let options: Options
  var offset = 0
  var nodes = 0
  var frames: [Frame] = []
  var items: [DraftValue] = []
  var members: [DraftObject.Member] = []

  /// Reads one value that is the whole text.
  ///
  /// - Throws: ``DraftError/Code/invalidJSON`` or ``DraftError/Code/tooLarge``, with the place.
  package static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, options: Options = Options()
  ) throws(DraftError) -> DraftValue {
    guard bytes.count <= options.maximumBytes else {
      throw DraftError(
        .tooLarge, "A JSON text is larger than \(DraftLimits.words(options.maximumBytes)).",
        paths: options.path.pointer.isEmpty ? [] : [options.path])
    }
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      throw DraftError(
        .invalidJSON, "The JSON text is empty (line 1, column 1).",
        paths: options.path.pointer.isEmpty ? [] : [options.path])
    }
    if let scalar = plainScalar(base, count: bytes.count) { return scalar }
    var reader = JSONReader(base: base, count: bytes.count, options: options)
    return try reader.document()
  }

  /// Reads one value that is the whole text.
  ///
  /// - Throws: ``DraftError/Code/invalidJSON`` or ``DraftError/Code/tooLarge``, with the place.
  package static func read(
    _ bytes: [UInt8], options: Options = Options()
  ) throws(DraftError) -> DraftValue {
    try bytes.withUnsafeBufferPointer { bytes throws(DraftError) in
      try read(bytes, options: options)
    }
  }

  /// Reads one value that is the whole text.
  ///
  /// - Throws: ``DraftError/Code/invalidJSON`` or ``DraftError/Code/tooLarge``, with the place.
  package static func read(
    _ text: String, options: Options = Options()
  ) throws(DraftError) -> DraftValue {
    var copy = text
    return try copy.withUTF8 { bytes in
      Result { () throws(DraftError) in try read(bytes, options: options) }
    }.get()
  }

  init(base: UnsafePointer<UInt8>, count: Int, options: Options) {
    self.base = base
    self.count = count
    self.options = options
  }
}
