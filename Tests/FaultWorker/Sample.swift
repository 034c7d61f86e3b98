import FormDrafts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The store the pieces of work begin with, and what stands in it.
enum Sample {
  static let schema = DraftSchema(
    "visit",
    fields: [
      .init("name", .text, step: "you"), .init("note", .text, step: "you"),
      .init("password", .text, step: "you"), .init("/address/city", .text),
      .init("amounts", .decimal, isMany: true), .init("photo", .file),
    ],
    steps: [.init("you"), .init("extras", isSkippable: true)])
  /// The same form, in which the note is a secret.
  static let stricter = DraftSchema(
    "visit",
    fields: [
      .init("name", .text, step: "you"), .init("note", .text, retention: .secret),
      .init("/address/city", .text), .init("amounts", .decimal, isMany: true),
      .init("photo", .file),
    ],
    steps: [.init("you"), .init("extras", isSkippable: true)])

  static func key(_ owner: DraftOwner, _ record: String = "") -> DraftKey {
    DraftKey("visit", owner: owner, record: record.isEmpty ? .new : .existing(record))
  }

  static func id(_ number: Int) -> DraftID {
    let text = String(number)
    let zeros = String(repeating: "0", count: 12 - text.count)
    guard let id = DraftID("00000000-0000-4000-8000-" + zeros + text) else {
      preconditionFailure("\(number) has too many digits")
    }
    return id
  }

  static func snapshot(_ text: String) -> DraftSnapshot {
    DraftSnapshot(
      values: [
        "name": .text("name of \(text)"), "note": .text("note of \(text)"),
        "address": ["city": .text("city of \(text)")], "amounts": [1, 2],
      ], touched: ["name"], dirty: ["/address/city"], step: "you", skippedSteps: ["extras"])
  }

  /// A world in which nothing moves: the time stands still, and ids are given out from a number on.
  static func environment(
    ids first: Int, synchronisation: DraftEnvironment.Synchronisation = .full
  ) -> DraftEnvironment {
    let next = Guarded(first)
    return DraftEnvironment(
      now: { Date(timeIntervalSince1970: 1_800_000_000) },
      makeID: {
        let number = next.withValue { number in
          defer { number += 1 }
          return number
        }
        return Sample.id(number).rawValue
      }, synchronisation: synchronisation)
  }

  /// Makes the store: ana has drafts 1 to 4 (the third with a file and save points, the fourth in
  /// the middle of a submit), bob has 5, nobody has 6.
  static func make(at path: String, photo: String) async throws {
    let store = DraftStore(path: path, environment: environment(ids: 1))
    for number in 1...4 {
      try await store.save(
        snapshot("\(number)"), schema: schema, key: key("ana", "r\(number)"), title: "Draft")
    }
    try await store.save(snapshot("5"), schema: schema, key: key("bob"))
    try await store.save(snapshot("6"), schema: schema, key: key(.nobody))
    let file = try await store.importFile(atPath: photo, into: id(3))
    var third = snapshot("3")
    third.values["photo"] = .file(file)
    try await store.save(
      third, schema: schema, key: key("ana", "r3"), draft: id(3), savePoint: .manual)
    _ = try await store.beginSubmit(id(4))
    await store.close()
  }

  /// Everything that can be asked of the drafts of a store, line by line; damage is a line too.
  static func state(of path: String) async -> [String] {
    let store = DraftStore(path: path, environment: environment(ids: 900))
    var lines: [String] = []
    do throws(DraftError) {
      for listing in try await store.list(verifying: true) {
        switch listing {
        case .draft(let summary):
          var line = try await store.export(summary.id).line
          for point in try await store.history(of: summary.id) {
            line += " \(point.revision) \(point.reason.rawValue) \(point.changed)"
          }
          lines.append(withoutCopies(withoutNewIDs(line)))
        case .damaged(_, _, let error), .unreadable(let error):
          lines.append("damaged: \(error.code.rawValue): \(error)")
        }
      }
    } catch {
      lines.append("error: \(error.code.rawValue): \(error)")
    }
    await store.close()
    return lines.sorted()
  }

  /// What is made in the work has ids from 800 on, another one at each try: they count as equal.
  private static func withoutNewIDs(_ line: String) -> String {
    var parts = line.split(separator: "-0000000008", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() { parts[index] = parts[index].dropFirst(2) }
    return parts.joined(separator: "-new")
  }

  /// Copies of files get random names: they count as equal here.
  private static func withoutCopies(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    for mark in ["\"copy\":\"", "\"id\":\""] where line.contains("\"copy\":\"") {
      result = ""
      while let range = rest.firstRange(of: mark) {
        result += rest[..<range.upperBound]
        rest = rest[range.upperBound...].dropFirst(32)
      }
      result += rest
      rest = Substring(result)
    }
    return String(rest)
  }
}
