#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DraftSession {
  /// Copies a picked file into the store, puts it into the form, and saves.
  ///
  /// The text comes first: what the form holds is saved before the file is read, so that a file that
  /// cannot be copied costs no answer. When this returns the draft has the file, and its copy is
  /// there as long as a draft speaks of it; ``DraftStore/path(of:)`` has its place.
  ///
  /// - Parameters:
  ///   - url: the file; a regular one, of at most ``DraftLimits/fileBytes``.
  ///   - field: where the form keeps it.
  ///   - name: the name for display; the last part of its path unless said.
  ///   - contentType: the media type; not known unless said.
  /// - Returns: name, size, SHA-256 and the name of the copy.
  /// - Throws: ``DraftError/Code/unavailable`` while nothing can be written, and what ``flush()``
  ///   and ``DraftStore/importFile(at:into:name:contentType:)`` throw. Then the form is as it was.
  @discardableResult
  public func attach(
    _ url: URL, to field: WritableKeyPath<Form, DraftFile?>, name: String? = nil,
    contentType: String? = nil
  ) async throws(DraftError) -> DraftFile {
    if let opening, opened == nil { _ = await opening.value }
    let draft = try await draftForFile()
    let file = try await store.importFile(
      at: url, into: draft, name: name, contentType: contentType)
    let before = form[keyPath: field]
    form[keyPath: field] = file
    do throws(DraftError) {
      try await flush()
    } catch {
      // Somebody may have picked another one meanwhile.
      if form[keyPath: field] == file { form[keyPath: field] = before }
      throw error
    }
    return file
  }

  /// The draft as it is saved; made if there is none yet.
  private func draftForFile() async throws(DraftError) -> DraftID {
    await gate.enter()
    defer { gate.leave() }
    try refuseIfEnded()
    guard mayWrite else {
      throw DraftError(
        .unavailable, "No file can be taken at the moment.",
        hint: "Open the session, and answer its question first.")
    }
    try await saveNow(isForced: true)
    guard let draft = (fork ?? line).draft else {
      throw DraftError(.internalError, "No draft was made for the file.")
    }
    return draft
  }
}
