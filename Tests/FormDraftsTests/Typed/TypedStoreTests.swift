import FormDrafts
import FormDraftsTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Typed forms in a store")
struct TypedStoreTests {
  /// A form as it was, and as it is: the two are never in the same program.
  private struct OldTrip: DraftForm {
    struct Stop {
      var id = 0
      var place = ""
    }
    var name = "Up north"
    var city = "Ulm"
    var halts = [Stop(id: 7, place: "Kiel"), Stop(id: 8, place: "Husum")]
    static let draftMapping = DraftMapping<OldTrip>("trip", version: "1") {
      DraftField("name", \.name)
      DraftField("city", \.city)
      DraftList("halts", \.halts, id: \.id, new: { Stop(id: $0) }) {
        DraftField("place", \.place)
      }
    }
  }

  private struct NewTrip: DraftForm {
    var title = ""
    var home = Trip.Address()
    var stops: [OldTrip.Stop] = []
    var nights: Int?
    static let draftMapping = DraftMapping<NewTrip>("trip", version: "2") {
      DraftField("title", \.title).formerly("name")
      DraftScope("home", \.home) {
        DraftField("town", \.city).formerly(inForm: "city")
      }
      DraftList("stops", \.stops, id: \.id, new: { OldTrip.Stop(id: $0) }) {
        DraftField("place", \.place)
      }.formerly("halts")
      DraftField("nights", \.nights)
    }
  }

  @Test("A form that is saved and restored is the same, and no secret is in the store")
  func roundTrip() async throws {
    let store = try DraftStore.temporary()
    let canary = Canary()
    var trip = Trip()
    trip.title = "Up north"
    trip.begin = Date(timeIntervalSinceReferenceDate: 817_699_570.123_456)
    trip.by = nil
    trip.stops = [.init(id: UUID(), place: "Kiel", doorCode: canary.text)]
    trip.tags = ["sea"]
    trip.passcode = canary.text
    let receipt = try await store.save(trip, owner: "ana", record: "trip/7")
    #expect(Set(receipt.withheld) == ["passcode", "/stops/0/code"])
    #expect(receipt.undeclared.isEmpty)
    #expect(receipt.unsaved.isEmpty)
    #expect(try canary.occurrences(in: store.path).isEmpty)

    let other = await store.restore(Trip(), owner: "ana", record: "trip/7")
    #expect(other.failures.isEmpty)
    let mapping = Trip.draftMapping
    #expect(mapping.snapshot(of: other.form) == mapping.snapshot(of: trip))
    guard case .restored(let draft) = other.restoration else {
      Issue.record("the draft fits")
      return
    }
    #expect(draft.report.reentry.contains("passcode"))
    #expect(
      try await store.save(trip, owner: "ana", record: "trip/7", draft: receipt.draft).written == 0)
    if case .none = await store.restore(Trip(), owner: "ana").restoration {
    } else {
      Issue.record("the draft is another record's")
    }
    await store.close()
  }

  @Test("What stood under former names moves: a field, one from outside a scope, a list")
  func formerNames() async throws {
    let store = try DraftStore.temporary()
    try await store.save(OldTrip(), owner: .nobody)
    let (form, restoration, failures) = await store.restore(NewTrip(), owner: .nobody)
    #expect(failures.isEmpty)
    #expect(restoration.report?.mismatches.isEmpty == true)
    #expect(form.title == "Up north")
    #expect(form.home.city == "Ulm")
    #expect(form.stops.map(\.id) == [7, 8])
    #expect(form.stops.map(\.place) == ["Kiel", "Husum"])
    await store.close()
  }

  @Test("A mismatch leaves the form as it is; what fits can be put in afterwards")
  func mismatch() async throws {
    let store = try DraftStore.temporary()
    try await store.save(
      DraftSnapshot(values: ["title": "t", "people": true, "note": "kept"]),
      schema: DraftSchema(
        "trip",
        fields: [.init("title", .text), .init("people", .boolean), .init("note", .text)]),
      key: DraftKey("trip", owner: .nobody))
    let (form, restoration, _) = await store.restore(Trip(), owner: .nobody)
    #expect(form.title.isEmpty && form.note == "none")
    guard case .mismatch(let mismatch) = restoration, let salvage = mismatch.salvage else {
      Issue.record("a number does not take the place of true")
      return
    }
    var filled = form
    #expect(Trip.draftMapping.populate(&filled, from: salvage).isEmpty)
    #expect(filled.title == "t" && filled.note == "kept" && filled.people == 1)
    await store.close()
  }

  private struct Fragile: DraftForm {
    struct Part: Codable {
      var number = 1
      init(_ number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
      }
      func encode(to encoder: any Encoder) throws {
        struct Unlucky: Error {}
        guard number != 13 else { throw Unlucky() }
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    var part = Part(1)
    var name = "a"
    static let draftMapping = DraftMapping<Fragile>("fragile") {
      DraftField("part", \.part)
      DraftField("name", \.name)
    }
  }

  @Test("A value that cannot be encoded keeps what was stored, and is reported")
  func unencodable() async throws {
    let store = try DraftStore.temporary()
    let first = try await store.save(Fragile(), owner: .nobody)
    let unlucky = Fragile(part: .init(13), name: "b")
    let receipt = try await store.save(
      unlucky, owner: .nobody, draft: first.draft, basedOn: first.revision)
    #expect(receipt.unsaved.map(\.path) == ["part"])
    #expect(receipt.unsaved.first?.reason == "The value of a field could not be encoded.")
    let (form, _, failures) = await store.restore(Fragile(part: .init(5)), owner: .nobody)
    #expect(failures.isEmpty)
    #expect(form.part.number == 1)
    #expect(form.name == "b")
    await store.close()
  }

  private struct Twice: DraftForm {
    var a = ""
    static let draftMapping = DraftMapping<Twice>("twice") {
      DraftField("a", \.a)
      DraftField("a", \.a)
    }
  }

  @Test("A mistake in the list is an error at the first save, and no draft at a restore")
  func mistake() async throws {
    let store = try DraftStore.temporary()
    await #expect(throws: DraftError.self) { try await store.save(Twice(), owner: .nobody) }
    let (_, restoration, _) = await store.restore(Twice(), owner: .nobody)
    guard case .unreadable(nil, let error) = restoration else {
      Issue.record("a mistake is not an absent draft")
      return
    }
    #expect(error.code == .invalidSchema)
    await store.close()
  }

  @Test("The mapping's time to live is the draft's")
  func expiry() async throws {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let store = try DraftStore.temporary(environment: .init(now: { now }))
    let mapping = NewTrip.draftMapping.expiring(after: .seconds(60))
    let receipt = try await store.save(NewTrip(), mapping, owner: .nobody)
    #expect(try await store.summary(of: receipt.draft)?.expiresAt == now + 60)
    await store.close()
  }

  @Test("The mapping's upgrades are used at a restore")
  func upgrades() async throws {
    let store = try DraftStore.temporary()
    try await store.save(OldTrip(), owner: .nobody)
    let mapping = NewTrip.draftMapping.upgrading(
      DraftUpgrade(from: .version("1"), to: .version("2"), .drop("city")))
    let (form, _, _) = await store.restore(NewTrip(), mapping, owner: .nobody)
    #expect(form.title == "Up north")
    #expect(form.home.city.isEmpty)
    await store.close()
  }
}
