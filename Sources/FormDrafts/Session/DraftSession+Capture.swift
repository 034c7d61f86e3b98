extension DraftSession {
  /// The form as it is now, with the person's place in it.
  func capture() -> DraftSnapshot { read(source?.read() ?? current).snapshot }

  /// A form with what is kept in its place, and what that stands for, where a secret is in it.
  private func read(_ form: Form) -> (snapshot: DraftSnapshot, replaced: [Redaction.Other]) {
    var snapshot = mapping.snapshot(of: form)
    let replaced = kept.restore(in: &snapshot)
    complete(&snapshot)
    if snapshot.dirty.isEmpty, let start { snapshot.dirty = snapshot.changedPaths(since: start) }
    return (snapshot, replaced)
  }

  /// Adds the person's place to what a mapping read.
  func complete(_ snapshot: inout DraftSnapshot) {
    place.complete(&snapshot, formHoldsSteps: mapping.holdsSteps) { identities }
  }

  /// What tells the items of the form's lists apart; each time it looks at every field.
  var identities: ItemIdentities { ItemIdentities(of: mapping.schema) }

  /// The form as it is now, for a save.
  func captureForSave() -> FormCapture {
    lastCapture = timer.now
    let form = source?.read() ?? current
    let (snapshot, replaced) = read(form)
    return FormCapture(snapshot: snapshot, secrets: mapping.secretValues(of: form) + replaced)
  }

  /// What a save of this session asks of the store.
  func save(of capture: FormCapture) -> SessionSave {
    SessionSave(
      capture: capture, schema: mapping.schema, key: key, title: title, baseline: baseline,
      expiresAfter: mapping.expiresAfter)
  }
}
