extension DraftSession {
  /// The form as it is now, with the person's place in it.
  func capture() -> DraftSnapshot { read(source?.read() ?? current).snapshot }

  /// A form with what is kept in its place, and what that stands for, where a secret is in it.
  private func read(_ form: Form) -> (snapshot: DraftSnapshot, replaced: [Redaction.Other]) {
    var snapshot = mapping.snapshot(of: form)
    place.complete(&snapshot, formHoldsSteps: mapping.holdsSteps)
    let replaced = kept.restore(in: &snapshot)
    if snapshot.dirty.isEmpty, let start { snapshot.dirty = snapshot.changedPaths(since: start) }
    return (snapshot, replaced)
  }

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
