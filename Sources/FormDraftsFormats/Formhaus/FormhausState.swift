import FormDrafts

/// How an app's own snapshot of a Formhaus form is read and filled.
///
/// The closures may hold what is not `Sendable` only for a mapping that is the main actor's: each
/// use of that one checks first where it is.
struct FormhausState<Form>: Sendable {
  let schema: DraftSchema
  private let hasSteps: Bool
  private let readAnswers: @Sendable (Form) throws -> DraftValue
  private let writeAnswers: @Sendable (DraftValue, inout Form) throws -> Void
  private let readPlace: @Sendable (Form) -> (step: String?, skippedSteps: [String])
  private let writePlace: @Sendable (DraftSnapshot, inout Form) -> Void

  init<Answers: Codable>(
    _ definition: [UInt8], _ answers: WritableKeyPath<Form, Answers>,
    _ step: WritableKeyPath<Form, String?>?, _ skippedSteps: WritableKeyPath<Form, [String]>?
  ) throws(DraftError) {
    schema = try DraftSchema(definition: definition, format: .formhaus)
    hasSteps = step != nil
    nonisolated(unsafe) let (answers, step, skippedSteps) = (answers, step, skippedSteps)
    let read: (Form) throws -> DraftValue = { try DraftValue(encoding: $0[keyPath: answers]) }
    let write: (DraftValue, inout Form) throws -> Void = {
      $1[keyPath: answers] = try $0.decode(Answers.self)
    }
    nonisolated(unsafe) let (checkedRead, checkedWrite) = (read, write)
    readAnswers = { try checkedRead($0) }
    writeAnswers = { try checkedWrite($0, &$1) }
    readPlace = { form in
      (step.flatMap { form[keyPath: $0] }, skippedSteps.map { form[keyPath: $0] } ?? [])
    }
    writePlace = { snapshot, form in
      // Skipped steps first: where the person is may depend on them.
      if let skippedSteps { form[keyPath: skippedSteps] = snapshot.skippedSteps }
      if let step { form[keyPath: step] = snapshot.step }
    }
  }

  /// The state as a snapshot; answers that are no object cost every field its value.
  func snapshot(of form: Form) -> DraftSnapshot {
    let place = readPlace(form)
    return DraftSnapshot(
      values: answers(of: form) ?? unencodable, step: place.step,
      skippedSteps: place.skippedSteps)
  }

  private func answers(of form: Form) -> DraftObject? {
    guard case .object(let object)? = try? readAnswers(form) else { return nil }
    return object
  }

  private var unencodable: DraftObject {
    DraftObject(
      schema.fields.filter { $0.effectiveRetention == .kept }.compactMap { field in
        field.path.lastName.map { .init($0, .unencodable) }
      })
  }

  /// Values first, then skipped steps, then the step.
  func populate(_ form: inout Form, from snapshot: DraftSnapshot) -> [FieldPath: DraftError] {
    let failures = fill(&form, with: snapshot.values)
    writePlace(snapshot, &form)
    return failures
  }

  /// Puts stored answers over those of the form: secrets and what the draft has not stay.
  private func fill(_ form: inout Form, with stored: DraftObject) -> [FieldPath: DraftError] {
    let names = Set(stored.members.map { Array($0.name.utf8) })
    var known = (answers(of: form) ?? DraftObject()).members.filter {
      !names.contains(Array($0.name.utf8))
    }
    if write(known + stored.members, to: &form) { return [:] }
    var failures: [FieldPath: DraftError] = [:]
    let own = answers(of: form) ?? DraftObject()
    for member in stored.members {
      if write(known + [member], to: &form) {
        known.append(member)
        continue
      }
      let path = FieldPath([member.name])
      failures[path] = .notDecodable(as: "an answer of the form", at: path)
      if let mine = own[member.name] { known.append(.init(member.name, mine)) }
    }
    _ = write(known, to: &form)
    return failures
  }

  /// Whether the form could take these answers; it is as it was if not.
  private func write(_ members: [DraftObject.Member], to form: inout Form) -> Bool {
    do {
      try writeAnswers(.object(DraftObject(members)), &form)
      return true
    } catch {
      return false
    }
  }

  /// The mapping that reads and fills by it.
  var mapping: DraftMapping<Form> {
    var mapping = DraftMapping<Form>(schema) {
      snapshot(of: $0)
    } populate: {
      populate(&$1, from: $0)
    }
    mapping.holdsSteps = hasSteps
    return mapping
  }
}
