import DraftsCommand
import FormDrafts
import Foundation
import Testing

/// How a run of the command ended.
struct Outcome {
  var code: Int32
  var out: String
  var err: String

  /// The output as one JSON value; fails the test if it is not exactly one.
  func json() throws -> DraftValue { try DraftValue(json: Array(out.utf8)) }

  /// The output with ids and times replaced, so that it can be compared as a whole.
  var shape: String { Self.shape(out) }

  static func shape(_ text: String) -> String {
    let id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
    let time = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/
    let clock = /[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/
    return text.replacing(id, with: "ID").replacing(time, with: "TIME")
      .replacing(clock, with: "CLOCK")
  }
}

/// A directory of its own with a store to be, for one test.
final class Workshop: Sendable {
  let path: String

  init() throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "drafts-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    // /tmp may be a link; a store must not be one, and errors name paths as given.
    path = directory.resolvingSymlinksInPath().path
    try write("signup.json", Fixtures.signup)
    try write("answers.json", Fixtures.answers)
  }

  deinit {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for name in all {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: path + "/" + name)
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  var store: String { path + "/store" }

  func file(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Runs the command in this process, on this store unless another is named.
  func run(
    _ words: String..., input: String = "", isTTY: Bool = false, columns: Int = 80
  ) async -> Outcome {
    await run(words: words, input: Array(input.utf8), isTTY: isTTY, columns: columns)
  }

  func run(
    words: [String], input: [UInt8] = [], isTTY: Bool = false, columns: Int = 80,
    busyTimeout: Duration = .seconds(5)
  ) async -> Outcome {
    var streams = TestStreams(isTTY: isTTY, columns: columns, environment: ["DRAFTS_STORE": store])
    streams.io.input = BytesSource(bytes: input)
    streams.io.storeEnvironment.busyTimeout = busyTimeout
    let code = await DraftsCommand.run(words, io: streams.io)
    return Outcome(code: code, out: streams.output.text, err: streams.error.text)
  }

  /// Saves the sample answers and gives the draft's id.
  func save(_ words: String..., values: String = Fixtures.answers) async throws -> String {
    let outcome = await run(
      words: ["save", "--schema", file("signup.json"), "--values", "-", "--json"] + words,
      input: Array(values.utf8))
    try #require(outcome.code == 0, "\(outcome.err)")
    return try #require(try outcome.json().text("draft"))
  }

  /// Every file and directory under the store with permissions and content; empty without one.
  ///
  /// Only for a store nobody in this process has open.
  func contents(of directory: String? = nil) -> [String: String] {
    let root = directory ?? store
    var result: [String: String] = [:]
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for name in names {
      let path = root + "/" + name
      let mode = (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]) ?? 0
      let bytes = FileManager.default.contents(atPath: path).map(Array.init)
      let content = bytes.map { "\($0.count) bytes \(XXH64.hash($0))" } ?? "directory"
      result[name] = "\(mode) \(content)"
    }
    return result
  }

  /// The one database of the store.
  func database() throws -> String {
    let owners = store + "/owners"
    let names = try FileManager.default.contentsOfDirectory(atPath: owners)
    let tag = try #require(names.first { !$0.contains(".") })
    return "\(owners)/\(tag)/drafts.db"
  }

  /// Replaces bytes in a file by as many others, wherever they stand.
  func patch(_ file: String, _ old: String, with new: String) throws {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    let (from, to) = (Array(old.utf8), Array(new.utf8))
    try #require(from.count == to.count)
    var found = 0
    for start in 0...(bytes.count - from.count) where bytes[start] == from[0] {
      guard bytes[start..<(start + from.count)].elementsEqual(from) else { continue }
      bytes.replaceSubrange(start..<(start + from.count), with: to)
      found += 1
    }
    try #require(found > 0, "nothing to patch")
    try write(absolute: file, bytes)
  }

  func write(absolute file: String, _ bytes: [UInt8]) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }
}

extension DraftValue {
  /// The names of an object's members, in order.
  var names: [String] {
    guard case .object(let object) = self else { return [] }
    return object.members.map(\.name)
  }

  subscript(name: String) -> DraftValue? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  var items: [DraftValue] {
    guard case .list(let items) = self else { return [] }
    return items
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  func text(_ name: String) -> String? { self[name]?.text }
}
