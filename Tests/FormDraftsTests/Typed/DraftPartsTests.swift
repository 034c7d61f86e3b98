import Testing

@testable import FormDrafts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Parts of a form")
struct DraftPartsTests {
  private struct Secretive {
    let reads = ReadCounter()
    let writes = ReadCounter()
    var name = "n"
    var password: String {
      get {
        reads.count += 1
        return "p"
      }
      nonmutating set { writes.count += 1 }
    }
    var inner: Inner {
      get {
        reads.count += 1
        return Inner()
      }
      nonmutating set { writes.count += 1 }
    }
    struct Inner { var a = "a" }
  }

  @Test("A secret is in no snapshot and is never written, whatever makes it one")
  func secrets() {
    let mapping = DraftMapping<Secretive>("s") {
      DraftField("name", \.name)
      DraftField("password", \.password)
      DraftField("pin code", \.password).secret()
      DraftScope("token", \.inner) { DraftField("a", \.a) }
    }
    var form = Secretive()
    #expect(mapping.snapshot(of: form).values == ["name": "n"])
    let stored: DraftObject = [
      "name": "m", "password": "x", "pin code": "y", "token": ["a": "z"],
    ]
    #expect(mapping.populate(&form, from: DraftSnapshot(values: stored)).isEmpty)
    #expect(form.name == "m")
    #expect(form.writes.count == 0)
  }

  @Test("A field may say that its name makes no secret of it")
  func notSecret() {
    let mapping = DraftMapping<Secretive>("s") {
      DraftField("secretSanta", \.name).notSecret()
    }
    #expect(mapping.snapshot(of: Secretive()).values == ["secretSanta": "n"])
  }

  private struct Account: Codable, Equatable {
    var user = ""
    var password = ""
    var plan = "solo"
  }
  private struct Login { var account = Account(user: "u", password: "typed", plan: "team") }

  @Test("A member that a stored struct lacks is taken from the form")
  func completed() {
    let mapping = DraftMapping<Login>("l") { DraftField("account", \.account) }
    var form = Login()
    let failures = mapping.populate(
      &form, from: DraftSnapshot(values: ["account": ["user": "ana"]]))
    #expect(failures.isEmpty)
    #expect(form.account == Account(user: "ana", password: "typed", plan: "team"))
    #expect(
      mapping.populate(&form, from: DraftSnapshot(values: ["account": ["user": 1]])).keys.sorted()
        == ["account"])
    #expect(form.account.user == "ana")
  }

  private struct Picky { var number = 1 }

  @Test("A coding of one's own, and a value that it cannot encode")
  func ownCoding() {
    struct Odd: Error {}
    let mapping = DraftMapping<Picky>("p") {
      DraftField("number", \.number, type: .list(.text)) { number in
        guard number != 13 else { throw Odd() }
        return ["n\(number)".draftValue]
      } decode: { value in
        guard case .list(let items) = value, case .text(let text)? = items.first,
          let number = Int(text.dropFirst())
        else { throw Odd() }
        return number
      }
    }
    #expect(mapping.schema.fields == [.init("number", .text, isMany: true)])
    var form = Picky(number: 7)
    #expect(mapping.snapshot(of: form).values == ["number": ["n7"]])
    #expect(mapping.populate(&form, from: DraftSnapshot(values: ["number": ["n9"]])).isEmpty)
    #expect(form.number == 9)
    #expect(mapping.populate(&form, from: DraftSnapshot(values: ["number": 1])).count == 1)
    #expect(mapping.snapshot(of: Picky(number: 13)).values == ["number": .unencodable])
  }

  @Test("Types tell the schema what they are")
  func shapes() {
    enum Level: Int, Codable, CaseIterable { case low = 1, high }
    enum Bare: Codable, CaseIterable { case yes, no }
    struct Tag: RawRepresentable, Codable { var rawValue: String }
    let expected: [(any Any.Type, DraftSchema.ValueType, Bool, [DraftValue]?)] = [
      (String.self, .text, false, nil), (Bool?.self, .boolean, false, nil),
      (UInt8.self, .integer, false, nil), (Float.self, .decimal, false, nil),
      (Decimal.self, .decimal, false, nil), (Date.self, .dateTime, false, nil),
      (URL?.self, .text, false, nil), (UUID.self, .text, false, nil),
      (Data.self, .bytes, false, nil), ([UInt8].self, .bytes, false, nil),
      (DraftFile.self, .file, false, nil), ([DraftFile].self, .file, true, nil),
      ([Int].self, .integer, true, nil), (Set<String>.self, .text, true, nil),
      ([[Int]].self, .list(.integer), true, nil), ([Int?]?.self, .integer, true, nil),
      ([String: Int].self, .map(.integer), false, nil),
      ([String: [Int]].self, .map(.list(.integer)), false, nil),
      ([Double: Int].self, .any, false, nil), (Tag.self, .text, false, nil),
      (Level.self, .choice, false, [1, 2]), (Level?.self, .choice, false, [1, 2]),
      ([Bare].self, .choice, true, ["yes", "no"]), (Account.self, .any, false, nil),
    ]
    for (type, valueType, isMany, options) in expected {
      let shape = FieldShape(type)
      #expect(shape.type == valueType, "\(type)")
      #expect(shape.isMany == isMany, "\(type)")
      #expect(shape.options == options, "\(type)")
    }
  }

  @Test("Choices and types may be said of a field")
  func modifiers() {
    let mapping = DraftMapping<Secretive>("s") {
      DraftField("a", \.name).options("x", "y")
      DraftField("b", \.name).type(.date)
      if !mappingIsShort {
        DraftField("c", \.name)
      }
      for number in 1...2 {
        DraftField("d\(number)", \.name)
      }
    }
    #expect(
      mapping.schema.fields == [
        .init("a", .choice, options: .init([.init("x"), .init("y")])), .init("b", .date),
        .init("c", .text), .init("d1", .text), .init("d2", .text),
      ])
  }
  private let mappingIsShort = false

  private struct Outer {
    var trip = Trip()
    var free = DraftSnapshot()
  }

  @Test("A form inside another one brings its fields, steps and former names")
  func nestedForm() throws {
    let mapping = DraftMapping<Outer>("outer") {
      DraftScope("trip", \.trip).formerly("journey")
    }
    try mapping.check()
    let inner = Trip.draftMapping.schema
    #expect(mapping.schema.steps == inner.steps)
    #expect(mapping.schema.fields.count == inner.fields.count)
    let city = try #require(mapping.schema.fields.first { $0.path == "/trip/home/city" })
    #expect(
      city.formerly == ["/trip/home/town", "/journey/home/city", "/journey/home/town", "city"])
    #expect(city.step == "where")
    #expect(mapping.path(of: \.trip.home.city) == "/trip/home/city")
    var outer = Outer()
    outer.trip.title = "t"
    var other = Outer()
    #expect(mapping.populate(&other, from: mapping.snapshot(of: outer)).isEmpty)
    #expect(other.trip.title == "t")
    let failures = mapping.populate(
      &other, from: DraftSnapshot(values: ["trip": ["home": ["city": 1]]]))
    #expect(failures.keys.sorted() == ["/trip/home/city"])
  }

  @Test("Steps without fields and steps inside scopes are steps of the form")
  func steps() throws {
    let mapping = DraftMapping<Outer>("outer") {
      DraftStep("one") { DraftScope("home", \.trip.home) { DraftField("city", \.city) } }
      DraftStep("summary") {}
    }
    try mapping.check()
    #expect(mapping.schema.steps.map(\.id) == ["one", "summary"])
    #expect(mapping.schema.fields == [.init("/home/city", .text, step: "one")])
  }

  struct Person: DraftForm, Equatable {
    var id = 0
    var name = ""
    var password = ""
    static let draftMapping = DraftMapping<Self>("person") {
      DraftField("id", \.id)
      DraftField("name", \.name)
      DraftField("password", \.password)
    }
    .marking { $0.name.isEmpty ? [:] : ["name": .touched] }
  }
  struct Household: Equatable {
    var partner: Person?
    var second: Person?
    var children: [Person] = []
  }
  private var household: DraftMapping<Household> {
    DraftMapping("household") {
      DraftScope("partner", \.partner, new: { Person(id: 7) }) {
        DraftField("name", \.name)
        DraftField("password", \.password)
      }
      DraftScope("second", \.second, new: { Person() })
      DraftList("children", \.children, id: \.id, new: { Person(id: $0) })
    }
  }

  @Test("A struct that may be missing is null, comes back, and keeps what no draft has")
  func optionalScope() throws {
    let mapping = household
    try mapping.check()
    #expect(mapping.snapshot(of: Household()).values["partner"] == .null)
    let full = Household(
      partner: Person(id: 1, name: "Ben", password: "typed"), second: Person(id: 2, name: "Cem"))
    let values = mapping.snapshot(of: full).values
    #expect(values["partner"] == ["name": "Ben"])
    #expect(values["second"] == ["id": 2, "name": "Cem"])
    #expect(
      mapping.secretValues(of: full).map(\.path)
        == ["/partner/password", "/second/password"])
    #expect(mapping.secretValues(of: Household()).isEmpty)

    var form = Household()
    #expect(mapping.populate(&form, from: DraftSnapshot(values: values)).isEmpty)
    #expect(form.partner == Person(id: 7, name: "Ben"))
    form.partner?.password = "again"
    #expect(mapping.populate(&form, from: DraftSnapshot(values: values)).isEmpty)
    #expect(form.partner == Person(id: 7, name: "Ben", password: "again"))
    #expect(mapping.populate(&form, from: DraftSnapshot(values: ["partner": .null])).isEmpty)
    #expect(form.partner == nil)
    #expect(form.second?.name == "Cem", "what the draft does not say stays")
    let failures = mapping.populate(&form, from: DraftSnapshot(values: ["partner": 1]))
    #expect(failures.keys.sorted() == ["partner"])
  }

  @Test("A struct that may be missing keeps both states in a store, and from a form that had it")
  func storedOptionalScope() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    for form in [Household(), Household(partner: Person(id: 7, name: "Ben"))] {
      try await store.save(form, household, owner: "ana")
      let back = await store.restore(
        Household(second: Person(name: "begun")), household, owner: "ana")
      #expect(back.form == form)
      #expect(back.restoration.report?.mismatches.isEmpty == true)
    }
    struct Earlier { var partner = Person(id: 7, name: "Dan") }
    let earlier = DraftMapping<Earlier>("household") {
      DraftScope("partner", \.partner) { DraftField("name", \.name) }
    }
    try await store.save(Earlier(), earlier, owner: "ben")
    let now = await store.restore(Household(), household, owner: "ben")
    #expect(now.form.partner == Person(id: 7, name: "Dan"))
    await store.close()
  }

  @Test("Items that are forms bring their fields and marks, and the list their identity")
  func listOfForms() throws {
    let mapping = household
    let form = Household(children: [Person(id: 4), Person(id: 9, name: "Eva", password: "secret")])
    let snapshot = mapping.snapshot(of: form)
    #expect(snapshot.values["children"] == [["id": 4, "name": ""], ["id": 9, "name": "Eva"]])
    #expect(snapshot.touched == ["/children/1/name"])
    var back = Household(children: [Person(id: 9, password: "kept")])
    #expect(mapping.populate(&back, from: snapshot).isEmpty)
    #expect(back.children == [Person(id: 4), Person(id: 9, name: "Eva", password: "kept")])
  }
}
