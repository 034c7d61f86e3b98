import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Markers in every place of a draft that a person, or what a person did, can fill.
@Suite struct ShapeCanaryTests {
  private let schema = DraftSchema(
    "form",
    fields: [
      .init("text", .text), .init("open", .text, options: .init([.init("a")], isClosed: false)),
      .init("rates", .map(.any)), .init("any", .any), .init("object", .object),
      .init("rows", .object, isMany: true), .init("/rows/~*/note", .text), .init("scan", .file),
      .init("raw", .bytes), .init("number", .decimal), .init("date", .date),
    ], steps: [.init("one")])

  /// One byte that nothing else in a line has; else random text.
  private static func marker(_ count: Int) -> String {
    guard count > 1 else { return "^" }
    var text = ""
    while text.utf8.count < count { text += Canary().text.dropFirst(6) }
    return String(text.prefix(count))
  }

  /// Parts of a marker long enough to stand nowhere by chance.
  private static func parts(_ marker: String) -> [[UInt8]] {
    let bytes = Array(marker.utf8)
    guard bytes.count > 8 else { return [bytes] }
    return stride(from: 0, through: bytes.count - 8, by: 4).map { Array(bytes[$0..<($0 + 8)]) }
  }

  private func values(_ mark: String) -> DraftObject {
    let name = String(mark.prefix(500))
    let file = DraftFile(
      id: "i\(name)", name: "n\(name)", byteCount: 3, contentType: "image/png; name=\(name)",
      path: "p\(name)")
    var values: DraftObject = [
      "text": .text(mark), "open": .text(mark), "date": .text(mark),
      "any": [.text(mark), .object([name: .text(mark)])], "raw": .bytes(Array(mark.utf8)),
      "scan": .file(file),
    ]
    values["rates"] = .object([name: .text(mark), "q\(name)": [.text(mark)]])
    values["object"] = .object([name: .object([name: .text(mark)])])
    values["rows"] = [.object(["note": .text(mark), name: .text(mark)]), .file(file)]
    values["u\(name)"] = .object(["v\(name)": .list([.text(mark)])])
    values["number"] = .number(literal: "4.7110815")
    return values
  }

  @Test(
    "No byte of any of them is in a shape", arguments: [1, 5, 6, 16, 100, 1_000, 10_000])
  func canary(count: Int) async throws {
    let mark = Self.marker(count)
    let name = String(mark.prefix(500))
    let folder = try StoreFolder()
    let store = folder.store()
    let key = DraftKey(
      "form", owner: .account(name), record: .existing("r\(name)"))
    let earlier = DraftSchema("form", fields: [.init("gone", .text), .init("number", .text)])
    let saved = try await store.save(
      DraftSnapshot(values: ["gone": .text(mark), "number": .text(mark)]), schema: earlier,
      key: key, title: "t\(name)", baseline: DraftBaseline("b\(name)", values: values(mark)))
    try await store.save(
      DraftSnapshot(
        values: values(mark), touched: [FieldPath([name]), ["rates", name], ["rows", "0", name]],
        dirty: [["any", "1", name], FieldPath(["x\(name)", "y\(name)"])], step: "s\(name)",
        skippedSteps: ["k\(name)"], focus: FieldPath(["f\(name)"])),
      schema: schema, key: key, draft: saved.draft, title: "t\(name)",
      baseline: DraftBaseline("b\(name)", values: values(mark)))
    let shape = try await store.shape(of: saved.draft)
    let line = Array(shape.line.utf8)
    for part in Self.parts(mark) {
      #expect(
        Canary(String(decoding: part, as: UTF8.self)).occurrences(in: line, named: "line")
          .isEmpty)
    }
    #expect(!shape.line.contains("4.7110815"))
    // Orphans are in it, and the markers were in the draft.
    #expect(shape.answers.contains { $0.kind == .orphan && $0.path == "/gone" })
    let export = Array(try await store.export(saved.draft).line.utf8)
    #expect(!Canary(mark).occurrences(in: export, named: "line").isEmpty)
    #expect(saved.unsaved.isEmpty)
    // It says nothing in words for people either.
    #expect(!"\(shape)".contains(mark))
    await store.close()
  }
}
