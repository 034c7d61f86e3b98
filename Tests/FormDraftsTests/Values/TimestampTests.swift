import FormDrafts
import Testing

@Suite struct TimestampTests {
  /// Moments computed by GNU date (`date -u -d TEXT +%s%3N`), and the ends of the range.
  @Test(
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-11-30T02:46:10.123Z", 1_796_006_770_123),
      ("2000-02-29T12:00:00.500Z", 951_825_600_500),
      ("1900-03-01T00:00:00.000Z", -2_203_891_200_000),
      ("2100-03-01T00:00:00.000Z", 4_107_542_400_000),
      ("2400-02-29T23:59:59.999Z", 13_574_649_599_999),
      ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func `moments are written and read`(text: String, milliseconds: Int64) throws {
    #expect(Timestamp.text(milliseconds: milliseconds) == text)
    #expect(try Timestamp.milliseconds(from: text) == milliseconds)
  }

  @Test func `every month of 800 years follows the one before`() throws {
    var milliseconds = try Timestamp.milliseconds(from: "1600-01-01T00:00:00.000Z")
    for year in 1600..<2400 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        let name = "\(year)-\(month < 9 ? "0" : "")\(month + 1)-"
        let end = milliseconds + Int64(length) * 86_400_000
        #expect(Timestamp.text(milliseconds: milliseconds) == name + "01T00:00:00.000Z")
        #expect(Timestamp.text(milliseconds: end - 1) == name + "\(length)T23:59:59.999Z")
        #expect(try Timestamp.milliseconds(from: name + "\(length)T23:59:59.999Z") == end - 1)
        milliseconds = end
      }
    }
  }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T02:46:10Z", "2026-11-30T02:46:10.123", "2026-11-30 02:46:10.123Z",
    "2026-11-30T02:46:10.123z", "2026-11-30T02:46:10.1234Z", "2026-13-01T00:00:00.000Z",
    "2026-00-01T00:00:00.000Z", "2026-02-29T00:00:00.000Z", "1900-02-29T00:00:00.000Z",
    "2026-04-31T00:00:00.000Z", "2026-01-00T00:00:00.000Z", "2026-01-01T24:00:00.000Z",
    "2026-01-01T00:60:00.000Z", "2026-12-31T23:59:60.000Z", "0000-01-01T00:00:00.000Z",
    "2026-11-30T02:46:10.123+00:00", "+2026-11-30T02:46:10.12Z", "2026-11-30T02:46:10,123Z",
    "２026-11-30T02:46:10.1Z", "-026-11-30T02:46:10.123Z", " 026-11-30T02:46:10.123Z",
  ])
  func `other forms of time are refused`(text: String) {
    #expect(thrown { try Timestamp.milliseconds(from: text) }?.code == .invalidArgument)
  }

  @Test func `damaged moments are shown and not read`() {
    #expect(Timestamp.text(milliseconds: 253_402_300_800_000) == "+010000-01-01T00:00:00.000Z")
    #expect(Timestamp.text(milliseconds: -62_135_596_800_001) == "+000000-12-31T23:59:59.999Z")
    #expect(Timestamp.text(milliseconds: .min) == "-292275055-05-16T16:47:04.192Z")
    #expect(Timestamp.text(milliseconds: .max) == "+292278994-08-17T07:12:55.807Z")
  }

  @Test(
    arguments: [
      ("90s", 90_000), ("15m", 900_000), ("12h", 43_200_000), ("30d", 2_592_000_000), ("0s", 0),
      ("007d", 604_800_000), ("9223372036854775s", 9_223_372_036_854_775_000),
      ("106751991167d", 9_223_372_036_828_800_000),
    ] as [(String, Int64)])
  func `lengths of time are read`(text: String, milliseconds: Int64) throws {
    #expect(try DurationText.milliseconds(from: text) == milliseconds)
  }

  @Test(arguments: [
    "", "s", "90", "90 s", " 90s", "90s ", "-1d", "+1d", "1.5h", "1w", "1D", "1hs", "0x1s", "１s",
    "9223372036854776s", "106751991168d", "99999999999999999999s", "1é", "1e3s",
  ])
  func `other lengths of time are refused`(text: String) {
    #expect(thrown { try DurationText.milliseconds(from: text) }?.code == .invalidArgument)
  }
}
