import Testing

@testable import FormDrafts

/// Field reports 113 to 121: whoever writes after the end is told how the draft ended.
@Suite("A late writer")
struct FencedDraftTests {
  enum End: String, CaseIterable { case submit, submitKeeping, discard, undoable, purge, signOut }

  private let schema = DraftSchema.texts("form", "text")
  private let key = DraftKey("form", owner: "ana")

  private func end(_ id: DraftID, _ end: End, _ store: DraftStore) async throws {
    switch end {
    case .submit:
      let attempt = try await store.beginSubmit(id)
      try await store.endSubmit(id, attempt: attempt, accepted: true)
    case .submitKeeping:
      let attempt = try await store.beginSubmit(id)
      try await store.endSubmit(
        id, attempt: attempt, accepted: true, keepingCopyFor: .seconds(60))
    case .discard: try await store.discard(id)
    case .undoable: try await store.discard(id, undoFor: .seconds(60))
    case .purge: try await store.purge(DraftFilter(owner: "ana", form: "form"))
    case .signOut: try await store.purge(DraftFilter(owner: "ana"))
    }
  }

  @Test("is refused with the reason, whatever it wants to do", arguments: End.allCases)
  func refused(_ reason: End) async throws {
    let folder = try StoreFolder()
    let (ending, late) = (folder.store(), folder.store())
    let id = try await late.save(
      DraftSnapshot(values: ["text": "A"]), schema: schema, key: key
    ).draft
    let attempt = AttemptID("late")
    try await end(id, reason, ending)
    let expected: DraftEnding? =
      switch reason {
      case .submit, .submitKeeping: .submitted
      case .discard, .undoable: .discarded
      case .purge: .purged
      case .signOut: nil
      }
    for writer in [late, ending] {
      var errors: [DraftError?] = []
      for basedOn in [nil, 1] as [DraftRevision?] {
        errors.append(
          await failure {
            try await writer.save(
              DraftSnapshot(values: ["text": "B"]), schema: schema, key: key, draft: id,
              basedOn: basedOn)
          })
      }
      errors.append(await failure { _ = try await writer.beginSubmit(id) })
      if expected != .submitted {
        errors.append(
          await failure { try await writer.endSubmit(id, attempt: attempt, accepted: true) })
      }
      for error in errors {
        #expect(error?.code == (expected == nil ? .ownerPurged : .gone))
        #expect(error?.ending == expected)
        #expect(error?.message.contains(expected?.rawValue ?? "purged") == true)
      }
    }
    #expect(await ending.restore(key, schema: schema).isNone)
    await late.close()
    await ending.close()
    // 119: not the last state, and no earlier one.
    #expect(await folder.store().restore(key, schema: schema).isNone)
  }
}
