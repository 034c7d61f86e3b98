/// Brings a draft that was saved under one schema into another, and accounts for every answer.
///
/// Pure, deterministic and total: knows no SQL, writes nothing, and what has no place is named. The
/// rules are those of schema resolution in Avro (https://avro.apache.org/docs, “Schema
/// Resolution”), with nothing lost: <doc:WhenTheFormChanges> has them in a table.
struct Resolver {
  /// An answer and where it is to stand.
  struct Candidate {
    var answer: StoredAnswer
    var path: FieldPath
    var fit: Fit
    /// A form, or an upgrade, says so; else it is the name.
    var isExplicit = false
  }

  let input: ResolverInput
  let options: RestoreOptions
  let mapping: SchemaMapping
  /// The app's own list of secrets is not the one the draft was saved under.
  private let hasOwnList: Bool
  var report = RestoreReport.Content()
  var snapshot = DraftSnapshot()
  var builder = ObjectBuilder()
  /// Where answers stand that say something.
  var answered: Set<FieldPath> = []
  /// Fields whose file has to be picked again.
  var filesToPick: [FieldPath] = []
  var fates: [AnswerFate] = []
  private var orphans: [DraftOrphan] = []
  /// The same as ``answered`` with what lies in it; made when somebody asks.
  var answeredInside: PathOverlap?
  private var counted = (stored: 0, fit: 0)

  var writer: StoredSchema { input.writer }
  var reader: StoredSchema { input.reader }

  /// Resolves a draft.
  static func resolve(_ input: ResolverInput, options: RestoreOptions) -> Resolution {
    var resolver = Resolver(input, options)
    return resolver.resolve()
  }

  private init(_ input: ResolverInput, _ options: RestoreOptions) {
    self.input = input
    self.options = options
    mapping = input.reader.mapping(from: input.writer)
    hasOwnList = input.writer.schema.overrides != input.reader.schema.overrides
    snapshot.step = input.step
    snapshot.skippedSteps = input.skippedSteps
    snapshot.focus = input.focus
  }

  private mutating func resolve() -> Resolution {
    checkForm()
    var answers = input.answers
    if !options.upgrades.isEmpty { answers = upgraded(answers) }
    let rowCount = answers.reduce(0) { max($0, ($1.rows.last ?? -1) + 1) }
    fates = Array(repeating: .orphan, count: rowCount)
    answered.reserveCapacity(answers.count)
    if !mapping.isIdentity {
      followBack(&answers)
      answers = wrapped(answers)
    }
    var candidates = answers.map { candidate($0) }
    if !mapping.isIdentity {
      settleCollisions(&candidates)
      bringBackOrphans(&candidates)
    }
    for candidate in candidates { place(candidate) }
    addDamage()
    snapshot.values = builder.build()
    report.values = snapshot.values
    checkFloor()
    placeSteps()
    addSecrets()
    addNew()
    addSteps()
    compareRecord(candidates)
    return Resolution(
      snapshot: snapshot, report: RestoreReport(report), orphans: orphans, fates: fates)
  }

  private mutating func checkForm() {
    guard !mapping.isIdentity else { return }
    let (was, present) = (writer.schema.id, reader.schema.id)
    if !was.isSameBytes(as: present) {
      report.decide(
        .wrongForm,
        "It was saved for the form “\(was.printable)”, not for “\(present.printable)”.")
    }
    if !options.acceptsNewer, let was = FormVersion(input.version),
      let present = FormVersion(reader.schema.version), present < was
    {
      report.decide(.newerForm, "It was saved under version \(was), and the form is \(present).")
    }
  }

  private mutating func addDamage() {
    for (path, why) in input.damaged {
      report.add(.init(path, .damaged, why: why, needsDecision: true))
      report.decide(.damaged, at: path, "The stored answer is damaged.")
    }
    if input.isIncomplete { report.decide(.damaged, "Stored answers are missing.") }
  }

  private mutating func checkFloor() {
    guard !mapping.isIdentity, counted.stored > 0,
      Double(counted.fit) < options.floor * Double(counted.stored)
    else { return }
    report.decide(
      .belowFloor, "Only \(counted.fit) of \(counted.stored) answers fit the form.")
  }

  /// An answer with the place it is to have, before others are looked at.
  private func candidate(_ answer: StoredAnswer) -> Candidate {
    if answer.isDropped {
      return Candidate(answer: answer, path: answer.path, fit: .orphan("An upgrade dropped it."))
    }
    if mapping.isIdentity {
      return Candidate(answer: answer, path: answer.path, fit: sameFit(answer))
    }
    if let followed = followed(answer) { return followed }
    let source = answer.origin ?? answer.path
    let isMoved = answer.origin != nil
    if answer.isOrphan, answer.writer?.fingerprint == reader.fingerprint {
      return Candidate(answer: answer, path: answer.path, fit: returningFit(answer))
    }
    // Where an upgrade put it, unless the form has that place under another name.
    let isPlaced = isMoved && !reader.index.slot(at: answer.path).isUnknown
    let mapping = mapping(of: answer)
    switch isPlaced ? .stays : mapping.destination(of: answer.path) {
    case .stays:
      return Candidate(
        answer: answer, path: answer.path,
        fit: fit(
          answer.value, from: source, to: answer.path, under: schema(of: answer), by: mapping),
        isExplicit: isMoved)
    case .moves(let path):
      return Candidate(
        answer: answer, path: path,
        fit: fit(answer.value, from: source, to: path, under: schema(of: answer), by: mapping),
        isExplicit: true)
    case .ambiguous(let claims) where ([answer.path] + claims).contains(where: isNeverStored):
      return Candidate(answer: answer, path: answer.path, fit: .withheld)
    case .ambiguous(let claims):
      let names = claims.map(\.description).joined(separator: " and ")
      return Candidate(
        answer: answer, path: answer.path, fit: .orphan("Claimed by \(names)."))
    }
  }

  private func isNeverStored(_ path: FieldPath) -> Bool { reader.index.isNeverStored(path) }

  /// The schema that says what type an answer has.
  ///
  /// Nil if an upgrade made the value, or it is from an earlier form that is not known any more.
  private func schema(of answer: StoredAnswer) -> StoredSchema? {
    if answer.isChanged { return nil }
    return answer.isOrphan ? answer.writer : writer
  }

  /// What an orphan's own form called the fields of this one.
  private func mapping(of answer: StoredAnswer) -> SchemaMapping {
    guard answer.isOrphan, let writer = answer.writer else { return mapping }
    return reader.mapping(from: writer)
  }

  /// An orphan whose own form is back fits as it did.
  func returningFit(_ answer: StoredAnswer) -> Fit {
    if reader.index.isNeverStored(answer.path) { return .withheld }
    let shape = reader.index.slot(at: answer.path).shape
    let placed = Fit.Placed(value: answer.value, outcome: .kept, was: shape, is: shape)
    return .placed(withoutSecrets(placed, at: answer.path))
  }

  /// Under the schema it was saved under nothing changes.
  private func sameFit(_ answer: StoredAnswer) -> Fit {
    if reader.index.isNeverStored(answer.path) { return .withheld }
    if answer.isOrphan { return .orphan("The form has no such field.") }
    let shape = reader.index.slot(at: answer.path).shape
    let placed = Fit.Placed(
      value: answer.value, outcome: shape == nil ? .undeclared : .kept, was: shape, is: shape)
    // The app's own list is no part of a fingerprint where no field is declared.
    return .placed(hasOwnList ? withoutSecrets(placed, at: answer.path) : placed)
  }

  /// Puts an answer into the snapshot, and into the report.
  private mutating func place(_ candidate: Candidate) {
    let answer = candidate.answer
    let isCounted = answer.value.map { !$0.isNothing } ?? false
    if isCounted, !answer.isOrphan, !candidate.fit.isWithheld, !candidate.fit.isMerged {
      counted.stored += 1
    }
    switch candidate.fit {
    case .withheld:
      settle(answer, .withheld)
      guard answer.value != nil else { return }
      report.add(
        .init(
          candidate.path, .withheld, why: "It is a secret now.",
          was: writer.index.slot(at: answer.path).shape))
    case .echo: settle(answer, .orphan)
    case .merged: settle(answer, .lives(at: candidate.path, leavesOriginal: false))
    case .orphan(let why):
      settle(answer, .orphan)
      orphan(answer, why)
    case .placed(let placed):
      if let value = placed.value, !insert(value, at: candidate.path) {
        settle(answer, .orphan)
        return orphan(answer, "Another answer stands there.")
      }
      settle(
        answer, .lives(at: candidate.path, leavesOriginal: placed.leavesOriginal))
      if isCounted, !answer.isOrphan { counted.fit += 1 }
      if answer.isTouched { snapshot.touched.insert(candidate.path) }
      if answer.isDirty { snapshot.dirty.insert(candidate.path) }
      if placed.value?.isNothing == false { answered.insert(candidate.path) }
      report(placed, candidate)
    }
  }

  private mutating func settle(_ answer: StoredAnswer, _ fate: AnswerFate) {
    for row in answer.rows { fates[row] = fate }
  }

  /// False if something else stands in the way.
  ///
  /// An object goes in member by member, so that others of its members find their place.
  mutating func insert(_ value: DraftValue, at path: FieldPath) -> Bool {
    var isInserted = true
    value.forEachLeaf(at: path) { place, leaf in
      if (try? builder.insert(leaf, at: place)) != .inserted { isInserted = false }
    }
    return isInserted
  }

  private mutating func orphan(_ answer: StoredAnswer, _ why: String) {
    guard let value = answer.value else { return }
    // What was decided about before, and what says nothing, asks for no decision.
    let isOpen = !answer.isOrphan && !answer.isDropped && !value.isNothing
    let path = answer.origin ?? answer.path
    report.add(
      .init(
        path, .orphaned, why: why, was: writer.index.slot(at: path).shape, needsDecision: isOpen))
    orphans.append(DraftOrphan(path: path, value: value))
    if isOpen { report.decide(.orphaned, at: path, why) }
  }

  private mutating func report(_ placed: Fit.Placed, _ candidate: Candidate) {
    guard let value = placed.value else { return }
    let source = candidate.answer.origin ?? candidate.answer.path
    let isMoved = source != candidate.path
    var outcome = placed.outcome
    if candidate.answer.isChanged, outcome == .kept { outcome = .converted }
    if isMoved, outcome == .kept || outcome == .undeclared { outcome = .moved }
    let broken = brokenFiles(in: value, at: candidate.path)
    let isBroken = broken.first?.path == candidate.path
    report.add(
      .init(
        candidate.path, isBroken ? .fileMissing : outcome, from: isMoved ? source : nil,
        why: isBroken ? broken.first?.why : placed.why, was: placed.was, is: placed.is,
        needsDecision: isBroken, items: placed.items))
    if !broken.isEmpty { report(broken, in: candidate.path) }
    for entry in placed.inside {
      report.add(entry)
      if entry.needsDecision { report.decide(.orphaned, at: entry.path, entry.why ?? "") }
    }
    orphans += placed.orphans
  }
}
