/// Numbers as people read them; JSON has the plain ones.
package enum Quantity {
  private static let units = ["B", "KB", "MB", "GB", "TB", "PB", "EB"]

  /// A size as `0 B`, `999 B`, `1.2 KB`; 1 KB is 1 000 bytes.
  package static func size(_ bytes: Int) -> String {
    let sign = bytes < 0 ? "-" : ""
    let magnitude = bytes.magnitude
    guard magnitude >= 1_000 else { return "\(sign)\(magnitude) B" }
    var unit = 1
    var tenth: UInt = 100
    // One unit up as soon as the rounded number would read 1000.0.
    while rounded(magnitude, to: tenth) >= 10_000 {
      unit += 1
      tenth *= 1_000
    }
    let tenths = rounded(magnitude, to: tenth)
    return "\(sign)\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// A count with its noun: `1 draft`, `2 drafts`, `0 entries`.
  package static func count(_ number: Int, _ singular: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  /// How many times a step goes into a number, rounded half up.
  private static func rounded(_ number: UInt, to step: UInt) -> UInt {
    let (whole, rest) = number.quotientAndRemainder(dividingBy: step)
    return rest >= step - rest ? whole + 1 : whole
  }
}
