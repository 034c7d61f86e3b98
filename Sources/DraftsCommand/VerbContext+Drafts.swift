import FormDrafts

extension VerbContext {
  /// Options that choose among drafts; none given means all.
  static let ownerFilter: [Verb.Option] = [
    .value("owner", "OWNER", "Only drafts of this account."),
    .flag("nobody", "Only drafts that are nobody’s."),
  ]
  static let formFilter: [Verb.Option] = [.value("form", "FORM", "Only drafts of this form.")]
  static let recordFilter: [Verb.Option] = [
    .value("record", "RECORD", "Only drafts of this record."),
    .flag("new", "Only drafts of things that are no record yet."),
  ]
  /// An id says whose draft it is and of what.
  static let idIsAll: [Verb.Exclusive] = ["owner", "nobody", "record", "new"].map {
    .init("ID", $0, isInUsage: false)
  }
  /// Options that say what a draft is kept under; none given means nobody and new.
  static let keyOptions: [Verb.Option] = [
    .value("owner", "OWNER", "The account that is signed in."),
    .flag("nobody", "Nobody is signed in; holds unless --owner is given."),
    .value("record", "RECORD", "The record that is edited."),
    .flag("new", "A new thing that is no record yet; holds unless --record is given."),
  ]

  /// The drafts that are chosen.
  var filter: DraftFilter {
    DraftFilter(owner: owner, form: arguments.string("form"), record: record)
  }

  /// The owner that is named; nil if none is.
  var owner: DraftOwner? {
    arguments.flag("nobody") ? .nobody : arguments.string("owner").map(DraftOwner.account)
  }

  /// The record that is named; nil if none is.
  var record: DraftRecord? {
    arguments.flag("new") ? .new : arguments.string("record").map(DraftRecord.existing)
  }

  /// The draft that an id or its beginning names.
  func draft(
    _ text: String, in store: DraftStore, includingDiscarded: Bool = false
  ) async throws -> DraftID {
    if let id = DraftID(text) { return id }
    guard text.utf8.count >= 4 else {
      throw UsageError(
        "“\(text.echoed)” is too short for a draft's id.",
        hint: "Give the first 4 characters or more; drafts list shows them.")
    }
    let ids = try await store.ids(
      beginningWith: text, includingDiscarded: includingDiscarded)
    guard let id = ids.first else {
      throw try notFound("There is no draft whose id begins with “\(text.echoed)”.")
    }
    guard ids.count == 1 else {
      throw DraftError(
        .ambiguousID, "“\(text.echoed)” fits \(ids.count) drafts.",
        hint: "Give more characters of the id.")
    }
    return id
  }

  /// Restores the draft that an id names, under a definition if one is given.
  func restore(
    _ text: String, under definition: DefinitionFile?, formID: String? = nil,
    options: RestoreOptions = .init(), in store: DraftStore
  ) async throws -> Restoration {
    let id = try await draft(text, in: store)
    guard let summary = try await store.summary(of: id) else {
      throw try notFound("There is no draft \(id).")
    }
    if let formID, !formID.isSameBytes(as: summary.key.form) {
      throw DraftError(
        .keyMismatch, "The draft \(id) is of another form than --form says.",
        hint: "Leave --form out: the draft knows its form.")
    }
    return await store.restore(
      id, schema: try definition?.schema(formID: formID, fallback: summary.key.form),
      options: options)
  }

  func paths(_ option: String) throws -> [FieldPath] {
    try arguments.strings(option).map { text in try FieldPath(argument: text) }
  }
}
