import Testing

@testable import FormDrafts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Dates as text")
struct DateTextTests {
  private func expectSame(
    _ seconds: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = DateText.text(of: Date(timeIntervalSinceReferenceDate: seconds))
    let back = try #require(DateText.date(from: text), "\(text)", sourceLocation: sourceLocation)
    #expect(
      back.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern, "\(text)",
      sourceLocation: sourceLocation)
  }

  @Test("A date of whole milliseconds is written with three digits, in UTC")
  func milliseconds() {
    for (seconds, text) in [
      (0, "2001-01-01T00:00:00.000Z"), (0.25, "2001-01-01T00:00:00.250Z"),
      (-1, "2000-12-31T23:59:59.000Z"), (-0.001, "2000-12-31T23:59:59.999Z"),
      (817_699_570.123, "2026-11-30T02:46:10.123Z"),
      (-63_113_904_000, "0001-01-01T00:00:00.000Z"),
    ] as [(Double, String)] {
      #expect(DateText.text(of: Date(timeIntervalSinceReferenceDate: seconds)) == text)
    }
  }

  @Test("A date of the system's clock takes as many digits as it needs")
  func fractions() throws {
    let text = DateText.text(of: Date(timeIntervalSinceReferenceDate: 817_699_570.1234567))
    #expect(text == "2026-11-30T02:46:10.1234567Z")
    var seconds = 817_699_570.0
    for _ in 0..<200 {
      seconds = seconds.nextUp
      try expectSame(seconds)
    }
  }

  @Test("Every date comes back bit for bit, also those that no calendar has")
  func everyDate() throws {
    let hard: [Double] = [
      -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-7, -1e-7, 1e300, -1e300, .infinity,
      -.infinity, .greatestFiniteMagnitude, 1e12, -1e12, 0.1 + 0.2, .pi,
      Date.distantPast.timeIntervalSinceReferenceDate,
      Date.distantFuture.timeIntervalSinceReferenceDate, 252_423_993_599.9999,
    ]
    for seconds in hard { try expectSame(seconds) }
    var random = RandomValues(seed: 4)
    for _ in 0..<5000 {
      let bits = UInt64(random.below(1 << 32)) << 32 | UInt64(random.below(1 << 32))
      let seconds = Double(bitPattern: bits)
      if seconds.isFinite { try expectSame(seconds) }
      try expectSame(Double(random.below(1 << 60)) / 1e9 - 5e8)
    }
    let nan = Date(timeIntervalSinceReferenceDate: .nan)
    let back = DateText.date(from: DateText.text(of: nan))
    #expect(back?.timeIntervalSinceReferenceDate.isNaN == true)
  }

  @Test("Other texts are no dates: none is guessed at")
  func refused() {
    for text in [
      "", "2026-11-30", "2026-11-30T02:46", "2026-11-30T02:46:10", "2026-11-30T02:46:10+01:00",
      "2026-02-30T02:46:10Z", "2026-11-30T02:46:10.Z", "2026-11-30T02:46:10.1234567890Z",
      "2026-11-30t02:46:10Z", "2001-01-01T00:00:00Z+s", "2001-01-01T00:00:00Z+1", "now",
    ] {
      #expect(DateText.date(from: text) == nil, "\(text)")
    }
    let whole = DateText.date(from: "2001-01-01T00:00:10Z")
    #expect(whole == Date(timeIntervalSinceReferenceDate: 10))
  }
}
