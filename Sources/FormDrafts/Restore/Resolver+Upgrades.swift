extension Resolver {
  /// The answers as the app's own steps make them; as they are if no step is for this draft, or
  /// one failed.
  mutating func upgraded(_ answers: [StoredAnswer]) -> [StoredAnswer] {
    let isSameForm =
      mapping.isIdentity
      && ExactOptional(wrappedValue: input.version)
        == ExactOptional(wrappedValue: reader.schema.version)
    guard !isSameForm else { return answers }
    let isActedOn = { (answer: StoredAnswer) in
      !answer.isOrphan && (answer.value != nil || answer.isTouched || answer.isDirty)
    }
    let live = answers.filter(isActedOn)
    var state = UpgradeState(
      answers: live.map {
        .init(path: $0.path, value: $0.value, isTouched: $0.isTouched, isDirty: $0.isDirty)
      }, step: snapshot.step, skippedSteps: snapshot.skippedSteps, focus: snapshot.focus)
    do throws(DraftError) {
      let count = try state.apply(
        options.upgrades, version: input.version, fingerprint: writer.fingerprint,
        identities: identities)
      guard count > 0 else { return answers }
    } catch {
      report.decide(.upgradeFailed, at: error.paths.first, error.message)
      return answers
    }
    snapshot.step = state.step
    snapshot.skippedSteps = state.skippedSteps
    snapshot.focus = state.focus
    return Self.answers(of: state, from: live) + answers.filter { !isActedOn($0) }
  }

  /// By the path of a list, where its items keep their identity: as the writer's schema says, else
  /// as the reader's does, for the places its lists have and had.
  private var identities: [FieldPath: FieldPath] {
    var identities: [FieldPath: FieldPath] = [:]
    for field in reader.schema.fields where field.identity != nil {
      for path in field.formerly + [field.path] { identities[path] = field.identity }
    }
    for field in writer.schema.fields {
      if let identity = field.identity { identities[field.path] = identity }
    }
    return identities
  }

  /// What the steps made, each with the rows it came from; and what they dropped, which stays with
  /// the draft all the same.
  private static func answers(
    of state: UpgradeState, from live: [StoredAnswer]
  ) -> [StoredAnswer] {
    var stored: [FieldPath: StoredAnswer] = [:]
    for answer in live { stored[answer.path] = answer }
    var result = state.answers.map { made in
      var answer = StoredAnswer(
        path: made.path, value: made.value, isTouched: made.isTouched, isDirty: made.isDirty)
      // What took in an empty object came from there as well, and stands where it stood.
      let stays = made.origins.first == made.path && (made.origins.count == 1 || !made.isChanged)
      answer.origin = stays ? nil : made.origins.first
      answer.isChanged = made.isChanged
      answer.rows = made.origins.flatMap { stored[$0]?.rows ?? [] }
      return answer
    }
    for path in state.dropped {
      guard var answer = stored[path] else { continue }
      answer.isDropped = true
      result.append(answer)
    }
    return result
  }
}
