import FormDrafts

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): small,
/// and the same on every machine.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A form of so many text fields, filled in, and an endless row of edits.
///
/// Names have 16 characters, answers 8 to 40. All contestants get the same edits in the same order.
struct Workload {
  let names: [String]
  let values: [String]
  let schema: DraftSchema
  /// How many bytes the first field's answer has instead; 0 if it is like the others.
  let big: Int

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -".utf8)

  init(_ count: Int, big: Int = 0, seed: Int = 1) {
    self.big = big
    names = (0..<count).map { Self.name($0) }
    schema = DraftSchema("bench", fields: names.map { .init(FieldPath([$0]), .text) })
    var generator = Generator(seed: seed)
    values = (0..<count).map {
      Self.text($0 == 0 && big > 0 ? big : nil, &generator)
    }
  }

  private static func name(_ number: Int) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "sec\(padded(number / 50, 2)).field-\(padded(number, 4))"
  }

  /// A text of a length, or of 8 to 40 bytes.
  static func text(_ length: Int?, _ generator: inout Generator) -> String {
    let count = length ?? 8 + Int(generator.next() % 33)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      var bits = generator.next()
      for _ in 0..<min(10, count - bytes.count) {
        bytes.append(letters[Int(bits & 63)])
        bits >>= 6
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  var count: Int { names.count }

  /// The form as the library gets it.
  var snapshot: DraftSnapshot {
    DraftSnapshot(
      values: DraftObject(zip(names, values).map { .init($0, .text($1)) }), step: "step-1")
  }

  /// What one step of the work changes: fields and their new answers.
  ///
  /// - Parameters:
  ///   - step: counts from 0.
  ///   - changes: how many fields.
  ///   - editsBig: whether it is the large one that is edited.
  func edit(_ step: Int, changes: Int = 1, editsBig: Bool = false) -> [(field: Int, value: String)]
  {
    var generator = Generator(seed: step &* 7_919 &+ 13)
    if editsBig { return [(0, Self.text(big, &generator))] }
    var seen: Set<Int> = []
    var edits: [(Int, String)] = []
    let first = big > 0 ? 1 : 0
    while edits.count < min(changes, count - first) {
      let field = first + Int(generator.next() % UInt64(count - first))
      guard seen.insert(field).inserted else { continue }
      edits.append((field, Self.text(nil, &generator)))
    }
    return edits
  }
}
