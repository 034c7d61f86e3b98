import FoundationEssentials

/// One line of the answer: what was measured, beside what it is measured by.
struct Line: Codable {
  enum Bound: String, Codable { case atMost = "<=", atLeast = ">=", equal = "==" }

  /// As in DESIGN 12, with the size: `save.change 500`.
  var name: String
  /// What is counted: `time`, `bytes`, `instructions`, `fdatasync`, `statements`.
  var measure: String
  /// Ours and the other's, in the measure's unit: microseconds or numbers.
  var ours: Double?
  var other: Double?
  /// Whom it is measured by.
  var peer: String?
  /// The median of the rounds' ratios, and the lowest and highest; or one number.
  var value: Double
  var low: Double?
  var high: Double?
  var bound: Bound?
  var target: Double?
  var note: String?

  /// Whether the target is met; nil if there is none.
  var isMet: Bool? {
    guard let target, let bound else { return nil }
    // As it is shown: two places.
    let shown = (value * 100).rounded() / 100
    switch bound {
    case .atMost: return shown <= target
    case .atLeast: return shown >= target
    case .equal: return shown == target
    }
  }
}

extension Line {
  /// The ratio of two lanes, round by round.
  static func time(
    _ name: String, _ ours: Lane, by other: Lane, atMost target: Double? = nil,
    inverse: Double? = nil
  ) -> Line {
    let isInverse = inverse != nil
    let ratios = zip(ours.medians, other.medians).map { isInverse ? $1 / $0 : $0 / $1 }
    return Line(
      name: name, measure: "time", ours: ours.median, other: other.median, peer: other.name,
      value: ratios.median, low: ratios.min(), high: ratios.max(),
      bound: isInverse ? .atLeast : target == nil ? nil : .atMost, target: inverse ?? target)
  }

  static func ratio(
    _ name: String, _ measure: String, _ ours: Double, by other: Double, _ peer: String,
    atMost target: Double? = nil
  ) -> Line {
    Line(
      name: name, measure: measure, ours: ours, other: other, peer: peer, value: ours / other,
      bound: target == nil ? nil : .atMost, target: target)
  }

  static func number(
    _ name: String, _ measure: String, _ value: Double, equal target: Double? = nil
  ) -> Line {
    Line(
      name: name, measure: measure, ours: value, value: value, bound: target == nil ? nil : .equal,
      target: target)
  }
}

/// Everything that was measured, as a table or as JSON.
struct Report: Codable {
  var machine: String
  var date: String
  var rounds: Int
  var lines: [Line] = []
  var notes: [String] = []

  private static let columns = [34, 12, 11, 11, 16, 22, 12]

  static var header: String {
    row(["benchmark", "measure", "ours", "other", "by", "ratio (lowest-highest)", "target"])
  }

  static func text(of line: Line) -> String {
    var ratio = shown(line.value)
    if let low = line.low, let high = line.high { ratio += " (\(shown(low))-\(shown(high)))" }
    var target = ""
    if let bound = line.bound, let number = line.target {
      target = "\(bound.rawValue) \(shown(number))"
      if line.isMet == false { target += "  MISSED" }
    }
    return row([
      line.name, line.measure, line.ours.map(shown) ?? "", line.other.map(shown) ?? "",
      line.peer ?? "", ratio, target,
    ]) + (line.note.map { "  (\($0))" } ?? "")
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, columns).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }

  static func shown(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    let places = abs(number) >= 1_000 ? 1.0 : abs(number) >= 100 ? 10 : 100
    let rounded = (number * places).rounded() / places
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
