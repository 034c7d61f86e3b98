import FormDraftsTesting
import Testing

@testable import FormDrafts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files in a form that a session holds.
@Suite("Attached files")
@MainActor
struct SessionFileTests {
  private struct Report: DraftForm, Equatable {
    var text = ""
    var photo: DraftFile?
    static let draftMapping = DraftMapping<Report>("report") {
      DraftField("text", \.text)
      DraftField("photo", \.photo)
    }
  }

  private let folder: StoreFolder
  private let store: DraftStore
  private let clock = ManualClock()

  init() throws {
    folder = try StoreFolder()
    store = folder.store()
  }

  private func opened(whenUnchanged: DraftSessionOptions.WhenUnchanged = .keep) async throws
    -> DraftSession<Report>
  {
    var options = DraftSessionOptions(clock: clock)
    options.whenUnchanged = whenUnchanged
    let session = DraftSession(Report(), in: store, owner: "ana", options: options)
    try await session.open()
    return session
  }

  private func picture(_ bytes: [UInt8] = [0xFF, 0xD8, 0x00, 0x01]) throws -> URL {
    let path = folder.root + "/picture.jpg"
    try folder.write(bytes, to: path)
    return URL(filePath: path)
  }

  // Field report 15.
  @Test("A draft that holds nothing but a file is one, and comes back with it")
  func onlyFile() async throws {
    let session = try await opened(whenUnchanged: .discard)
    let file = try await session.attach(try picture(), to: \.photo)
    #expect(file.byteCount == 4)
    await session.close()
    #expect(try await store.list().count == 1)

    let again = try await opened(whenUnchanged: .discard)
    #expect(again.form == Report(photo: file))
    #expect(again.report?.fields.contains { $0.outcome == .fileMissing } == false)
    #expect(try await store.path(of: file) != nil)  // only an intact copy has a path
    await again.close()
  }

  @Test("A file that no save can take leaves the form as it was")
  func refused() async throws {
    var environment = DraftEnvironment()
    environment.limits.bytesPerOwner = 120
    let store = folder.store(environment)
    let session = DraftSession(
      Report(), in: store, owner: "ana", options: DraftSessionOptions(clock: clock))
    try await session.open()
    session.form.text = "text"
    try await session.flush()
    let url = try picture()
    let error = await failure { try await session.attach(url, to: \.photo) }
    #expect(error?.code == .tooLarge)
    #expect(session.form == Report(text: "text"))
    session.form.text = "text 2"
    try await session.flush()
    await session.close()
    await store.close()
  }

  @Test("A file can be taken while a submit is in doubt, whether or not something was edited since")
  func inDoubt() async throws {
    let session = try await opened()
    session.form.text = "as sent"
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { _ in throw SubmitInDoubt() }
    }
    let file = try await session.attach(try picture(), to: \.photo)
    try await session.settle(accepted: false)
    await session.close()
    let again = try await opened()
    #expect(again.form == Report(text: "as sent", photo: file))
    #expect(try await store.path(of: file) != nil)
    #expect(try await store.list().count == 1)
    await again.close()
  }

  // Field report 95.
  @Test("A file that cannot be copied costs neither the text nor the draft")
  func unreadable() async throws {
    let session = try await opened()
    session.form.text = "What I saw"
    await #expect(throws: DraftError.self) {
      try await session.attach(URL(filePath: folder.root + "/nothing"), to: \.photo)
    }
    #expect(session.form == Report(text: "What I saw"))
    let stored = await store.restore(Report(), owner: "ana").form
    #expect(stored == Report(text: "What I saw"))
    await session.close()
  }

  @Test("Nothing is taken before the restore question is answered")
  func asked() async throws {
    let first = try await opened()
    first.form.text = "old"
    await first.close()
    let session = DraftSession(
      Report(), in: store, owner: "ana",
      options: DraftSessionOptions(asks: .always, clock: clock))
    try await session.open()
    let url = try picture()
    let error = await failure { try await session.attach(url, to: \.photo) }
    #expect(error?.code == .unavailable)
    #expect(session.form.photo == nil)
    #expect(try await store.list().count == 1)
    await session.close()
  }
}
