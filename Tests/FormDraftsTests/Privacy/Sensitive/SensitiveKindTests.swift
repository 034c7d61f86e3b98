import Testing

@testable import FormDrafts

/// What texts hold, by numbers that were published for tests, and by near misses of them.
@Suite struct SensitiveKindTests {
  /// Numbers that networks and payment services publish for tests.
  static let cards = [
    "4111111111111111", "4012888888881881", "4222222222222", "5555555555554444",
    "5105105105105100", "2223003122003222", "2720990000000007", "378282246310005",
    "371449635398431",
    "30569309025904", "38520000023237", "6011111111111117", "6011000990139424",
    "3530111333300000", "3566002020360505", "6200000000000005", "6759649826438453",
    "6304000000000000", "2201382000000013",
  ]

  @Test("Published test numbers of cards", arguments: cards)
  func card(number: String) {
    #expect(SensitiveKind.all(in: number) == [.paymentCardNumber])
    #expect(SensitiveKind.all(in: "My card: \(number).") == [.paymentCardNumber])
    #expect(SensitiveKind.all(in: "(\(number))") == [.paymentCardNumber])
    // Any other last digit is none.
    let last = Int(number.suffix(1)) ?? 0
    for other in 0...9 where other != last {
      #expect(SensitiveKind.all(in: number.dropLast() + "\(other)").isEmpty)
    }
  }

  @Test(
    "Groups with spaces or dashes",
    arguments: [
      "4111 1111 1111 1111", "4111-1111-1111-1111", "3782 822463 10005", "3782-822463-10005",
      "3056 930902 5904", "on 2024 4111 1111 1111 1111 12 26", "41 11 11 11 11 11 11 11",
    ])
  func groups(text: String) {
    #expect(SensitiveKind.all(in: text) == [.paymentCardNumber])
  }

  @Test(
    "What only looks like a card",
    arguments: [
      "4111  1111 1111 1111", "4111.1111.1111.1111", "a4111111111111111", "4111111111111111b",
      "0.4111111111111111", "4111111111111111.5", "9111111111111111", "1700000000000",
      "0000000000000000", "4111111111111", "55555555555544440", "41111111111111111111",
      "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "4111 1111 1111", "+47 411 11 111",
    ])
  func noCard(text: String) { #expect(SensitiveKind.all(in: text).isEmpty) }

  @Test(
    "The last digit proves the others", arguments: [("79927398713", true), ("79927398710", false)])
  func luhn(text: String, isValid: Bool) {
    #expect(LuhnNumber.isValid(text.utf8.map { $0 - 0x30 }) == isValid)
    #expect(!LuhnNumber.isValid([]))
  }

  /// Examples of the registry of ISO 13616.
  static let ibans = [
    "GB29 NWBK 6016 1331 9268 19", "DE89370400440532013000", "NO9386011117947",
    "CH9300762011623852957", "FR1420041010050500013M02606", "MT84MALT011000012345MTLCAST001S",
    "SE4550000000058398257466", "ES9121000418450200051332", "NL91ABNA0417164300",
    "BE68539007547034",
    "AT611904300234573201", "PL61109010140000071219812874", "BR1800360305000010009795493C1",
    "SA0380000000608010167519", "LC55HEMM000100010012001200023015", "IT60X0542811101000000123456",
  ]

  @Test("IBANs of the registry, in groups or not, in any case", arguments: ibans)
  func iban(number: String) {
    let plain = number.replacing(" ", with: "")
    var groups = ""
    for (place, character) in plain.enumerated() {
      if place > 0, place % 4 == 0 { groups += " " }
      groups.append(character)
    }
    for text in [number, plain, groups, plain.lowercased(), "IBAN: \(groups), please"] {
      #expect(SensitiveKind.all(in: text) == [.iban], "\(text)")
    }
  }

  @Test(
    "What only looks like an IBAN",
    arguments: [
      "GB29 NWBK 6016 1331 9268 18", "GB92 NWBK 6016 1331 9268 19", "DE8937040044053201300",
      "DE893704004405320130000", "XX89370400440532013000", "aDE89370400440532013000",
      "DE89  3704 0044 0532 0130 00", "D E89370400440532013000", "DE00 0000 0000 0000 0000 00",
    ])
  func noIBAN(text: String) { #expect(!SensitiveKind.all(in: text).contains(.iban)) }

  @Test(
    "Social security numbers as they are written",
    arguments: ["123-45-6789", "SSN 123 45 6789.", "001-01-0001", "899-99-9999", "(665-01-0001)"])
  func socialSecurityNumber(text: String) {
    #expect(SensitiveKind.all(in: text) == [.socialSecurityNumber])
  }

  @Test(
    "What is never given out, and other shapes",
    arguments: [
      "000-45-6789", "666-45-6789", "900-45-6789", "987-65-4320", "123-00-6789", "123-45-0000",
      "078-05-1120", "219-09-9999", "123456789", "123-45 6789", "123-456-789", "1123-45-6789",
      "123-45-67890", "123-45-6789-1", "1-123-45-6789", "x123-45-6789", "123.45.6789",
    ])
  func noSocialSecurityNumber(text: String) { #expect(SensitiveKind.all(in: text).isEmpty) }

  @Test(
    "Private keys by their first line",
    arguments: [
      "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY",
      "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK",
    ])
  func privateKey(label: String) {
    #expect(SensitiveKind.all(in: "key:\n-----BEGIN \(label)-----\nMIIE") == [.privateKey])
    #expect(SensitiveKind.all(in: "---------BEGIN \(label)-----") == [.privateKey])
    #expect(SensitiveKind.all(in: Array("-----BEGIN \(label)-----".utf8)) == [.privateKey])
  }

  @Test(
    "Keys that are public, and what is no first line",
    arguments: [
      "-----BEGIN PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----", "-----END PRIVATE KEY-----",
      "----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----", "-----BEGINPRIVATE KEY-----",
      "-----BEGIN\nPRIVATE KEY-----", "PRIVATE KEY",
    ])
  func noPrivateKey(text: String) { #expect(SensitiveKind.all(in: text).isEmpty) }

  /// The examples of RFC 7519, section 3.1 and 6.1.
  static let signed =
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAs"
    + "DQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let unsigned =
    "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLm"
    + "NvbS9pc19yb290Ijp0cnVlfQ."

  @Test("Tokens of RFC 7519", arguments: [signed, unsigned])
  func token(text: String) {
    #expect(SensitiveKind.all(in: text) == [.jsonWebToken])
    #expect(SensitiveKind.all(in: "Authorization: Bearer \(text)\n") == [.jsonWebToken])
  }

  @Test(
    "What only looks like a token",
    arguments: [
      "eyJ0eXAiOiJKV1QifQ.eyJpc3MiOiJqb2UifQ.dBjftJeZ4CVP",  // no alg
      "eyJhbGciOjF9.eyJpc3MiOiJqb2UifQ.dBjftJeZ4CVP",  // alg is a number
      "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UifQ",  // two parts
      "eyJhbGciOiJub25lIn0..dBjftJeZ4CVP", "eyJhbGciOiJub25lI.eyJpc3MiOiJqb2UifQ.sig",
      "example.invalid.host.name", "a.b.c.d.e.f.g.h.i.j.k", "everything.is.fine.here",
    ])
  func noToken(text: String) { #expect(SensitiveKind.all(in: text).isEmpty) }

  private static func letters(_ count: Int) -> String {
    String(repeating: "aB3dE6gH9", count: count / 9 + 1).prefix(count).description
  }

  /// By the documents of each service; cut, so that no scanner of sources takes them for real.
  static let keys: [(beginning: String, rest: String)] = [
    ("AKIA", "IOSFODNN7EXAMPLE"), ("ASIA", "IOSFODNN7EXAMPLE"), ("ghp_", letters(36)),
    ("gho_", letters(36)), ("github_pat_", letters(22) + "_" + letters(59)),
    ("xoxb-", "123456789012-" + letters(24)), ("sk_live_", letters(24)),
    ("AIza", letters(30) + "-_abc"), ("glpat-", letters(20)), ("npm_", letters(36)),
  ]

  @Test("Tokens of well-known services", arguments: keys)
  func key(beginning: String, rest: String) {
    let key = beginning + rest
    for text in [key, "token=\(key)", "“\(key)”", "\(key)\n"] {
      #expect(SensitiveKind.all(in: text) == [.accessToken], "\(text)")
    }
    for text in [
      beginning + rest.prefix(6), "x\(key)", "_\(key)", beginning.uppercased() + "!" + rest,
    ] {
      #expect(SensitiveKind.all(in: text).isEmpty, "\(text)")
    }
  }

  @Test(
    "A length that is fixed is not exceeded",
    arguments: ["AKIAIOSFODNN7EXAMPLEX", "AIza" + letters(36), "npm_" + letters(37)])
  func fixed(text: String) { #expect(SensitiveKind.all(in: text).isEmpty) }

  @Test("Several in one text, each once")
  func several() {
    let text = "4111111111111111 and 4111111111111111, 123-45-6789, NO9386011117947"
    #expect(SensitiveKind.all(in: text) == [.paymentCardNumber, .iban, .socialSecurityNumber])
  }

  @Test(
    "Ordinary texts",
    arguments: [
      "", "Ana", "ana@example.org", "+47 22 22 55 55", "2026-11-30T02:46:10.123Z",
      "192.168.100.200", "https://example.org/a/b?c=1234567890123", "1234567890",
      "3f2a0000-0000-4000-8000-000000000001", "9007199254740993", "1.7976931348623157e308",
      "978-3-16-148410-0", "0123456789abcdef0123456789abcdef",
    ])
  func ordinary(text: String) { #expect(SensitiveKind.all(in: text).isEmpty) }

  /// What would cost the square of its length to a search that begins anew at each place.
  @Test(
    "Half a million bytes of what almost fits, in a time that grows with the length alone",
    arguments: [
      "4", "4 ", "4111 ", "-", "-----BEGIN ", "GB29", "GB29 ", "e", "e.", "eyJ.", "ghp_", "AKIA",
      "12", "123-45-", "a",
    ])
  func hostile(part: String) {
    let bytes = Self.repeated(part, count: 500_000)
    #expect(!SensitiveKind.all(in: bytes).contains(.privateKey))
  }

  private static func repeated(_ part: String, count: Int) -> [UInt8] {
    let part = Array(part.utf8)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for place in 0..<count { buffer.initializeElement(at: place, to: part[place % part.count]) }
      filled = count
    }
  }
}
