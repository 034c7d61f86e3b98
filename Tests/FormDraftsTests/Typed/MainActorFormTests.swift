import FormDrafts
import FormDraftsTesting
import Observation
import Testing

/// A view model: a class of the main actor that is the form itself.
@MainActor @Observable
private final class ProfileModel: @MainActor DraftForm {
  struct Address {
    var city = ""
  }
  final class Pet {
    let id: Int
    var name = ""
    init(id: Int) { self.id = id }
  }

  var name = ""
  var age: Int?
  var address = Address()
  var pets: [Pet] = []
  var password = ""

  static let draftMapping = DraftMapping<ProfileModel>("profile") {
    DraftStep("you") {
      DraftField("name", \.name)
      DraftField("age", \.age)
      DraftField("password", \.password)
    }
    DraftScope("address", \.address) { DraftField("city", \.city) }
    DraftList("pets", \.pets, id: \.id, new: { Pet(id: $0) }) { DraftField("name", \.name) }
    DraftField("lower", \.name, type: .text) {
      .text($0.lowercased())
    } decode: { value in
      guard case .text(let text) = value else { throw DraftError(.invalidValue, "no text") }
      return text
    }
  }
}

/// A type whose `Codable` belongs to the main actor.
@MainActor
private struct Money: @MainActor Codable, Equatable {
  var cents: Int
}

@MainActor
private struct Purchase: @MainActor DraftForm {
  var price = Money(cents: 1)
  var note = ""
  static let draftMapping = DraftMapping<Self>("purchase") {
    DraftField("price", \.price)
    DraftField("note", \.note)
  }
}

/// A plain form that somebody else's main-actor code describes.
private struct Plain { var name = "" }

@MainActor @Suite("Forms of the main actor")
struct MainActorFormTests {
  @Test("An observable class is a form: saved, restored and filled where it lives")
  func observableClass() async throws {
    let store = try DraftStore.temporary()
    let profile = ProfileModel()
    profile.name = "Ana"
    profile.age = 7
    profile.address.city = "Ulm"
    profile.pets = [ProfileModel.Pet(id: 3)]
    profile.pets[0].name = "Rex"
    #expect(ProfileModel.draftMapping.isMainActorOnly)
    try await store.save(profile, owner: "ana")

    let (other, restoration, failures) = await store.restore(ProfileModel(), owner: "ana")
    #expect(failures.isEmpty)
    #expect(restoration.draft != nil)
    #expect(other.name == "ana")  // the field “lower” comes last
    #expect(other.age == 7)
    #expect(other.address.city == "Ulm")
    #expect(other.pets.map(\.id) == [3])
    #expect(other.pets.first?.name == "Rex")
    #expect(ProfileModel.draftMapping.path(of: \.address.city) == "/address/city")
    await store.close()
  }

  @Test("A value whose coding belongs to the main actor is a field like any other")
  func isolatedCoding() async throws {
    let store = try DraftStore.temporary()
    try await store.save(Purchase(price: Money(cents: 250), note: "n"), owner: .nobody)
    let (form, _, _) = await store.restore(Purchase(), owner: .nobody)
    #expect(form.price == Money(cents: 250))
    #expect(Purchase.draftMapping.isMainActorOnly)
    await store.close()
  }

  @Test("A plain struct stays free of the main actor, wherever its mapping is written")
  func plainStruct() async {
    let mapping = DraftMapping<Plain>("plain") { DraftField("name", \.name) }
    #expect(!mapping.isMainActorOnly)
    let values = await Task.detached { mapping.snapshot(of: Plain(name: "x")).values }.value
    #expect(values == ["name": "x"])
  }

  @Test("Marks of a view model are read on the main actor")
  func marks() {
    let mapping = ProfileModel.draftMapping.markingOnMainActor { form in
      form.name.isEmpty ? [:] : ["name": .dirty]
    }
    let profile = ProfileModel()
    #expect(mapping.snapshot(of: profile).dirty.isEmpty)
    profile.name = "x"
    #expect(mapping.snapshot(of: profile).dirty == ["name"])
  }
}
