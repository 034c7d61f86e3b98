import FormDrafts
import Testing

@Suite("What differs between two schemas")
struct SchemaDiffTests {
  private static let form = DraftSchema(
    "signup", version: "1",
    fields: [
      .init("name", .text, isRequired: true, label: "Name", step: "you"),
      .init("plan", .choice, options: .init(["solo", "team"].map { .init($0) }), step: "you"),
      .init("password", .text, step: "you"), .init("phones", .object, isMany: true, step: "more"),
      .init("/phones/~*/number", .text, step: "more"),
    ], steps: [.init("you"), .init("more", isSkippable: true)])

  @Test("Nothing differs between a schema and itself, nor in what no answer depends on")
  func same() {
    #expect(SchemaDiff(from: Self.form, to: Self.form).isEmpty)
    var other = Self.form
    other.title = "Join us"
    other.fields[0].label = "Your name"
    other.fields[0].defaultValue = "nobody"
    other.fields[1].options = .init([.init("team", label: "Team"), .init("solo")])
    other.fields.swapAt(0, 1)
    let diff = SchemaDiff(from: Self.form, to: other)
    #expect(diff.isEmpty)
    #expect(diff.suggestions.isEmpty)
  }

  @Test("Form, then fields as they stand now, then those that are gone, then steps")
  func order() {
    let new = DraftSchema(
      "join", version: "2",
      fields: [
        .init("email", .text, step: "you"), .init("plan", .text, step: "you"),
        .init("name", .text, step: "extra"),
      ], steps: [.init("extra"), .init("you", isSkippable: true)])
    #expect(
      lines(Self.form, new) == [
        "formChanged signup→join none!", "versionChanged 1→2 none",
        "fieldAdded /email -→text added",
        "retyped /plan choice→text converted",
        "noLongerRequired /name required→optional kept", "movedToStep /name you→extra kept",
        "fieldRemoved /password text→- none", "fieldRemoved /phones list of object→- orphaned!",
        "fieldRemoved /phones/~*/number text→- orphaned!",
        "stepAdded extra none", "stepNowSkippable you none", "stepRemoved more none!",
      ])
  }

  @Test("A version that came or went is a change for people, which decides nothing")
  func version() {
    var new = Self.form
    new.version = nil
    #expect(lines(Self.form, new) == ["versionChanged 1→- none"])
    #expect(lines(new, Self.form) == ["versionChanged -→1 none"])
  }

  @Test("Names are compared by bytes: é in one scalar and in two are two fields, steps, forms")
  func bytes() {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    #expect(
      lines(
        DraftSchema(one, fields: [.init([one], .text)], steps: [.init(one)]),
        DraftSchema(two, fields: [.init([two], .text)], steps: [.init(two)])
      ).map { String($0.prefix { $0 != " " }) }
        == ["formChanged", "fieldAdded", "fieldRemoved", "stepAdded", "stepRemoved"])
  }

  @Test(
    "A change of type does what the conversion of one value does",
    arguments: [
      (.integer, .decimal, "converted"), (.decimal, .integer, "orphaned!"),
      (.text, .integer, "orphaned!"), (.date, .text, "converted"), (.text, .date, "orphaned!"),
      (.boolean, .any, "converted"),
      (.any, .boolean, "convertedSometimes(values that are boolean)!"),
      (.map(.text), .object, "converted"), (.object, .text, "orphaned!"),
    ] as [(DraftSchema.ValueType, DraftSchema.ValueType, String)])
  func types(old: DraftSchema.ValueType, new: DraftSchema.ValueType, effect: String) {
    #expect(
      lines([.init("a", old)], [.init("a", new)]) == ["retyped /a \(old)→\(new) \(effect)"])
  }

  @Test("One and many, and a type beside it: two changes with the effect of both together")
  func cardinality() {
    let some = "convertedSometimes(lists of exactly one)!"
    #expect(
      lines([.init("a", .text)], [.init("a", .text, isMany: true)])
        == ["becameMany /a one→many converted"])
    #expect(
      lines([.init("a", .list(.text))], [.init("a", .text)]) == ["becameOne /a many→one \(some)"])
    #expect(
      lines([.init("a", .integer)], [.init("a", .decimal, isMany: true)])
        == ["retyped /a integer→decimal converted", "becameMany /a one→many converted"])
    #expect(
      lines([.init("a", .date, isMany: true)], [.init("a", .integer)])
        == ["retyped /a date→integer orphaned!", "becameOne /a many→one orphaned!"])
    #expect(lines([.init("a", .list(.text))], [.init("a", .text, isMany: true)]) == [])
  }

  @Test("Required never decides whether an answer is kept")
  func required() {
    #expect(
      lines([.init("a", .text)], [.init("a", .text, isRequired: true)])
        == ["newlyRequired /a optional→required kept"])
  }

  @Test("The identity of list items")
  func identity() {
    #expect(
      lines(
        [.init("a", .object, isMany: true)], [.init("a", .object, isMany: true, identity: "/id")])
        == ["identityChanged /a -→/id kept"])
  }

  @Test("A field without a step, and one whose step has another id and is the same")
  func steps() {
    let old = DraftSchema(
      "f", fields: [.init("a", .text), .init("b", .text, step: "one")],
      steps: [.init("one")])
    let new = DraftSchema(
      "f", fields: [.init("a", .text, step: "first"), .init("b", .text, step: "first")],
      steps: [.init("first", formerly: ["one"])])
    #expect(
      lines(old, new) == ["movedToStep /a -→first kept", "stepRenamed first one→first none"])
  }

  @Test("The sentences are safe to print and say what happens")
  func sentences() throws {
    let change = try #require(
      SchemaDiff(
        from: DraftSchema("f", fields: [.init("a\u{202E}", .text)]),
        to: DraftSchema("f", fields: [.init("a\u{202E}", .integer)])
      ).changes.first)
    #expect(
      change.description == """
        The type of /a\\u{202e} was text and is integer. Answers are orphaned: kept with the draft, \
        and back when the field is.
        """)
    #expect("\(change.kind), \(change.effect)" == "retyped, orphaned")
    #expect("\(SchemaDiff.Kind.stepNoLongerSkippable)" == "step no longer skippable")
    #expect("\(SchemaDiff.Effect.convertedSometimes("some"))" == "converted: some")
  }
}

@Suite("What differs in choices")
struct SchemaDiffOptionsTests {
  private func choice(
    _ values: [DraftValue]?, at path: FieldPath = "a", isClosed: Bool = true,
    type: DraftSchema.ValueType = .choice, isMany: Bool = false,
    retention: DraftSchema.Retention = .automatic
  ) -> DraftSchema.Field {
    .init(
      path, type, isMany: isMany, retention: retention,
      options: values.map { .init($0.map { .init($0) }, isClosed: isClosed) })
  }

  @Test("A choice that is gone is flagged where it was the answer; a new one changes none")
  func closed() {
    #expect(
      lines([choice(["x", 1, "1"])], [choice(["y", "1"])])
        == [#"optionRemoved /a "x", 1→- flagged"#, #"optionAdded /a -→"y" kept"#])
  }

  @Test("Choices of a list: the list is kept whole")
  func many() {
    #expect(
      lines([choice(["x", "y"], isMany: true)], [choice(["x"], isMany: true)])
        == [#"optionRemoved /a "y"→- flagged"#])
  }

  @Test("Choices that were open, or known to nobody, and are closed; and the other way round")
  func openAndClosed() {
    for open in [choice(nil), choice(["x"], isClosed: false)] {
      #expect(lines([open], [choice(["x", "y"])]) == [#"optionsClosed /a -→"x", "y" flagged"#])
      #expect(lines([choice(["x", "y"])], [open]) == [#"optionsOpened /a "x", "y"→- kept"#])
    }
    #expect(lines([choice(nil)], [choice(["x"], isClosed: false)]) == [])
  }

  @Test("With a change of type: choices are a part of the type, or do what the conversion does")
  func retyped() {
    let some = "convertedSometimes(texts that are one of the choices)!"
    #expect(
      lines([.init("a", .text)], [choice(["x"])]) == ["retyped /a text→choice \(some)"])
    #expect(
      lines([choice(["x"], isClosed: false, type: .text)], [choice(["x"])])
        == ["retyped /a text→choice \(some)", #"optionsClosed /a -→"x" \#(some)"#])
    #expect(
      lines([.init("a", .boolean)], [choice(["on"])]) == ["retyped /a boolean→choice orphaned!"])
    #expect(
      lines([choice(["x", 1])], [.init("a", .text)])
        == ["retyped /a choice→text convertedSometimes(choices that are text)!"])
    #expect(
      lines([choice(["x"])], [.init("a", .text, isMany: true)])
        == ["retyped /a choice→text converted", "becameMany /a one→many converted"])
  }

  @Test("Choices and defaults of a secret are not named, nor compared")
  func secrets() throws {
    let canary = "Kestrel-Zq9"
    func form(_ values: [DraftValue], _ retention: DraftSchema.Retention) -> DraftSchema {
      var field = choice(values, at: "kind", retention: retention)
      field.defaultValue = .text(canary)
      return DraftSchema("f", fields: [field, choice(values, at: "password")])
    }
    let pairs: [(DraftSchema.Retention, DraftSchema.Retention, [String])] = [
      (.secret, .secret, []), (.kept, .secret, ["becameSecret /kind kept→secret withheld"]),
      (.secret, .kept, ["noLongerSecret /kind secret→kept none"]),
    ]
    for (old, new, expected) in pairs {
      let diff = SchemaDiff(
        from: form([.text(canary), "x"], old), to: form(["x", .text(canary + "2")], new))
      #expect(diff.changes.map(\.line) == expected)
      #expect(!"\(diff.changes)\(diff.suggestions)".contains(canary))
      #expect(!String(reflecting: diff).contains(canary))
    }
  }
}

@Suite("What differs in what is stored")
struct SchemaDiffRetentionTests {
  @Test(
    "Kept, secret and transient",
    arguments: [
      (.kept, .secret, "becameSecret /a kept→secret withheld"),
      (.kept, .transient, "becameTransient /a kept→transient withheld"),
      (.secret, .kept, "noLongerSecret /a secret→kept none"),
      (.transient, .kept, "noLongerSecret /a transient→kept none"),
      (.secret, .transient, "becameTransient /a secret→transient none"),
      (.transient, .secret, "becameSecret /a transient→secret none"),
    ] as [(DraftSchema.Retention, DraftSchema.Retention, String)])
  func retention(old: DraftSchema.Retention, new: DraftSchema.Retention, line: String) {
    #expect(
      lines([.init("a", .text, retention: old)], [.init("a", .text, retention: new)]) == [line])
  }

  @Test("What was never stored is not lost, and what may not be handed out is not converted")
  func neverStored() {
    #expect(
      lines([.init("password", .text)], [.init("password", .integer, isRequired: true)]) == [
        "retyped /password text→integer none", "newlyRequired /password optional→required none",
      ])
    #expect(lines([.init("otp", .text)], []) == ["fieldRemoved /otp text→- none"])
    #expect(
      lines([], [.init("otp", .text), .init("nonce", .text, retention: .transient)])
        == ["fieldAdded /otp -→text none", "fieldAdded /nonce -→text none"])
    #expect(
      lines([.init("a", .text)], [.init("a", .integer, retention: .secret)])
        == ["retyped /a text→integer withheld", "becameSecret /a kept→secret withheld"])
  }

  @Test("An answer that was kept for its form's word is withheld where only its name is left")
  func nameOnly() {
    #expect(
      lines([.init("passcode", .text, retention: .kept)], [])
        == ["fieldRemoved /passcode text→- withheld"])
  }

  @Test("Inside a secret, and by the app's own list, declared or not")
  func effective() {
    let fields: [DraftSchema.Field] = [
      .init("card", .object), .init("/card/owner", .text), .init("meta", .any),
    ]
    let new = DraftSchema(
      "form", fields: fields, overrides: .init(secret: ["/card", "/meta/iban", "/odd"]))
    #expect(
      lines(DraftSchema("form", fields: fields), new) == [
        "becameSecret /card kept→secret withheld", "becameSecret /card/owner kept→secret withheld",
        "becameSecret /meta/iban kept→secret withheld", "becameSecret /odd kept→secret withheld",
      ])
    #expect(
      lines(
        DraftSchema("form", fields: [], overrides: .init(notSecret: ["/pin"])),
        DraftSchema("form", fields: [])) == ["becameSecret /pin kept→secret withheld"])
  }
}
