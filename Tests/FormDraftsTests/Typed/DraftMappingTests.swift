import FormDrafts
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A form that lists its fields")
struct DraftMappingTests {
  private let mapping = Trip.draftMapping
  private let first = UUID()

  private var trip: Trip {
    var trip = Trip()
    trip.title = "Up north"
    trip.people = 3
    trip.begin = Date(timeIntervalSinceReferenceDate: 0.5)
    trip.by = .bicycle
    trip.home = .init(street: "Long Lane 1", city: "Ulm")
    trip.stops = [.init(id: first, place: "Kiel", doorCode: "4711")]
    trip.tags = ["sea", "air"]
    trip.passcode = "do not keep"
    return trip
  }

  @Test("Its schema has names, types, choices, steps and former names")
  func schema() throws {
    let travel = DraftSchema.Options(["train", "bus", "bicycle"].map { .init($0) })
    let expected = DraftSchema(
      "trip", version: "3",
      fields: [
        .init("title", .text, isRequired: true, formerly: ["name"], step: "what"),
        .init("people", .integer, step: "what"), .init("begin", .dateTime, step: "what"),
        .init("by", .choice, options: travel, step: "what"),
        .init("/home/street", .text, step: "where"),
        .init("/home/city", .text, formerly: ["/home/town", "city"], step: "where"),
        .init("stops", .object, isMany: true, identity: "id", step: "where"),
        .init("/stops/~*/id", .text, retention: .kept, step: "where"),
        .init("/stops/~*/place", .text, step: "where"),
        .init("/stops/~*/code", .text, retention: .secret, step: "where"),
        .init("tags", .text, isMany: true), .init("passcode", .text), .init("note", .text),
      ],
      steps: [
        .init("what", title: "What"), .init("where", isSkippable: true, formerly: ["places"]),
      ])
    #expect(mapping.schema == expected)
    try mapping.check()
    #expect(!mapping.isMainActorOnly)
  }

  @Test("Its snapshot has the values in the form's order, without secrets")
  func snapshot() {
    let expected: DraftObject = [
      "title": "Up north", "people": 3, "begin": "2001-01-01T00:00:00.500Z", "by": "bicycle",
      "home": ["street": "Long Lane 1", "city": "Ulm"],
      "stops": [["id": .text(first.uuidString), "place": "Kiel"]],
      "tags": ["air", "sea"], "note": "none",
    ]
    #expect(mapping.snapshot(of: trip) == DraftSnapshot(values: expected))
  }

  @Test("A form filled with its own snapshot is what it was, secrets aside")
  func roundTrip() {
    var other = Trip()
    #expect(mapping.populate(&other, from: mapping.snapshot(of: trip)).isEmpty)
    #expect(mapping.snapshot(of: other) == mapping.snapshot(of: trip))
    #expect(other.passcode.isEmpty)
    #expect(other.stops == [.init(id: first, place: "Kiel", doorCode: "")])
  }

  @Test("What is missing stays as the form has it; null is a value")
  func missing() {
    var form = trip
    let failures = mapping.populate(
      &form, from: DraftSnapshot(values: ["by": .null, "home": ["city": "Bonn"]]))
    #expect(failures.isEmpty)
    #expect(form.by == nil)
    #expect(form.begin != nil)
    #expect(form.home == .init(street: "Long Lane 1", city: "Bonn"))
    #expect(form.title == "Up north")
  }

  @Test("A value that is none of its type costs its own field and no other")
  func undecodable() {
    var form = trip
    let failures = mapping.populate(
      &form,
      from: DraftSnapshot(values: [
        "title": 5, "people": "many", "by": "spaceship", "note": "new",
        "home": ["street": "B", "city": true], "tags": .null,
        "stops": [["id": "no uuid"], ["id": .text(first.uuidString), "place": 1], 7],
      ]))
    let paths: [FieldPath] = [
      "title", "people", "by", "/home/city", "tags", "/stops/0", "/stops/1/place", "/stops/2",
    ]
    #expect(failures.keys.sorted() == paths.sorted())
    #expect(failures.values.allSatisfy { $0.code == .invalidValue && $0.cause == nil })
    #expect(failures["people"]?.message == "What is stored at /people cannot be read as Int.")
    #expect(failures["people"]?.paths == ["people"])
    #expect(form.title == "Up north" && form.people == 3 && form.by == .bicycle)
    #expect(form.home == .init(street: "B", city: "Ulm"))
    #expect(form.note == "new")
    #expect(form.stops == [.init(id: first, place: "Kiel", doorCode: "4711")])
  }

  @Test("Items are found again by identity, and come in the draft's order")
  func items() {
    let second = UUID()
    var form = trip
    form.stops.append(.init(id: UUID(), place: "gone"))
    let failures = mapping.populate(
      &form,
      from: DraftSnapshot(values: [
        "stops": [
          ["id": .text(second.uuidString), "place": "Husum"],
          ["id": .text(first.uuidString), "place": "Plön", "code": "from elsewhere"],
        ]
      ]))
    #expect(failures.isEmpty)
    #expect(
      form.stops == [
        .init(id: second, place: "Husum"), .init(id: first, place: "Plön", doorCode: "4711"),
      ])
  }

  @Test("A scope that is stored as something else is one failure")
  func notAnObject() {
    var form = trip
    let failures = mapping.populate(
      &form, from: DraftSnapshot(values: ["home": "Ulm", "stops": ["a": 1]]))
    #expect(failures.keys.sorted() == ["home", "stops"])
    #expect(form.home.city == "Ulm" && form.stops.count == 1)
  }

  @Test("Paths and key paths lead to each other, through scopes")
  func keyPaths() {
    #expect(mapping.path(of: \.title) == "title")
    #expect(mapping.path(of: \.home.city) == "/home/city")
    #expect(mapping.path(of: \.home) == "home")
    #expect(mapping.path(of: \.stops) == "stops")
    #expect(mapping.path(of: \.home.city.count) == nil)
    #expect(mapping.keyPath(of: "/home/city") == \Trip.home.city)
    #expect(mapping.keyPath(of: "nothing") == nil)
  }

  @Test("Version, upgrades, time to live and marks are added to a mapping")
  func options() {
    let changed = mapping.version("4").expiring(after: .seconds(60))
      .upgrading(DraftUpgrade(from: .version("3"), to: .version("4"), .drop("note")))
      .marking { $0.title.isEmpty ? [:] : ["title": [.touched, .dirty], "note": .touched] }
    #expect(changed.schema.version == "4")
    #expect(changed.expiresAfter == .seconds(60))
    #expect(changed.upgrades.count == 1)
    #expect(changed.snapshot(of: Trip()).touched.isEmpty)
    let snapshot = changed.snapshot(of: trip)
    #expect(snapshot.touched == ["title", "note"])
    #expect(snapshot.dirty == ["title"])
    #expect(mapping.expiresAfter == nil && mapping.upgrades.isEmpty)
  }

  @Test("A form that is a snapshot is taken whole")
  func dynamic() throws {
    let mapping = DraftMapping(DraftSchema("free", fields: [.init("a", .text)]))
    let snapshot = DraftSnapshot(values: ["a": "1", "other": 2], touched: ["a"], step: "s")
    #expect(mapping.snapshot(of: snapshot) == snapshot)
    var other = DraftSnapshot()
    #expect(mapping.populate(&other, from: snapshot).isEmpty)
    #expect(other == snapshot)
    try mapping.check()
    #expect(throws: DraftError.self) {
      try DraftMapping(DraftSchema("", fields: [])).check()
    }
  }
}
