import FormDrafts
import FormDraftsTesting
import Testing

/// A typed form keeps its secrets out of snapshots; a save still knows them, and stores nothing that
/// repeats one.
@Suite("A secret that stands in another field too")
struct RepeatedSecretTests {
  private struct Login: DraftForm {
    struct Device {
      var id = 1
      var name = "", code = ""
    }
    var name = "", password = "", again = ""
    var devices: [Device] = []
    static let draftMapping = DraftMapping<Login>("login") {
      DraftField("name", \.name)
      DraftField("password", \.password)
      DraftField("again", \.again)
      DraftList("devices", \.devices, id: \.id, new: { Device(id: $0) }) {
        DraftField("name", \.name)
        DraftField("code", \.code).secret()
      }
    }
  }

  private static let secret = "correct horse"

  @Test("is withheld there by a typed save", arguments: [true, false])
  func typedSave(inItem: Bool) async throws {
    let store = try DraftStore.temporary()
    var form = Login(name: "Ana", again: Self.secret)
    if inItem {
      form.devices = [.init(id: 1, name: "phone", code: Self.secret)]
    } else {
      form.password = Self.secret
    }
    let receipt = try await store.save(form, owner: "ana")
    #expect(receipt.withheld.contains("again"))
    #expect(receipt.withheld.contains(inItem ? "/devices/0/code" : "password"))
    let back = await store.restore(Login(), owner: "ana").form
    #expect(back.name == "Ana")
    #expect(back.again == "")
    await store.close()
  }

  @Test("is taken out of the store when a session hears of it later")
  @MainActor
  func session() async throws {
    let store = try DraftStore.temporary()
    let session = DraftSession(Login(), in: store, owner: "ana")
    try await session.open()
    session.form.name = "Ana"
    session.form.again = Self.secret
    try await session.flush()
    #expect(await store.restore(Login(), owner: "ana").form.again == Self.secret)
    session.form.password = Self.secret
    let receipt = try await session.flush()
    #expect(receipt?.withheld.contains("again") == true)
    #expect(await store.restore(Login(), owner: "ana").form.again == "")
    #expect(session.form.again == Self.secret)
    let draft = try #require(session.draft)
    let line = try await store.export(draft).line
    #expect(!line.contains(Self.secret))
    await session.close()
    await store.close()
  }
}
