import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite struct CanaryTests {
  private let canary = Canary("Kestrel-7Zq9-marker")

  /// Each written by another program (`iconv`, `xxd`, `base64`), not by the code under test.
  @Test(
    "Finds every way of writing",
    arguments: [
      ("utf8", "a Kestrel-7Zq9-marker b"),
      ("hex", "x4b65737472656c2d375a71392d6d61726b6572y"),
      ("HEX", "4B65737472656C2D375A71392D6D61726B6572"),
      ("base64", "S2VzdHJlbC03WnE5LW1hcmtlcg=="),  // at the start
      ("base64", "YUtlc3RyZWwtN1pxOS1tYXJrZXJi"),  // after “a”, before “b”
      ("base64", "YWJLZXN0cmVsLTdacTktbWFya2VyYQ=="),  // after “ab”
      ("base64", "YWJjS2VzdHJlbC03WnE5LW1hcmtlcmRlZg=="),  // after “abc”
    ])
  func forms(form: String, text: String) {
    let found = canary.occurrences(in: Array(text.utf8), named: "f")
    #expect(found.map(\.form) == [form])
    #expect(found.map(\.count) == [1])
  }

  @Test func `does not call a directory clean that is not there`() {
    #expect(throws: DraftError.self) { try canary.occurrences(in: "/nowhere/at/all") }
  }

  @Test func `finds UTF-16 in both byte orders and at odd places`() {
    let units = Array(canary.text.utf16)
    let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    for odd in [[], [UInt8(7)]] {
      #expect(canary.occurrences(in: odd + little + [1], named: "").map(\.form) == ["utf16le"])
      #expect(canary.occurrences(in: odd + [9] + big, named: "").map(\.form) == ["utf16be"])
    }
  }

  @Test func `finds nothing where nothing is`() {
    let near = "Kestrel-7Zq9-marke Kestrel-7Zq9_marker kestrel-7zq9-marker"
    #expect(canary.occurrences(in: Array(near.utf8), named: "").isEmpty)
    #expect(canary.occurrences(in: [], named: "").isEmpty)
    #expect(Canary().text != Canary().text)
  }

  @Test func `looks into folders, at names, and counts`() throws {
    let folder = try StoreFolder()
    _ = try System.makeDirectory(folder.root + "/deep")
    _ = try System.makeDirectory(folder.root + "/deep/er")
    try folder.write(
      Array("\(canary.text)\(canary.text)".utf8), to: folder.root + "/deep/er/file")
    try folder.write([], to: folder.root + "/deep/\(canary.text).txt")
    let found = try canary.occurrences(in: folder.root)
    #expect(
      found == [
        .init(file: "deep/\(canary.text).txt", form: "name", count: 1),
        .init(file: "deep/er/file", form: "utf8", count: 2),
      ])
  }

  /// The control of every test that finds nothing: what is stored on purpose is found, in the
  /// log of an open store and in the file of a closed one.
  @Test func `finds what a store holds, open and closed`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let canary = Canary()
    let key = DraftKey("form", owner: "ana")
    let schema = DraftSchema.texts("form", "plain")
    try await store.save(
      DraftSnapshot(values: ["plain": .text(canary.text)]), schema: schema, key: key)
    let open = try canary.occurrences(in: folder.path)
    #expect(open.contains { $0.file.hasSuffix("drafts.db-wal") && $0.form == "utf8" })
    await store.close()
    let closed = try canary.occurrences(in: folder.path)
    #expect(closed.map(\.form) == ["utf8"])
    #expect(closed.allSatisfy { $0.file.hasSuffix("drafts.db") })
  }
}
