extension DraftStore {
  /// What would become of the drafts under a form.
  ///
  /// One draft is read at a time, each by itself, and nothing is written. What cannot be read
  /// counts as such: a draft that is damaged as a whole, whatever the filter says of its form, and
  /// an owner's database that is damaged or foreign, as one.
  ///
  /// - Parameters:
  ///   - form: the form as it is to be.
  ///   - filter: which drafts.
  ///   - options: floor, newer forms, upgrades.
  ///   - progress: is told how many drafts were looked at.
  ///   - unreadable: is told of each that cannot be read, and why.
  /// - Throws: ``DraftError/Code/invalidSchema``; what may pass (``DraftError/Code/busy``,
  ///   ``DraftError/Code/io``, ``DraftError/Code/unavailable``), because it says nothing about
  ///   drafts; and as ``list(_:verifying:)``.
  package func compatibility(
    with form: DraftSchema, _ filter: DraftFilter, options: RestoreOptions = .init(),
    progress: (Int) -> Void = { _ in }, unreadable: (DraftError) -> Void = { _ in }
  ) async throws(DraftError) -> Compatibility {
    var result = Compatibility(reader: try stored(form), options: options)
    var looked = 0
    for queue in try queues(filter) {
      do throws(DraftError) {
        let drafts = try await queue.run { file throws(DraftError) in try file.chosen(filter) }
        for draft in drafts {
          looked += 1
          progress(looked)
          do throws(DraftError) {
            let id = try draft.get()
            let (reader, options) = (result.reader, result.options)
            let found = try await queue.run { file throws(DraftError) in
              try file.resolve(id, reader: reader, options)
            }
            // It may have ended meanwhile.
            if let found { _ = result.add(found.report, savedUnder: found.writer) }
          } catch {
            guard error.code == .damaged else { throw error }
            result.addUnreadable()
            unreadable(error)
          }
        }
      } catch {
        guard [.damaged, .notOurs, .newerStore].contains(error.code) else { throw error }
        result.addUnreadable()
        unreadable(error)
      }
    }
    return result
  }
}

extension OwnerFile {
  /// The drafts a filter chooses, and what keeps others from being looked at.
  fileprivate func chosen(
    _ filter: DraftFilter
  ) throws(DraftError) -> [Result<DraftID, DraftError>] {
    let time = now
    return try find(.all, verifying: false).compactMap { found in
      if let error = found.error { return .failure(error) }
      guard let head = found.head, filter.includes(head, now: time) else { return nil }
      return .success(head.uuid)
    }
  }

  /// What becomes of a draft; nil if there is none.
  fileprivate func resolve(
    _ id: DraftID, reader: StoredSchema, _ options: RestoreOptions
  ) throws(DraftError) -> (report: RestoreReport, writer: StoredSchema)? {
    try content(of: id).map { content in
      let input = content.resolverInput(reader: reader)
      return (Resolver.resolve(input, options: options).report, content.writer)
    }
  }
}
