extension DraftStore {
  /// Saves a form by its mapping.
  ///
  /// The form is read where the caller is, and only its snapshot leaves; a form need not be
  /// `Sendable`. The draft lives as long as ``DraftMapping/expiresAfter`` says. As ``save(_:schema:key:draft:basedOn:title:baseline:expiresAfter:parent:savePoint:)`` in everything else.
  ///
  /// - Parameters:
  ///   - form: the form; its secrets are not stored, nor what repeats one elsewhere.
  ///   - mapping: how it is read.
  ///   - owner: whose draft it is.
  ///   - record: what it edits; something new unless said.
  ///   - draft: the draft to save; nil makes a new one.
  ///   - basedOn: the revision this state was made from; nil saves over whatever is there.
  ///   - title: a title for lists; nil leaves it as it is.
  ///   - baseline: the record's version the draft started from; nil leaves it as it is.
  /// - Returns: what was really done.
  /// - Throws: ``DraftError/Code/invalidSchema`` for a mistake in the mapping, and what the save
  ///   of a snapshot throws.
  @discardableResult
  public func save<Form>(
    _ form: Form, _ mapping: DraftMapping<Form>, owner: DraftOwner, record: DraftRecord = .new,
    draft: DraftID? = nil, basedOn: DraftRevision? = nil, title: String? = nil,
    baseline: DraftBaseline? = nil
  ) async throws(DraftError) -> SaveReceipt {
    try mapping.check()
    let key = DraftKey(mapping.schema.id, owner: owner, record: record)
    return try await save(
      mapping.snapshot(of: form), beside: mapping.secretValues(of: form), schema: mapping.schema,
      key: key, draft: draft, basedOn: basedOn, title: title, baseline: baseline,
      expiresAfter: mapping.expiresAfter)
  }

  /// Saves a form that lists its own fields.
  ///
  /// As ``save(_:_:owner:record:draft:basedOn:title:baseline:)``.
  ///
  /// - Parameters:
  ///   - form: the form; its secrets are not stored, nor what repeats one elsewhere.
  ///   - owner: whose draft it is.
  ///   - record: what it edits; something new unless said.
  ///   - draft: the draft to save; nil makes a new one.
  ///   - basedOn: the revision this state was made from; nil saves over whatever is there.
  ///   - title: a title for lists; nil leaves it as it is.
  ///   - baseline: the record's version the draft started from; nil leaves it as it is.
  /// - Returns: what was really done.
  /// - Throws: ``DraftError/Code/invalidSchema`` for a mistake in the mapping, and what the save
  ///   of a snapshot throws.
  @discardableResult
  public func save<Form: DraftForm>(
    _ form: Form, owner: DraftOwner, record: DraftRecord = .new, draft: DraftID? = nil,
    basedOn: DraftRevision? = nil, title: String? = nil, baseline: DraftBaseline? = nil
  ) async throws(DraftError) -> SaveReceipt {
    try await save(
      form, Form.draftMapping, owner: owner, record: record, draft: draft, basedOn: basedOn,
      title: title, baseline: baseline)
  }
}

extension DraftStore {
  /// Restores a draft into a form by its mapping.
  ///
  /// The form comes back filled if the answer is ``Restoration/restored(_:)`` or
  /// ``Restoration/inDoubt(_:_:)``, else as it was: what fits of a mismatch is a proposal, for
  /// ``DraftMapping/populate(_:from:)`` once that is decided. Never throws, as
  /// ``restore(_:schema:draft:options:)``; a mistake in the mapping is ``Restoration/unreadable(_:_:)``.
  ///
  /// - Parameters:
  ///   - form: the form as it is without a draft.
  ///   - mapping: how it is filled; its upgrades are used, after those of the options.
  ///   - owner: whose draft it is.
  ///   - record: what it edits; something new unless said.
  ///   - draft: a certain draft; nil takes the last saved.
  ///   - options: policy, floor, newer forms, the record as it is now.
  /// - Returns: the form, the answer, and for each field whose value could not be used, why. A
  ///   save of the form then puts what the form has in the place of such a value.
  public func restore<Form>(
    _ form: Form, _ mapping: DraftMapping<Form>, owner: DraftOwner, record: DraftRecord = .new,
    draft: DraftID? = nil, options: RestoreOptions = .init()
  ) async -> (form: Form, restoration: Restoration, failures: [FieldPath: DraftError]) {
    do throws(DraftError) {
      try mapping.check()
    } catch {
      return (form, .unreadable(draft, error), [:])
    }
    var options = options
    options.upgrades += mapping.upgrades
    let key = DraftKey(mapping.schema.id, owner: owner, record: record)
    let answer = await restore(key, schema: mapping.schema, draft: draft, options: options)
    switch answer {
    case .restored(let stored), .inDoubt(_, let stored):
      var filled = form
      let failures = mapping.populate(&filled, from: stored.snapshot)
      return (filled, answer, failures)
    case .none, .mismatch, .unreadable:
      return (form, answer, [:])
    }
  }

  /// Restores a draft into a form that lists its own fields.
  ///
  /// As ``restore(_:_:owner:record:draft:options:)``.
  ///
  /// - Parameters:
  ///   - form: the form as it is without a draft.
  ///   - owner: whose draft it is.
  ///   - record: what it edits; something new unless said.
  ///   - draft: a certain draft; nil takes the last saved.
  ///   - options: policy, floor, newer forms, the record as it is now.
  /// - Returns: the form, the answer, and for each field whose value could not be used, why.
  public func restore<Form: DraftForm>(
    _ form: Form, owner: DraftOwner, record: DraftRecord = .new, draft: DraftID? = nil,
    options: RestoreOptions = .init()
  ) async -> (form: Form, restoration: Restoration, failures: [FieldPath: DraftError]) {
    await restore(
      form, Form.draftMapping, owner: owner, record: record, draft: draft, options: options)
  }
}
