import FormDrafts
import FormDraftsTesting
import Observation
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The examples of the article on forms in Swift")
struct TypedFormExampleTests {
  // example: signup
  struct Signup: DraftForm {
    var name = "", email = "", password = ""
    static let draftMapping = DraftMapping<Self>("signup") {
      DraftField("name", \.name).required()
      DraftField("email", \.email).formerly("mail")
      DraftField("password", \.password)  // a secret by its name
    }
  }
  // end

  // example: order
  struct Order: DraftForm {
    enum Delivery: String, Codable, CaseIterable { case post, courier }
    struct Address { var street = "", city = "" }
    struct Line {
      let id: UUID
      var article = "", count = 1
    }
    var address = Address()
    var delivery: Delivery?
    var lines: [Line] = []

    static let draftMapping = DraftMapping<Self>("order", version: "2") {
      DraftStep("where") {
        DraftScope("address", \.address) {
          DraftField("street", \.street)
          DraftField("city", \.city).formerly("town")
        }
        DraftField("delivery", \.delivery)  // its cases are the choices
      }
      DraftStep("what") {
        DraftList("lines", \.lines, id: \.id, new: { Line(id: $0) }) {
          DraftField("article", \.article)
          DraftField("count", \.count)
        }
      }
    }
    .upgrading(DraftUpgrade(from: .version("1"), to: .version("2"), .drop("voucher")))
  }
  // end

  // example: profile
  @MainActor @Observable
  final class Profile: @MainActor DraftForm {
    var name = ""
    static let draftMapping = DraftMapping<Profile>("profile") {
      DraftField("name", \.name)
    }
  }
  // end

  @Test("A form is saved and restored as the article says")
  func saving() async throws {
    let store = try DraftStore.temporary()
    // example: typed-save
    let receipt = try await store.save(Signup(name: "Ana", email: "a@example.org"), owner: "ana")
    let (form, answer, failures) = await store.restore(Signup(), owner: "ana")
    print(form.name, answer.draft?.summary.revision ?? 0, failures.isEmpty)  // Ana 1 true
    // end
    #expect(form.name == "Ana" && form.email == "a@example.org")
    #expect(answer.draft?.summary.id == receipt.draft)
    #expect(answer.draft?.summary.revision == 1)
    #expect(failures.isEmpty)
    await store.close()
  }

  @Test("Every mapping of the article passes its check") @MainActor
  func checks() throws {
    try Signup.draftMapping.check()
    try Order.draftMapping.check()
    try Profile.draftMapping.check()
    #expect(Profile.draftMapping.isMainActorOnly)
    #expect(Order.draftMapping.schema.steps.map(\.id) == ["where", "what"])
    #expect(Order.draftMapping.snapshot(of: Order()).values["lines"] == [])
  }
}
