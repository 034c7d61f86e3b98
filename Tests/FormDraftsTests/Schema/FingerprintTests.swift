import FormDrafts
import Testing

/// The expected digests were computed apart from this library, over the text in the comment:
/// `python3 -c 'import hashlib; print(hashlib.sha256(TEXT.encode()).hexdigest())'`.
@Suite struct FingerprintTests {
  @Test func `An empty form`() {
    // {"fields":[],"steps":[]}
    #expect(
      DraftSchema("any", fields: []).fingerprint.rawValue
        == "f1:854a66485876f6463fe2b9ec7c66b2ded7f197f9508c8b36acbc6a72f84556c0")
  }

  @Test func `A form with all that counts`() {
    // {"fields":[{"many":false,"path":"/a~1b","retention":"kept","type":"text"},
    // {"many":true,"options":["\"q\"","a\n\u0001é",1,1.0,{"a":1,"b":2}],"path":"/plan",
    // "retention":"kept","type":"choice"},{"many":false,"path":"/pw","retention":"secret",
    // "type":"text"},{"many":true,"path":"/rows","retention":"transient",
    // "type":"list of map of any"}],"steps":[{"id":"two","skippable":true},
    // {"id":"one","skippable":false}]}   (in one line, \n and \u0001 as two and six characters)
    let options: [DraftValue] = [
      .number(literal: "1.0"), ["b": 2, "a": 1], "a\n\u{1}é", 1, "\"q\"", 1,
    ]
    let schema = DraftSchema(
      "form", version: "3",
      fields: [
        .init("rows", .list(.map(.any)), isMany: true, retention: .transient),
        .init("pw", .text, contentKind: .password, options: .init([.init("x")])),
        .init("plan", .choice, isMany: true, options: .init(options.map { .init($0) })),
        .init(["a/b"], .text, label: "A", step: "one"),
      ],
      steps: [.init("two", isSkippable: true), .init("one", title: "One")])
    #expect(
      schema.fingerprint.rawValue
        == "f1:cdaecc022d6932dc423e7f5b3bd7fef72a78db14328e8e8c6563f2d284bea984")
  }

  @Test func `What stands inside a secret is secret, and its choices stay out`() {
    // {"fields":[{"many":false,"path":"/login","retention":"secret","type":"object"},
    // {"many":false,"path":"/login/kind","retention":"secret","type":"choice"}],"steps":[]}
    let schema = DraftSchema(
      "form",
      fields: [
        .init("login", .object, retention: .secret),
        .init("/login/kind", .choice, options: .init([.init("a")])),
      ])
    #expect(
      schema.fingerprint.rawValue
        == "f1:472286d0d46d407847dc4e64e2d44a8da856460dec910d3e39c4d3d9a897e73c")
  }

  private static let base = DraftSchema(
    "form",
    fields: [
      .init("name", .text), .init("plan", .choice, options: .init([.init("a"), .init("b")])),
      .init("rows", .object, isMany: true),
    ],
    steps: [.init("one"), .init("two")])

  private static func changed(_ change: (inout DraftSchema) -> Void) -> DraftSchema {
    var copy = base
    change(&copy)
    return copy
  }

  @Test(arguments: [
    changed { $0.id = "other" }, changed { $0.version = "9" }, changed { $0.title = "T" },
    changed { $0.fields[0].label = "L" }, changed { $0.fields[0].isRequired = true },
    changed { $0.fields[0].defaultValue = "x" }, changed { $0.fields[0].formerly = ["/old"] },
    changed { $0.fields.reverse() }, changed { $0.fields[2].identity = "/id" },
    changed { $0.fields[1].options = .init([.init("b", label: "B"), .init("a"), .init("a")]) },
    changed { $0.steps = [.init("one", title: "1", formerly: ["x"]), .init("two")] },
    changed { $0.fields[0].step = "one" }, changed { $0.overrides.secret = ["/name"] },
    changed { $0.fields[0].retention = .kept },
    changed {
      $0.fields[2].type = .list(.object)
      $0.fields[2].isMany = false
    },
  ])
  func `What no answer depends on does not change it`(schema: DraftSchema) {
    #expect(schema.fingerprint == Self.base.fingerprint)
  }

  @Test(arguments: [
    changed { $0.fields[0].path = "/Name" }, changed { $0.fields[0].type = .date },
    changed { $0.fields[0].isMany = true }, changed { $0.fields[0].retention = .secret },
    changed { $0.fields[0].retention = .transient },
    changed { $0.fields[0].contentKind = .cardNumber },
    changed { $0.fields[1].options?.isClosed = false }, changed { $0.fields[1].options = nil },
    changed { $0.fields[1].options?.items.removeLast() },
    changed { $0.fields[1].options?.items.append(.init(.null)) },
    changed { $0.fields.removeLast() }, changed { $0.steps.reverse() },
    changed { $0.steps.removeLast() }, changed { $0.steps[0].isSkippable = true },
  ])
  func `What an answer depends on changes it`(schema: DraftSchema) {
    #expect(schema.fingerprint != Self.base.fingerprint)
  }

  @Test func `Only a whole fingerprint is one`() {
    let text = Self.base.fingerprint.rawValue
    #expect(Fingerprint(rawValue: text) == Self.base.fingerprint)
    #expect("\(Self.base.fingerprint)" == text)
    #expect(Fingerprint(rawValue: String(text.dropLast())) == nil)
    #expect(Fingerprint(rawValue: "f2:" + text.dropFirst(3)) == nil)
    #expect(Fingerprint(rawValue: "f1:" + text.dropFirst(3).uppercased()) == nil)
  }
}
