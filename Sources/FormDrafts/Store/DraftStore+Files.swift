#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Dispatch

extension DraftStore {
  /// Copies a picked file into the store, for a draft of its owner.
  ///
  /// Put what comes back into the snapshot as ``DraftValue/file(_:)`` and save. The copy is synced
  /// before this returns, and a restore finds it as long as a draft speaks of it; it goes with the
  /// draft, with the save that takes it out of the last one, and with purges, overwritten. A copy that no
  /// save ever uses is collected by ``sweep()`` after a day, when the store that made it is gone.
  ///
  /// Save the values first: a file that cannot be copied must not cost them.
  ///
  /// - Parameters:
  ///   - path: the file; a regular one, of at most ``DraftLimits/fileBytes``.
  ///   - draft: the draft, whoever's it is.
  ///   - name: the name for display; the last part of the path unless said. What would make it a
  ///     path is cut away.
  ///   - contentType: the media type; not known unless said.
  /// - Returns: name, size, SHA-256 and the name of the copy.
  /// - Throws: ``DraftError/Code/invalidArgument`` for a directory, a pipe or a device;
  ///   ``DraftError/Code/tooLarge``; ``DraftError/Code/io`` or ``DraftError/Code/unavailable`` if it
  ///   cannot be read or copied, ``DraftError/Code/noSpace``; and as
  ///   ``beginSubmit(_:basedOn:)`` for the draft. Then no copy is left.
  public func importFile(
    atPath path: String, into draft: DraftID, name: String? = nil, contentType: String? = nil
  ) async throws(DraftError) -> DraftFile {
    let directory = try await withFile(of: draft) { file throws(DraftError) in
      try file.refuseIfReadOnly()
      return try file.directoryForFile(of: draft)
    }
    let copy = Identifiers.random().filter { $0 != "-" }
    // Not on the owner's queue: saves must not wait for a large file.
    let copied: Result<FileCopy, DraftError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(DraftError) {
          continuation.resume(
            returning: .success(try FileCopy(of: path, to: directory, as: copy)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    let made = try copied.get()
    try await withFile(of: draft) { file throws(DraftError) in file.hold(copy, made.held) }
    return DraftFile(
      id: copy, name: ManagedFile.displayName(name ?? path), byteCount: Int(made.size),
      contentType: contentType, sha256: made.sha256, path: nil, copy: copy)
  }

  /// Copies a picked file into the store; see ``importFile(atPath:into:name:contentType:)``.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - draft: the draft, whoever's it is.
  ///   - name: the name for display; the last part of the path unless said.
  ///   - contentType: the media type; not known unless said.
  /// - Returns: name, size, SHA-256 and the name of the copy.
  /// - Throws: as ``importFile(atPath:into:name:contentType:)``.
  public func importFile(
    at url: URL, into draft: DraftID, name: String? = nil, contentType: String? = nil
  ) async throws(DraftError) -> DraftFile {
    try await importFile(atPath: url.path, into: draft, name: name, contentType: contentType)
  }

  /// Where the store's copy of a file lies; nil if there is none, or it is not intact.
  ///
  /// The file is for reading: one that changed is not handed out any more. It is there as long as a
  /// draft speaks of it.
  ///
  /// - Parameter file: the file, as it was restored.
  /// - Throws: ``DraftError/Code/notOurs``, ``DraftError/Code/damaged``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/io`` for the store as a whole.
  public func path(of file: DraftFile) async throws(DraftError) -> String? {
    guard let copy = file.copy, DraftFile.isCopy(copy), let place = try place(creating: false)
    else { return nil }
    let paths = try place.tags().map {
      OwnerDirectory(path: place.directory($0)).files + "/" + copy
    }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: paths.first { ManagedFile.fault(of: file, at: $0) == nil })
      }
    }
  }

  /// Where the store's copy of a file lies; nil if there is none, or it is not intact.
  ///
  /// - Parameter file: the file, as it was restored.
  /// - Throws: as ``path(of:)``.
  public func url(of file: DraftFile) async throws(DraftError) -> URL? {
    try await path(of: file).map { URL(filePath: $0) }
  }
}
