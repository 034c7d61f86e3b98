import FormDrafts
import Testing

/// An owner's drafts, each with its text or nil, read by a store of this process.
///
/// All must be sound.
func storedTexts(
  _ path: String, _ owner: DraftOwner
) async throws -> [(draft: DraftSummary, text: String?)] {
  let store = DraftStore(path: path)
  var texts: [(draft: DraftSummary, text: String?)] = []
  for listing in try await store.list(DraftFilter(owner: owner), verifying: true) {
    guard case .draft(let summary) = listing,
      case .restored(let draft) = await store.restore(summary.id)
    else {
      Issue.record("a draft could not be read: \(listing)")
      continue
    }
    let text: String? =
      if case .text(let text)? = draft.snapshot.values["text"] { text } else { nil }
    texts.append((summary, text))
  }
  await store.close()
  return texts
}
