import Testing

@testable import FormDrafts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Values of Swift types in drafts")
struct ValueCodingTests {
  /// Encodes, writes JSON, reads JSON and decodes.
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    let encoded = try ValueEncoder.encode(value)
    let read = try DraftValue(json: encoded.json)
    #expect(read == encoded)
    return try ValueDecoder.decode(Value.self, from: read)
  }

  private func expectSame<Value: Codable & Equatable>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for value in values {
      #expect(try roundTrip(value) == value, sourceLocation: sourceLocation)
    }
  }

  @Test("Whole numbers of every width come back, the greatest and the least")
  func integers() throws {
    try expectSame([Int.min, -1, 0, 1, .max])
    try expectSame([Int8.min, .max])
    try expectSame([Int16.min, .max])
    try expectSame([Int32.min, .max])
    try expectSame([Int64.min, .max])
    try expectSame([UInt.min, .max])
    try expectSame([UInt8.min, .max])
    try expectSame([UInt16.min, .max])
    try expectSame([UInt32.min, .max])
    try expectSame([UInt64.min, .max])
    if #available(macOS 15, iOS 18, *) { try expectSame([Int128.min, .max]) }
    #expect(try ValueEncoder.encode(UInt64.max) == .number(literal: "18446744073709551615"))
  }

  @Test("Floating-point numbers come back bit for bit")
  func floats() throws {
    let doubles: [Double] = [
      0, -0.0, 0.1, -1.5, .pi, 1e20, 1e21, 9_007_199_254_740_994, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, .infinity, -.infinity, .ulpOfOne,
    ]
    for value in doubles {
      #expect(try roundTrip(value).bitPattern == value.bitPattern, "\(value)")
      #expect(try roundTrip(Float(value)).bitPattern == Float(value).bitPattern, "\(value)")
    }
    #expect(try roundTrip(Double.nan).isNaN)
    #expect(try roundTrip(Float.nan).isNaN)
    #expect(try ValueEncoder.encode(Float(0.1)) == .number(literal: "0.1"))
  }

  @Test("A number is not read as another one")
  func lossyNumbers() {
    let lossy: [(any Decodable.Type, String)] = [
      (Double.self, "1e400"), (Double.self, "9007199254740993"),
      (Double.self, "123456789012345678901234567890"), (Float.self, "16777217"),
      (Int.self, "1.0"), (Int.self, "1e2"), (Int8.self, "128"), (UInt.self, "-1"),
      (Decimal.self, "1.00000000000000000000000000000000000000001"), (Int.self, "NaN"),
      (Double.self, "0x10"), (Double.self, "nan"),
    ]
    for (type, literal) in lossy {
      #expect(throws: DecodingError.self, "\(type) \(literal)") {
        try ValueDecoder.decode(type, from: .number(literal: literal))
      }
    }
  }

  @Test("A number that another client wrote is read if it is the same number")
  func otherSpellings() throws {
    #expect(try ValueDecoder.decode(Double.self, from: .number(literal: "0.10")) == 0.1)
    #expect(try ValueDecoder.decode(Double.self, from: 3) == 3)
    #expect(
      try ValueDecoder.decode(Double.self, from: .number(literal: "100000000000000000000")) == 1e20)
    #expect(
      try ValueDecoder.decode(Decimal.self, from: .number(literal: "1.50e1")) == Decimal(15))
  }

  @Test("Decimals keep every digit")
  func decimals() throws {
    let texts = [
      "0", "0.1", "-0.10", "12345678901234567890123456789012345678", "1e-100", "-3e90",
      "0.00000000000000000000000000000000000001",
    ]
    try expectSame(texts.compactMap { Decimal(string: $0) })
    #expect(try roundTrip(Decimal.nan).isNaN)
    let price = try #require(Decimal(string: "19.99"))
    #expect(try ValueEncoder.encode(price) == .number(literal: "19.99"))
  }

  @Test("Text keeps its scalars, also those that are canonically the same")
  func texts() throws {
    for text in RandomValues.texts {
      #expect(try Array(roundTrip(text).utf8) == Array(text.utf8))
    }
  }

  @Test("Identifiers, bytes, booleans and files have kinds of their own")
  func others() throws {
    let uuid = try #require(UUID(uuidString: "6F1E3A52-9E0B-4C57-8B44-8D1D2F2B9C10"))
    try expectSame([uuid])
    try expectSame([Data(), Data([0, 255, 10])])
    try expectSame([[UInt8](), [0, 255, 10]])
    try expectSame([true, false])
    #expect(try ValueEncoder.encode(Data([1])) == .bytes([1]))
    #expect(try ValueEncoder.encode([UInt8](arrayLiteral: 1)) == .bytes([1]))
    let file = DraftFile(id: "1", name: "a.pdf", byteCount: 12)
    try expectSame([file])
    #expect(try ValueEncoder.encode([file]) == .list([.file(file)]))
  }

  @Test("URLs come back equal, relative ones with what they are relative to")
  func urls() throws {
    let base = try #require(URL(string: "https://example.org/a/b"))
    let texts = ["https://example.org/", "mailto:a@b.c", "x", "/p?q=1#f", "file:///tmp/a%20b"]
    let urls = texts.compactMap { URL(string: $0) }
    #expect(urls.count == texts.count)
    try expectSame(urls)
    let relative = try #require(URL(string: "../c?d", relativeTo: base))
    let back = try roundTrip(relative)
    #expect(back == relative)
    #expect(back.relativeString == "../c?d")
    #expect(back.baseURL == base)
    #expect(try ValueEncoder.encode(base) == "https://example.org/a/b")
  }

  @Test(
    "A text that is no URL as it stands is none",
    arguments: [
      "http://exämple.org", "http://exämple.org/a b", "ftp://x /y z", "ftp://x /y", "High St 1",
      "a%zz", "", " ", "a ", " http://a.org/", "http://a.org/[x]",
    ])
  func noURLs(text: String) {
    #expect(throws: DecodingError.self) { try ValueDecoder.decode(URL.self, from: .text(text)) }
  }

  @Test("What is written for a URL is the same URL again, whatever that was made of")
  func everyURL() throws {
    let base = try #require(URL(string: "HTTP://exämple.org:80/ä/b c?d"))
    let texts = [
      "http://exämple.org/a b", "a%zz", "http://[::1]/", "?q", "#f", "//h/ä", "é", "../",
    ]
    let made: [URL?] = [
      URL(dataRepresentation: Data([0xFF, 0x20, 0x41]), relativeTo: base), URL(filePath: "a b"),
      URL(filePath: "ö", relativeTo: URL(filePath: "/tmp/ä ö")),
    ]
    let all = made + texts.map { URL(string: $0) } + texts.map { URL(string: $0, relativeTo: base) }
    let urls = try all.map { try #require($0) }
    try expectSame(urls)
    for url in urls {
      let back = try roundTrip(url)
      #expect(back.relativeString == url.relativeString)
      #expect(back.baseURL?.absoluteString == url.baseURL?.absoluteString)
    }
  }

  private struct Nested: Codable, Equatable {
    var z = "z"
    var a: Int?
    var when = Date(timeIntervalSinceReferenceDate: 0.1)
    var more: [String: [Double?]] = ["k": [1.5, nil, .infinity]]
    var blob = Data([7])
  }

  @Test("A nested struct keeps its order of members, and the codings of what it holds")
  func nested() throws {
    try expectSame([Nested(), Nested(a: 3)])
    let expected: DraftValue = [
      "z": "z", "when": "2001-01-01T00:00:00.100Z",
      "more": ["k": [.number(literal: "1.5"), .null, .number(literal: "Infinity")]],
      "blob": .bytes([7]),
    ]
    #expect(try ValueEncoder.encode(Nested()) == expected)
  }

  @Test("An optional that is nil is null, in a list too")
  func optionals() throws {
    #expect(try ValueEncoder.encode(Int?.none) == .null)
    try expectSame([Int?.none, 3])
    try expectSame([[String?]](arrayLiteral: ["a", nil]))
    #expect(throws: DecodingError.self) { try ValueDecoder.decode(Int.self, from: .null) }
  }

  @Test("Sets and dictionaries are the same value each time")
  func unordered() throws {
    let words = Set((0..<200).map { "w\($0)" })
    #expect(try ValueEncoder.encode(words) == ValueEncoder.encode(Set(words.sorted().reversed())))
    try expectSame([words])
    let numbers = Dictionary(uniqueKeysWithValues: (0..<200).map { ("k\($0)", $0) })
    let encoded = try ValueEncoder.encode(numbers)
    guard case .object(let object) = encoded else {
      Issue.record("a dictionary with text keys is an object")
      return
    }
    let names = object.members.map(\.name)
    #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    try expectSame([numbers])
    try expectSame([Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, "v\($0)") })])
    let pairs = Dictionary(uniqueKeysWithValues: (0..<50).map { (Double($0), $0) })
    try expectSame([pairs])
    #expect(try ValueEncoder.encode(pairs) == ValueEncoder.encode(pairs.filter { _ in true }))
  }

  private enum Plan: String, Codable, CaseIterable { case solo, team }
  private enum Size: Codable, CaseIterable, Equatable { case small, large }
  private enum Contact: Codable, Equatable {
    case mail(address: String)
    case phone(Int, ext: Int?)
    case none
  }

  @Test("Enumerations by raw value, by name, and with what they carry")
  func enumerations() throws {
    #expect(try ValueEncoder.encode(Plan.team) == "team")
    #expect(try ValueEncoder.encode(Size.large) == "large")
    #expect(try ValueEncoder.encode(Contact.none) == ["none": [:]])
    try expectSame(Plan.allCases)
    try expectSame(Size.allCases)
    try expectSame([Size.allCases])
    try expectSame([Contact.mail(address: "a@b"), .phone(1, ext: nil), .phone(1, ext: 2), .none])
    #expect(throws: DecodingError.self) { try ValueDecoder.decode(Size.self, from: "huge") }
    #expect(throws: DecodingError.self) { try ValueDecoder.decode(Plan.self, from: "huge") }
  }

  private class Animal: Codable {
    var name = "a"
    init() {}
  }
  private final class Dog: Animal {
    var age = 3
    private enum CodingKeys: CodingKey { case age, spots }
    private enum SpotKeys: CodingKey { case count }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      age = try container.decode(Int.self, forKey: .age)
      let spots = try container.nestedContainer(keyedBy: SpotKeys.self, forKey: .spots)
      #expect(try spots.decode(Int.self, forKey: .count) == 2)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var spots = container.nestedContainer(keyedBy: SpotKeys.self, forKey: .spots)
      try container.encode(age, forKey: .age)
      try spots.encode(1, forKey: .count)
      try spots.encode(2, forKey: .count)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test("A class with its superclass and containers of its own")
  func classes() throws {
    let dog = Dog()
    dog.age = 9
    dog.name = "Rex"
    let encoded = try ValueEncoder.encode(dog)
    #expect(encoded == ["spots": ["count": 2], "age": 9, "super": ["name": "Rex"]])
    let back = try ValueDecoder.decode(Dog.self, from: encoded)
    #expect(back.age == 9 && back.name == "Rex")
  }

  private struct Chain: Codable {
    var next: [Chain] = []
    static func of(_ length: Int) -> Chain {
      (1..<length).reduce(Chain()) { chain, _ in Chain(next: [chain]) }
    }
  }

  @Test("A value that nests without end is an error, on a small stack too")
  func depth() throws {
    let short = Chain.of(20)
    #expect(try ValueEncoder.encode(roundTrip(short)) == ValueEncoder.encode(short))
    let isRefused = onSmallStack {
      (try? ValueEncoder.encode(Chain.of(500))) == nil
    }
    #expect(isRefused)
    var deep: DraftValue = ["next": []]
    for _ in 0..<500 { deep = ["next": [deep]] }
    let isUnread = onSmallStack { (try? ValueDecoder.decode(Chain.self, from: deep)) == nil }
    #expect(isUnread)
  }
}
