import Testing

@testable import DraftsCommand

@Suite("Times and quantities for people")
struct LocalTimeTests {
  @Test(
    "A time is local, to the minute",
    arguments: [
      (1_796_006_770_123, 3_600, "2026-11-30 03:46"), (0, 0, "1970-01-01 00:00"),
      (-1, 0, "1969-12-31 23:59"), (951_782_400_000, 0, "2000-02-29 00:00"),
      (4_107_542_399_999, 0, "2100-02-28 23:59"), (4_107_542_400_000, 0, "2100-03-01 00:00"),
      (0, 20_700, "1970-01-01 05:45"), (0, -12_600, "1969-12-31 20:30"),
      (-62_135_596_800_000, 0, "0001-01-01 00:00"), (253_402_300_800_000, 0, "10000-01-01 00:00"),
    ] as [(Int64, Int64, String)])
  func text(milliseconds: Int64, offset: Int64, expected: String) {
    #expect(LocalTime.text(milliseconds: milliseconds, offset: { _ in offset }) == expected)
  }

  @Test("The offset is asked for the moment itself")
  func moment() {
    let summer: Int64 = 1_780_000_000
    let text = LocalTime.text(milliseconds: summer * 1_000 + 999) { $0 == summer ? 7_200 : 0 }
    #expect(text == "2026-05-28 22:26")
  }

  @Test("No time is too far away", arguments: [Int64.min, Int64.max])
  func extremes(milliseconds: Int64) {
    #expect(LocalTime.text(milliseconds: milliseconds, offset: { _ in 0 }).count > 16)
    #expect(!LocalTime.text(milliseconds: milliseconds).isEmpty)
  }

  @Test("The system's offset is one that exists")
  func system() {
    #expect((-50_400...50_400).contains(LocalTime.systemOffset(at: 1_796_006_770)))
  }

  @Test(
    "A size has one decimal from 1 KB on",
    arguments: [
      (0, "0 B"), (1, "1 B"), (999, "999 B"), (1_000, "1.0 KB"), (1_234, "1.2 KB"),
      (1_250, "1.3 KB"), (999_949, "999.9 KB"), (999_950, "1.0 MB"), (1_000_000, "1.0 MB"),
      (33_554_432, "33.6 MB"), (.max, "9.2 EB"), (-1_234, "-1.2 KB"), (.min, "-9.2 EB"),
    ])
  func size(bytes: Int, expected: String) {
    #expect(Quantity.size(bytes) == expected)
  }

  @Test("A count agrees with its noun")
  func count() {
    #expect(Quantity.count(0, "draft") == "0 drafts")
    #expect(Quantity.count(1, "draft") == "1 draft")
    #expect(Quantity.count(2, "draft") == "2 drafts")
    #expect(Quantity.count(1, "entry", plural: "entries") == "1 entry")
    #expect(Quantity.count(3, "entry", plural: "entries") == "3 entries")
  }
}
