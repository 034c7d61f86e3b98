import FormDrafts
import Testing

@Suite("The example of the README")
struct ReadmeExampleTests {
  // Compiled and run as it stands in README.md; DocumentedExamplesTests compares the two.
  @Test("in fifteen lines compiles, runs and says what it prints")
  @MainActor
  func session() async throws {
    // example: readme-session
    struct Signup: DraftForm {
      var name = "", email = "", password = ""
      static let draftMapping = DraftMapping<Self>("signup") {
        DraftField("name", \.name)
        DraftField("email", \.email).formerly("mail")
        DraftField("password", \.password)  // a secret by its name: never stored
      }
    }
    let store = try DraftStore.temporary()  // an app: DraftStore(app: "MyApp")
    let session = DraftSession(Signup(), in: store, owner: "ana")
    try await session.open()  // brings back what fits; until then nothing is written
    session.form.name = "Ana"  // saved by itself 500 ms later
    let answer = try await session.submit { "sent by \($0.form.name)" }  // a throw keeps the draft
    print(answer, "-", session.state.sentence)
    // end
    #expect("\(answer) - \(session.state.sentence)" == "sent by Ana - Sent.")
    #expect(try await store.list().isEmpty)
    await store.close()
  }

  @Test("compiles, runs and does what it says")
  func example() async throws {
    // example: readme
    let signup = DraftSchema(
      "signup", fields: [.init("name", .text), .init("email", .text), .init("password", .text)])
    let store = try DraftStore.temporary()  // an app: DraftStore(app: "MyApp")
    let key = DraftKey("signup", owner: "ana")

    // After each answer. Only what changed is written, and never the password.
    let answers = DraftSnapshot(values: ["name": "Ana", "password": "correct horse"])
    let receipt = try await store.save(answers, schema: signup, key: key)

    // At the next start. Does it fit the form as it is now?
    let found = await store.restore(key, schema: signup)
    if case .restored(let draft) = found {
      print(draft.snapshot.values["name"] == "Ana", "ask again for", draft.report.reentry)
    }
    // At sign-out. Afterwards no file of the store holds a byte of it.
    let purged = try await store.purge(DraftFilter(owner: "ana"))
    // end
    #expect(receipt.revision == 1)
    #expect(receipt.withheld == ["password"])
    let draft = try #require(found.draft)
    #expect(draft.snapshot == DraftSnapshot(values: ["name": "Ana"]))
    #expect(draft.report.reentry == ["password"])
    #expect(purged.drafts == 1)
    #expect(purged.erasure == .complete)
    #expect(try await store.list().isEmpty)
    await store.close()
  }
}
