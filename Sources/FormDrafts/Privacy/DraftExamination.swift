/// Looks through all that one draft holds.
///
/// Pure. Secrets are found by the rule of a save (``Redaction``), so that whatever is found here is
/// what ``DraftStore/scrub(_:owner:dryRun:)`` takes out.
struct DraftExamination {
  /// What holds a value.
  enum Holder: Hashable {
    case answer, orphan, record, savePoint

    var words: String {
      switch self {
      case .answer: "An answer"
      case .orphan: "An answer without a place in the form"
      case .record: "What the record had"
      case .savePoint: "An earlier state"
      }
    }
  }

  /// A value with its place.
  struct Part {
    let path: FieldPath
    let value: DraftValue
    let holder: Holder
    /// The schema it was saved under; nil if that is not known.
    let writer: StoredSchema?
  }

  private let owner: DraftOwner?
  private let head: DraftHead
  private let writer: StoredSchema
  private let form: StoredSchema?
  private var parts: [Part] = []
  private var titles: [(text: String, holder: Holder)] = []
  private(set) var findings: [AuditFinding] = []
  private var seen: Set<AuditFinding> = []
  /// Where something is a secret: it need not look like one as well.
  private var secrets: Set<FieldPath> = []

  /// - Parameters:
  ///   - content: the draft.
  ///   - points: the rows of its save points.
  ///   - pointWriters: the schemas those were saved under, as far as they can be read.
  ///   - owner: whose it is.
  ///   - form: a schema that says what is a secret now; of another form it has no say.
  ///   - now: in milliseconds.
  init(
    _ content: OwnerFile.Content, points: [PointRow], pointWriters: [Int64: StoredSchema],
    owner: DraftOwner?, form: StoredSchema?, now: Int64
  ) {
    head = content.head
    writer = content.writer
    self.owner = owner
    self.form = form.flatMap { $0.schema.id.isSameBytes(as: content.head.form) ? $0 : nil }
    checkTimes(now)
    collect(content)
    collect(PointLog(points, of: head), pointWriters)
    checkReadable(content, points)
    findSecrets(writer)
    if let form = self.form { findSecrets(form) }
    findSuspicious()
  }

  private mutating func add(
    _ code: AuditFinding.Code, _ severity: AuditFinding.Severity, _ sentence: String,
    at path: FieldPath? = nil
  ) {
    let finding = AuditFinding(
      code, severity, sentence, owner: owner, draft: head.uuid,
      path: path.map(\.withoutSensitiveNames))
    if seen.insert(finding).inserted { findings.append(finding) }
  }
}

extension DraftExamination {
  private mutating func checkTimes(_ now: Int64) {
    guard let expires = head.expires, expires <= now else { return }
    if head.status.isHidden {
      add(
        .hiddenPresent, .low,
        "It was discarded, cannot be brought back any more, and is still there.")
    } else {
      add(.expiredPresent, .low, "Its time to live is over, and it is still there.")
    }
  }

  private mutating func collect(_ content: OwnerFile.Content) {
    if let title = head.title { titles.append((title, .answer)) }
    for row in content.rows {
      let saved = row.kind.isOrphan ? content.writers[row.schema] : writer
      collect(row, row.kind.isOrphan ? .orphan : .answer, saved)
    }
  }

  private mutating func collect(_ log: PointLog, _ writers: [Int64: StoredSchema]) {
    for group in log.groups {
      if let title = group.head?.title { titles.append((title, .savePoint)) }
      for row in group.copies.compactMap({ $0.fieldRow(draft: head.id) }) {
        let schema = row.kind.isOrphan ? row.schema : group.head?.schema ?? 0
        collect(row, .savePoint, writers[schema])
      }
    }
  }

  private mutating func collect(_ row: FieldRow, _ holder: Holder, _ saved: StoredSchema?) {
    let base: Holder = holder == .savePoint ? .savePoint : .record
    for (json, holder) in [(row.value, holder), (row.base, base)] {
      guard let json else { continue }
      guard let value = try? DraftValue(json: json) else {
        add(.unreadable, .medium, "\(holder.words) cannot be read.", at: row.path)
        continue
      }
      parts.append(Part(path: row.path, value: value, holder: holder, writer: saved))
    }
  }

  private mutating func checkReadable(_ content: OwnerFile.Content, _ points: [PointRow]) {
    for path in content.damaged {
      add(.unreadable, .medium, "A stored answer is damaged and was not examined.", at: path)
    }
    if content.isIncomplete, content.damaged.isEmpty {
      add(.unreadable, .medium, "Stored answers are missing.")
    }
    if points.contains(where: { !$0.isIntact }) {
      add(.unreadable, .medium, "An earlier state is damaged and was not examined.")
    }
  }
}

extension DraftExamination {
  /// What may not be stored under a schema.
  private mutating func findSecrets(_ schema: StoredSchema) {
    let others = parts.map { part in
      Redaction.Other(
        path: part.path, value: part.value, index: part.writer?.index,
        mapping: part.writer.map { schema.mapping(from: $0) })
    }
    let redaction = Redaction(
      DraftSnapshot(), index: schema.index, baseline: nil, title: nil, others: others)
    let withheld = Self.byRow(redaction.withheld, rows: Set(parts.lazy.map(\.path)))
    for (part, left) in zip(parts, redaction.others) where left != part.value {
      let paths = (withheld[part.path] ?? []).filter { part.holds($0) }
      for path in paths {
        add(
          .secretStored, .high, "\(part.holder.words) that is a secret is stored.", at: path)
        secrets.insert(path)
      }
      guard paths.isEmpty else { continue }
      add(
        .secretStored, .medium, "\(part.holder.words) that is not to be stored is stored.",
        at: part.path)
    }
    for (title, holder) in titles
    where redaction.secrets.contains(where: { title.containsBytes(of: $0.wrappedValue) }) {
      add(.secretStored, .high, "\(holder.title) holds a secret that is stored as well.")
    }
  }

  /// The paths by the row each stands in.
  private static func byRow(
    _ paths: [FieldPath], rows: Set<FieldPath>
  ) -> [FieldPath: [FieldPath]] {
    var byRow: [FieldPath: [FieldPath]] = [:]
    for path in paths {
      var place: FieldPath? = path
      while let here = place {
        if rows.contains(here) {
          byRow[here, default: []].append(path)
          break
        }
        place = here.parent
      }
    }
    return byRow
  }

  /// Values that look like what should not lie about.
  private mutating func findSuspicious() {
    for (title, holder) in titles {
      for kind in SensitiveKind.all(in: title) {
        add(.suspicious, kind.severity, "\(holder.title) seems to hold \(kind.words).")
      }
    }
    for part in parts {
      for token in part.path.names { check(name: token, in: part.path, part) }
      part.forEachNode { path, node in
        switch node {
        case .name(let name): check(name: name, in: path, part)
        case .value(let value):
          guard let kinds = value.sensitiveKinds, !kinds.isEmpty, !isMarked(path, part) else {
            return
          }
          for kind in kinds {
            add(
              .suspicious, kind.severity, "\(part.holder.words) seems to hold \(kind.words).",
              at: path)
          }
        }
      }
    }
  }

  private mutating func check(name: String, in path: FieldPath, _ part: Part) {
    for kind in SensitiveKind.all(in: name) {
      add(
        .suspicious, kind.severity, "A name in \(part.holder.name) seems to be \(kind.words).",
        at: path)
    }
  }

  /// Whether somebody said of a place what is to become of its answers, or it was told of already.
  private func isMarked(_ path: FieldPath, _ part: Part) -> Bool {
    if path.outward.contains(where: secrets.contains) { return true }
    return [part.writer, form].contains { $0?.marks(path) == true }
  }
}

extension DraftExamination.Holder {
  /// The title of the draft, or of an earlier state.
  fileprivate var title: String {
    self == .savePoint ? "The title of an earlier state" : "The title"
  }

  /// The holder inside a sentence.
  fileprivate var name: String {
    let words = self.words
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

extension StoredSchema {
  /// Whether a field, or the app's own list, says in so many words that answers are kept there.
  fileprivate func marks(_ path: FieldPath) -> Bool {
    if schema.overrides.notSecret.contains(where: path.isSpoken(of:)) { return true }
    switch index.slot(at: path) {
    case .field(let field), .inside(let field, _):
      return field.retention != .automatic || field.contentKind != nil
    case .interior, .unknown: return false
    }
  }
}

extension SensitiveKind {
  /// What can be acted with at once, and what is only personal.
  fileprivate var severity: AuditFinding.Severity {
    switch self {
    case .iban, .socialSecurityNumber: .medium
    case .paymentCardNumber, .privateKey, .jsonWebToken, .accessToken: .high
    }
  }
}

extension DraftValue {
  /// What a value that is made of no others holds; nil for one that is.
  fileprivate var sensitiveKinds: [SensitiveKind]? {
    switch self {
    case .text(let text), .number(let text): SensitiveKind.all(in: text)
    case .bytes(let bytes): SensitiveKind.all(in: bytes)
    case .file(let file): SensitiveKind.all(in: file.name)
    case .null, .bool: []
    case .list, .object: nil
    }
  }
}
