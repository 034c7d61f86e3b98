/// What becomes of a draft under a schema: what fits, and the account of it.
public struct Resolution: Sendable {
  /// What fits, brought into the reader's schema.
  public internal(set) var snapshot: DraftSnapshot
  /// What became of each answer.
  public internal(set) var report: RestoreReport
  /// The answers without a place, in the order of the report.
  public internal(set) var orphans: [DraftOrphan] = []
  /// Whether nothing needs a decision.
  public var fits: Bool { report.mismatches.isEmpty }
  /// Whether what fits may be handed out at all: not of a newer form, not after a failed upgrade.
  public var hasSalvage: Bool {
    !report.mismatches.contains { $0.kind == .newerForm || $0.kind == .upgradeFailed }
  }

  /// What becomes of each stored answer; only a save asks.
  var fates: [AnswerFate] = []

  /// Whether a policy hands the snapshot out as restored.
  public func isRestored(under policy: RestorePolicy) -> Bool {
    fits || (policy == .salvage && !report.mismatches.contains { $0.kind.isAboutWhole })
  }

  /// What a policy attaches to a mismatch.
  func salvage(under policy: RestorePolicy) -> DraftSnapshot? {
    policy == .strict || !hasSalvage ? nil : snapshot
  }
}

/// An answer that is kept with a draft and has no place in the form.
public struct DraftOrphan: Sendable, Hashable {
  /// Where it stands in the form it was saved under.
  public let path: FieldPath
  /// The answer.
  public let value: DraftValue
}

extension DraftOrphan: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path and what kind of value it is, never the value.
  public var description: String { "\(path): \(value)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// What becomes of one stored answer under another schema.
enum AnswerFate: Equatable {
  /// It has a place.
  ///
  /// What is stored says more than what stands there, and stays as an orphan besides, if its type
  /// cannot be brought back or something inside a list has no place.
  case lives(at: FieldPath, leavesOriginal: Bool)
  /// It has no place.
  case orphan
  /// A secret now.
  case withheld
}

/// A stored answer, as the resolver looks at it.
struct StoredAnswer: Sendable {
  var path: FieldPath
  /// Nil for a row that only has marks.
  var value: DraftValue?
  var isTouched = false
  var isDirty = false
  var isOrphan = false
  /// The save that wrote it, or that found no place for it.
  var revision: Int64 = 0
  /// For an orphan, the schema it was saved under; nil if that is not known.
  var writer: StoredSchema?
  /// Where it stood in the store, if an upgrade moved it.
  var origin: FieldPath?
  /// An upgrade made the value: its declared type says nothing any more.
  var isChanged = false
  /// An upgrade dropped it.
  var isDropped = false
  /// Where it belongs, as an earlier form's answers tell; nil for the most.
  var way: Way?
  /// The stored rows it came from.
  var rows: [Int] = []
}

/// A draft as the resolver gets it: no SQL, no secrets, checksums compared.
struct ResolverInput: Sendable {
  var answers: [StoredAnswer]
  var step: String?
  var skippedSteps: [String] = []
  var focus: FieldPath?
  /// The version the draft was saved under.
  var version: String?
  var writer: StoredSchema
  var reader: StoredSchema
  /// Where rows stand whose checksum does not hold, or whose value cannot be read.
  var damaged: [(path: FieldPath, why: String)] = []
  /// Rows are missing.
  var isIncomplete = false
  /// What each row knows of the record, by its path; nil if the draft knows nothing of it.
  var bases: [FieldPath: DraftValue?]?
  var baseline: String?
  /// Picked files whose copy is gone or changed, with the reason.
  var brokenFiles: [DraftFile: String] = [:]
}

extension DraftSchema {
  /// Resolves a snapshot that was saved under one schema against another.
  ///
  /// Pure: this is what a restore decides, without a store. Resolving under the schema a draft was
  /// saved under changes nothing. The time is linear in the size of the snapshot.
  ///
  /// ```swift
  /// let result = try DraftSchema.resolve(snapshot, from: yesterday, to: today)
  /// print(result.report.orphans, result.isRestored(under: .salvage))
  /// ```
  ///
  /// - Parameters:
  ///   - snapshot: the state as it was saved.
  ///   - writer: the schema it was saved under.
  ///   - reader: the form as it is now.
  ///   - options: floor, newer forms, upgrades; the policy is for the caller to apply.
  /// - Throws: ``DraftError/Code/invalidSchema`` for either schema.
  public static func resolve(
    _ snapshot: DraftSnapshot, from writer: DraftSchema, to reader: DraftSchema,
    options: RestoreOptions = .init()
  ) throws(DraftError) -> Resolution {
    Resolver.resolve(
      ResolverInput(snapshot, writer: try StoredSchema(writer), reader: try StoredSchema(reader)),
      options: options)
  }
}

extension ResolverInput {
  /// A snapshot as it was saved.
  init(_ snapshot: DraftSnapshot, writer: StoredSchema, reader: StoredSchema) {
    self.init(
      answers: [], step: snapshot.step, skippedSteps: snapshot.skippedSteps, focus: snapshot.focus,
      version: writer.schema.version, writer: writer, reader: reader)
    var marked = snapshot.touched.union(snapshot.dirty)
    func answer(_ path: FieldPath, _ value: DraftValue?) -> StoredAnswer {
      StoredAnswer(
        path: path, value: value, isTouched: snapshot.touched.contains(path),
        isDirty: snapshot.dirty.contains(path))
    }
    snapshot.values.forEachLeaf { path, value in
      marked.remove(path)
      answers.append(answer(path, value))
    }
    for path in marked.sorted() { answers.append(answer(path, nil)) }
  }
}
