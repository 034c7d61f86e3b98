import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A private directory for the stores of one test, removed afterwards.
final class StoreFolder: Sendable {
  /// Its path, free of symbolic links.
  let root: String
  /// Where the store lies in it.
  let path: String

  init() throws {
    let base = try System.realPath(System.environment("TMPDIR") ?? "/tmp") ?? "/tmp"
    root = "\(base)/formdrafts-test-\(Identifiers.random())"
    path = root + "/store"
    _ = try System.makeDirectory(root)
  }

  deinit { _ = try? OwnerDirectory.erase(root) }

  /// A store on the directory: every one is like another process, with a connection of its own.
  func store(_ environment: DraftEnvironment = .init()) -> DraftStore {
    DraftStore(path: path, environment: environment)
  }

  func place() throws -> StorePlace { try #require(try StorePlace.find(path)) }

  /// An owner's files.
  func files(of owner: DraftOwner) throws -> OwnerDirectory {
    let place = try place()
    return OwnerDirectory(path: place.directory(place.tag(of: owner)))
  }

  func tombstone(of owner: DraftOwner) throws -> String {
    let place = try place()
    return place.tombstone(place.tag(of: owner))
  }

  /// Works on an owner's database while no store has it open; the log is emptied afterwards.
  func tamper<R>(_ owner: DraftOwner, _ work: (Connection) throws -> R) throws -> R {
    let connection = try Connection(path: files(of: owner).database, mode: .readWrite)
    try connection.allowCheckpointOnClose()
    let result = try work(connection)
    _ = try connection.checkpointTruncate()
    try connection.close()
    return result
  }

  /// Writes a file of the store while no store has it open.
  func write(_ bytes: [UInt8], to path: String) throws {
    try System.removeFile(path)
    try System.createFile(path).write(bytes)
  }

  /// A digest of what each file of the store holds, read by another process.
  func digests() throws -> [String: String] { try Self.digests(of: path) }

  static func digests(of path: String) throws -> [String: String] {
    try FileTree.contents(of: path).mapValues { SHA256.hex(of: $0) }
  }
}

extension DraftStore {
  /// Looks into an owner's file, on its queue.
  func probe<R: Sendable>(
    _ owner: DraftOwner, _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> R
  ) async throws -> R {
    let queue = try #require(try queue(of: owner, creating: false))
    return try await queue.run(work)
  }

  /// How many statements an owner's connection has run.
  func statementCount(_ owner: DraftOwner) async throws -> Int {
    try await probe(owner) { file in file.database?.connection.statementCount ?? 0 }
  }

  /// The draft, where it must be restored as fitting.
  func restored(
    _ key: DraftKey, schema: DraftSchema?, draft: DraftID? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> StoredDraft {
    let answer = await restore(key, schema: schema, draft: draft)
    guard case .restored(let draft) = answer else {
      Issue.record("not restored: \(answer.outcomeName)", sourceLocation: sourceLocation)
      throw TestFailure()
    }
    return draft
  }
}

struct TestFailure: Error {}

extension Restoration {
  var outcomeName: String {
    switch self {
    case .none: "none"
    case .restored: "restored"
    case .mismatch(let draft): "mismatch \(draft.report.mismatches)"
    case .inDoubt: "inDoubt"
    case .unreadable(_, let error): "unreadable \(error.code.rawValue): \(error)"
    }
  }

  /// The code of what cannot be read; nil for every other answer.
  var failure: DraftError? {
    if case .unreadable(_, let error) = self { error } else { nil }
  }

  var isNone: Bool { if case .none = self { true } else { false } }
}

/// The error that a piece of work must throw.
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Void
) async -> DraftError? {
  do {
    try await work()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    return nil
  } catch let error as DraftError {
    return error
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
    return nil
  }
}

/// Random numbers that are the same in each run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// A clock that a test sets, in milliseconds UTC.
final class TestTime: Sendable {
  private let value = Guarded<Int64>(1_700_000_000_000)

  var now: Int64 { value.withValue { $0 } }

  func advance(milliseconds: Int64) { value.withValue { $0 += milliseconds } }

  var environment: DraftEnvironment {
    DraftEnvironment(now: { [self] in .init(millisecondsSince1970: now) })
  }
}

extension DraftSchema {
  /// A form of plain text fields.
  static func texts(_ id: String, _ names: String..., version: String? = nil) -> DraftSchema {
    DraftSchema(
      id, version: version, fields: names.map { DraftSchema.Field(FieldPath([$0]), .text) })
  }
}
