/// What a report says, behind one reference; of a draft that fits wholly its account is made once and
/// when somebody asks.
///
/// In such a draft every answer stands where it stood, so that the account follows from the snapshot
/// and the form: an app that only puts the answers back need not wait for it.
final class ReportedAnswers: Sendable {
  let content: RestoreReport.Content
  private let whole: (snapshot: DraftSnapshot, schema: StoredSchema)?
  private let made = Guarded<RestoreReport.Account?>(nil)

  /// A draft that was accounted for already.
  init(_ content: RestoreReport.Content) {
    self.content = content
    whole = nil
  }

  /// A draft that fits wholly.
  init(whole snapshot: DraftSnapshot, of schema: StoredSchema) {
    var content = RestoreReport.Content()
    content.reentry = schema.secrets
    content.values = snapshot.values
    self.content = content
    whole = (snapshot, schema)
  }

  /// Whether the account is made when somebody asks.
  var isLate: Bool { whole != nil }

  /// What is said of each field and step.
  var account: RestoreReport.Account {
    guard let whole else { return content.account }
    return made.withValue { made in
      if let made { return made }
      let input = ResolverInput(whole.snapshot, writer: whole.schema, reader: whole.schema)
      let account = Resolver.resolve(input, options: RestoreOptions()).report.account
      made = account
      return account
    }
  }
}

extension RestoreReport {
  /// What is said of each field, and of each step.
  struct Account: Sendable {
    var fields: [Entry] = []
    var steps: [StepEntry] = []
  }

  /// A report while it is made.
  struct Content: Sendable {
    var account = Account()
    var mismatches: [Mismatch] = []
    var reentry: [FieldPath] = []
    var step: StepChange?
    var droppedSteps: [String] = []
    var record: RecordChange?
    /// The answers, of which choices may become known later.
    var values = DraftObject()

    mutating func add(_ entry: Entry) { account.fields.append(entry) }

    mutating func decide(
      _ kind: Mismatch.Kind, at path: FieldPath? = nil, _ description: String
    ) {
      mismatches.append(Mismatch(kind: kind, path: path, description: description))
    }
  }
}
