/// Why a step of an upgrade failed on a draft; paths are the step's own, never a map's names.
enum StepFailure: Error {
  /// Something stands where the step puts an answer.
  case occupied(FieldPath)
  /// Something that is no object stands where a path leads through.
  case notObject(FieldPath)
  /// A split gave so many parts for so many targets.
  case count(Int, of: Int)
  /// A conversion gave something else.
  case kind(expected: String, found: String)
  /// What came out cannot be stored.
  case unfit(DraftError)
  /// Two stored answers stand in each other's way.
  case clash(FieldPath)
  /// A closure threw.
  case thrown(any Error)

  /// Runs a closure of the app.
  static func of<Result>(_ body: () throws -> Result) throws(StepFailure) -> Result {
    do {
      return try body()
    } catch {
      throw .thrown(error)
    }
  }

  /// The error for a step in words.
  func words(_ step: String) -> DraftError {
    switch self {
    case .occupied(let path):
      failed(
        "\(step) failed: an answer stands at \(path.shown) already.",
        hint: "Drop, move or merge it in an earlier step.", at: path)
    case .notObject(let path):
      failed(
        "\(step) failed: what stands on the way to \(path.shown) is no object.",
        hint: "Drop or move it in an earlier step.", at: path)
    case .count(let count, of: let targets):
      failed(
        "\(step) failed: it gave \(count) parts for \(targets) places.",
        hint: "Return one value for each target, or nil.")
    case .kind(let expected, let found):
      failed(
        "\(step) failed: it gave \(found), which is no \(expected).",
        hint: "Return a value of the type, null or nil.")
    case .clash(let path):
      failed(
        "\(step) failed: what is stored at \(path.shown) contradicts itself.",
        hint: "Drop what is further in, or what is further out, in an earlier step.", at: path)
    case .unfit(let error):
      failed(
        "\(step) failed: what came out cannot be stored.", hint: error.description,
        at: error.paths.first, cause: error)
    case .thrown(let error as DraftError):
      failed("\(step) failed.", hint: error.description, cause: error)
    case .thrown(let error):
      // Its words may hold an answer.
      failed(
        "\(step) failed with an error of type \(type(of: error)).",
        hint: "Correct the upgrade; nothing was changed.")
    }
  }

  private func failed(
    _ message: String, hint: String, at path: FieldPath? = nil, cause: DraftError? = nil
  ) -> DraftError {
    DraftError(
      .upgradeFailed, message, hint: hint, paths: path.map { [$0] } ?? [], cause: cause)
  }
}

extension DraftSchema.ValueType {
  /// Whether a value is of the kind that the type has in JSON; `null` is of every kind.
  func isKind(of value: DraftValue) -> Bool {
    switch (self, value) {
    case (_, .null), (.any, _), (.choice, _), (.boolean, .bool), (.decimal, .number),
      (.file, .file), (.bytes, .bytes), (.object, .object), (.map, .object), (.list, .list),
      (.text, .text), (.date, .text), (.time, .text), (.dateTime, .text):
      true
    case (.integer, .number(let literal)): literal.isWholeNumber
    default: false
    }
  }
}

extension String {
  /// Whether the literal is a whole number: `12`, `-3`, `1.0`, `1e3`, not `1.5` or `NaN`.
  fileprivate var isWholeNumber: Bool {
    guard JSONNumber.isNumber(self) else { return false }
    let parts = utf8.split(whereSeparator: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") })
    let digits = parts[0].split(separator: UInt8(ascii: "."))
    let fraction = digits.count > 1 ? digits[1] : digits[0].prefix(0)
    let places = fraction.count - fraction.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    guard parts.count > 1 else { return places == 0 }
    guard let exponent = Int(String(decoding: parts[1], as: UTF8.self)) else {
      // Longer than any number is: only its sign tells.
      return parts[1].first != UInt8(ascii: "-")
    }
    return places <= exponent
  }
}
