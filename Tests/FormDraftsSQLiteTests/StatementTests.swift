import FormDraftsSQLite
import Testing

@Suite("Statement")
struct StatementTests {
  /// What `SELECT ?1` gives back for a bound value.
  private func echo<R>(
    _ bind: (borrowing Statement) throws -> Void, _ read: (borrowing Statement) throws -> R
  ) throws -> R {
    let statement = try memory().prepare("SELECT ?1, length(CAST(?1 AS BLOB))")
    try bind(statement)
    #expect(try statement.step())
    return try read(statement)
  }

  @Test(
    "Text goes in and out by its length, NUL included", arguments: ["a\0b", "\0", "é\u{301}👩‍👩‍👧", ""])
  func textByLength(_ text: String) throws {
    let read = try echo({ try $0.bind(text: text, at: 1) }) {
      ($0.type(0), $0.text(0), $0.bytes(0), $0.int64(1))
    }
    #expect(read.0 == .text)
    #expect(read.1.map { Array($0.utf8) } == Array(text.utf8))
    #expect(read.2 == Array(text.utf8))
    #expect(read.3 == Int64(text.utf8.count))
  }

  @Test("a NUL b is three bytes")
  func nulIsAByte() throws {
    let bytes = try echo({ try $0.bind(text: "a\0b", at: 1) }) { $0.bytes(0) }
    #expect(bytes == [0x61, 0x00, 0x62])
  }

  @Test("Empty text, empty blob and NULL are three things")
  func empties() throws {
    let text = try echo({ try $0.bind(text: "", at: 1) }) { ($0.type(0), $0.text(0)) }
    #expect(text.0 == .text && text.1 == "")
    let textBytes = try echo({ try $0.bind(textBytes: [], at: 1) }) { $0.type(0) }
    #expect(textBytes == .text)
    let blob = try echo({ try $0.bind(blob: [], at: 1) }) { ($0.type(0), $0.bytes(0)) }
    #expect(blob.0 == .blob && blob.1 == [])
    let noPointer = try echo({
      try $0.bind(blob: UnsafeRawBufferPointer(start: nil, count: 0), at: 1)
    }) { $0.type(0) }
    #expect(noPointer == .blob)
    let null = try echo({ try $0.bind(nil, at: 1) }) { ($0.isNull(0), $0.text(0), $0.bytes(0)) }
    #expect(null.0 && null.1 == nil && null.2 == [])
    let noText = try echo({ try $0.bind(text: nil, at: 1) }) { $0.isNull(0) }
    #expect(noText)
  }

  @Test(
    "Text that is not UTF-8 reads as nil, and its bytes as they are",
    arguments: [
      [0xFF], [0x61, 0x80], [0xC3], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0x80],
    ] as [[UInt8]])
  func illFormed(_ bytes: [UInt8]) throws {
    let read = try echo({ try $0.bind(textBytes: bytes, at: 1) }) { ($0.text(0), $0.bytes(0)) }
    #expect(read.0 == nil)
    #expect(read.1 == bytes)
  }

  @Test("A replacement character that was stored is text like another")
  func replacementCharacter() throws {
    let read = try echo({ try $0.bind(textBytes: [0xEF, 0xBF, 0xBD], at: 1) }) { $0.text(0) }
    #expect(read == "\u{FFFD}")
  }

  @Test("Numbers keep their value", arguments: [0, -1, Int64.max, Int64.min])
  func integers(_ value: Int64) throws {
    #expect(try echo({ try $0.bind(value, at: 1) }) { $0.int64(0) } == value)
  }

  @Test("A floating-point number keeps its bits")
  func doubles() throws {
    let read = try echo({ try $0.bind(0.1 + 0.2, at: 1) }) { ($0.type(0), $0.double(0)) }
    #expect(read.0 == .real && read.1.bitPattern == (0.1 + 0.2).bitPattern)
  }

  @Test("Every byte survives in a blob")
  func blobs() throws {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(try echo({ try $0.bind(blob: bytes, at: 1) }) { $0.bytes(0) } == bytes)
  }

  @Test("Values are copied when they are bound")
  func valuesAreCopied() throws {
    let statement = try memory().prepare("SELECT ?1")
    var bytes: [UInt8] = Array(repeating: 0x61, count: 100)
    try bytes.withUnsafeBytes { try statement.bind(blob: $0, at: 1) }
    bytes.withUnsafeMutableBytes { $0.copyBytes(from: repeatElement(0x62, count: 100)) }
    #expect(try statement.step())
    #expect(statement.bytes(0) == Array(repeating: 0x61, count: 100))
    #expect(bytes.first == 0x62)
  }

  @Test("A parameter the statement does not have is misuse")
  func badIndex() throws {
    let statement = try memory().prepare("SELECT ?1")
    expectFailure({ $0.isMisuse }) {
      try statement.bind(1, at: 2)
    }
  }

  @Test("A value above 64 MiB is too big")
  func tooBig() throws {
    let statement = try memory().prepare("SELECT ?1")
    let bytes = [UInt8](repeating: 0, count: 64 << 20 | 1)
    expectFailure({ $0.isTooBig }) {
      try statement.bind(blob: bytes, at: 1)
    }
  }

  @Test("Stepping after the end and after a reset starts over")
  func startsOver() throws {
    let connection = try memory()
    let statement = try connection.prepare("SELECT 1")
    let before = connection.statementCount
    #expect(try statement.step())
    #expect(try !statement.step())
    #expect(connection.statementCount - before == 1)
    #expect(try statement.step())
    statement.reset()
    #expect(try statement.step())
    #expect(connection.statementCount - before == 3)
  }
}
