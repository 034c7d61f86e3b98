import FormDrafts

extension ExportVerb {
  /// What is printed of one draft, and what there is to say beside it.
  struct Line {
    let text: String
    /// What had to be left out.
    var failure: DraftError?
    var note: String?
  }

  /// A draft's line; nil if it ended meanwhile.
  ///
  /// A damaged one does not stop the others.
  static func read(
    _ draft: DraftSummary, of store: DraftStore, _ context: VerbContext
  ) async throws -> Result<Line, DraftError>? {
    let owner = draft.key.owner
    do throws(DraftError) {
      return .success(
        context.arguments.flag("shape")
          ? Line(try await store.shape(of: draft.id, owner: owner))
          : Line(try await store.export(draft.id, of: owner)))
    } catch {
      switch error.code {
      case .notFound, .gone: return nil
      case .damaged: return .failure(error)
      default: throw error
      }
    }
  }
}

extension ExportVerb.Line {
  fileprivate init(_ draft: ExportedDraft) {
    text = draft.line
    if !draft.damaged.isEmpty {
      let places = draft.damaged.map(\.description).joined(separator: ", ")
      failure = DraftError(
        .damaged, "Damaged answers of the draft \(draft.id): \(places).", paths: draft.damaged)
    }
    if !draft.files.isEmpty {
      note =
        "drafts: without the bytes of \(Quantity.count(draft.files.count, "file")): \(draft.id)"
    }
  }

  /// Where answers are damaged is not said: names may be data.
  fileprivate init(_ shape: DraftShape) {
    text = shape.line
    if shape.damaged > 0 {
      failure = DraftError(
        .damaged,
        "\(Quantity.count(shape.damaged, "damaged answer")) of the draft \(shape.id).")
    }
  }
}
