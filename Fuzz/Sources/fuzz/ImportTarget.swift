import FormDrafts

/// Import lines: all or nothing, and what is imported is exported as it came.
enum ImportTarget {
  static func feed(_ bytes: [UInt8]) {
    waiting {
      guard let store = try? DraftStore.temporary() else { return }
      do throws(DraftError) {
        let receipt = try await store.importDrafts(bytes)
        let listings = try await store.list(verifying: true)
        precondition(
          listings.count == receipt.added.count || receipt.added.isEmpty,
          "an import is not there as a whole")
        for id in receipt.added {
          let line = try await store.export(id).line
          let again = try await store.importDrafts(Array(line.utf8))
          precondition(again.unchanged == [id], "a draft is not as it was imported")
        }
      } catch {
        let left = try? await store.list().isEmpty
        precondition(left != false, "an import that failed left something")
      }
      await store.close()
    }
  }
}
