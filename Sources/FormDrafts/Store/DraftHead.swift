/// A row of the table `draft`, as plain data.
struct DraftHead: Sendable, Equatable {
  /// How far a draft's life has come; a row may say something only a later version knows.
  struct Status: RawRepresentable, Sendable, Hashable {
    let rawValue: Int64

    static let open = Status(rawValue: 0)
    static let submitting = Status(rawValue: 1)
    static let submitted = Status(rawValue: 2)
    /// Added while a draft that was discarded can be brought back.
    private static let hiding: Int64 = 4

    var isKnown: Bool { (0...2).contains(shown.rawValue) }
    var isHidden: Bool { (4...6).contains(rawValue) }
    /// What it was before it was discarded.
    var shown: Status { isHidden ? Status(rawValue: rawValue - Self.hiding) : self }
    var hidden: Status { Status(rawValue: shown.rawValue + Self.hiding) }
  }

  var id: Int64 = 0
  var uuid: DraftID
  @Exact var form: String
  @ExactOptional var record: String?
  var schema: Int64 = 0
  @ExactOptional var version: String?
  var revision: Int64 = 0
  var seq: Int64 = 0
  var status: Status = .open
  var attempt: String?
  var parent: DraftID?
  @ExactOptional var title: String?
  @ExactOptional var step: String?
  var skipped = Self.noSteps
  var focus: FieldPath?
  @ExactOptional var baseline: String?
  var hasBase = false
  var created: Int64 = 0
  var saved: Int64 = 0
  var expires: Int64?
  var answered: Int64 = 0
  var bytes: Int64 = 0
  var rows: Int64 = 0
  var nextRow: Int64 = 0
  var rowsSum: Int64 = 0

  private static let noSteps = Array("[]".utf8)

  init(uuid: DraftID, form: String, record: String?) {
    self.uuid = uuid
    _form = Exact(form)
    _record = ExactOptional(wrappedValue: record)
    _version = ExactOptional(wrappedValue: nil)
    _title = ExactOptional(wrappedValue: nil)
    _step = ExactOptional(wrappedValue: nil)
    _baseline = ExactOptional(wrappedValue: nil)
  }

  /// What the draft is of, for its owner.
  func key(of owner: DraftOwner) -> DraftKey {
    DraftKey(form, owner: owner, record: record.map(DraftRecord.existing) ?? .new)
  }

  /// The ids of the skipped steps; what is no text is none.
  var skippedSteps: [String] {
    get {
      guard case .list(let items)? = try? DraftValue(json: skipped) else { return [] }
      return items.compactMap { if case .text(let id) = $0 { id } else { nil } }
    }
    set { skipped = DraftValue.list(newValue.map(DraftValue.text)).canonicalJSON }
  }

  /// XXH64 over every column but itself.
  ///
  /// Four of ten single-bit flips in a database change user data while SQLite's own
  /// `integrity_check` says ok.
  var checksum: Int64 {
    var sum = ColumnChecksum()
    sum.add(id)
    sum.add(record == nil ? 0 : 1)
    sum.add(schema)
    sum.add(revision)
    sum.add(seq)
    sum.add(status.rawValue)
    sum.add(hasBase ? 1 : 0)
    sum.add(created)
    sum.add(saved)
    sum.add(expires ?? .min)
    sum.add(answered)
    sum.add(bytes)
    sum.add(rows)
    sum.add(nextRow)
    sum.add(rowsSum)
    sum.add(uuid.rawValue)
    sum.add(form)
    sum.add(record ?? "")
    sum.add(optional: version)
    sum.add(optional: attempt)
    sum.add(optional: parent?.rawValue)
    sum.add(optional: title)
    sum.add(optional: step)
    sum.add(optional: focus?.pointer)
    sum.add(optional: baseline)
    sum.add(skipped)
    return sum.value
  }
}

/// A row of the table `field`, as plain data.
struct FieldRow: Sendable {
  /// Whether a row's answer has a place in the form it was saved under.
  ///
  /// A path has one live row, and as many orphans as forms had another type for it.
  struct Kind: RawRepresentable, Sendable, Hashable, Comparable {
    let rawValue: Int64

    init?(rawValue: Int64) {
      guard rawValue >= 0 else { return nil }
      self.rawValue = rawValue
    }

    private init(_ rawValue: Int64) { self.rawValue = rawValue }

    static let live = Kind(0)
    static let orphan = Kind(1)

    var isOrphan: Bool { self != .live }
    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    /// The kind of one more orphan of the same path.
    var next: Kind { Kind(rawValue + 1) }
  }

  static let clear: Int64 = 0
  static let hasBase: Int64 = 1
  static let touched: Int64 = 1
  static let dirty: Int64 = 2

  var id: Int64
  var draft: Int64
  var path: FieldPath
  var kind: Kind
  var form: Int64 = FieldRow.clear
  var flags: Int64
  var marks: Int64
  var ordinal: Int64
  var value: [UInt8]?
  var base: [UInt8]?
  var revision: Int64
  /// The checksum as it stands in the row; ``isIntact`` compares.
  var sum: Int64 = 0

  var knowsBase: Bool { flags & Self.hasBase != 0 }

  /// For an orphan, the row of the schema it was last alive under; 0 if that is not known.
  var schema: Int64 {
    get { flags >> 8 }
    set { flags = newValue << 8 | flags & 0xFF }
  }

  /// XXH64 over every column but itself.
  var checksum: Int64 {
    var sum = ColumnChecksum(capacity: 96 + path.pointer.utf8.count + (value?.count ?? 0))
    for number in [id, draft, kind.rawValue, form, flags, marks, ordinal, revision] {
      sum.add(number)
    }
    sum.add(path.pointer)
    sum.add(optional: value)
    sum.add(optional: base)
    return sum.value
  }

  var isIntact: Bool { sum == checksum }

  /// The first row id of a draft: its rows lie together, in the order they were first written.
  static func firstID(draft: Int64) -> Int64 { draft << 32 }
}
