import FormDraftsTesting
import Testing

@testable import FormDrafts

/// What is taken out of a snapshot before anything else sees it.
@Suite struct RedactionTests {
  private func redact(
    _ values: DraftObject, fields: [DraftSchema.Field] = [],
    overrides: DraftSchema.SecretOverrides = .init(), baseline: DraftObject? = nil,
    title: String? = nil
  ) -> Redaction {
    let schema = DraftSchema("form", fields: fields, overrides: overrides)
    return Redaction(
      DraftSnapshot(values: values), index: SchemaIndex(schema), baseline: baseline, title: title)
  }

  @Test func `names that say so are withheld at any depth, declared or not`() {
    let result = redact([
      "login": "ana", "newPassword": "x", "card_number": "4", "CVV2": 1, "apiKey": .null,
      "accounts": [
        ["name": "a", "passphrase": "b"], "text", [["pin": 1234, "pinned": true]],
      ],
      "deep": ["er": ["secret": ["whole": ["object": 1]], "secretary": "Bo"]],
      "tokens": ["a"], "token": "t", "passport": "P1",
    ])
    #expect(
      result.snapshot.values == [
        "login": "ana", "accounts": [["name": "a"], "text", [["pinned": true]]],
        "deep": ["er": ["secretary": "Bo"]], "tokens": ["a"], "passport": "P1",
      ])
    #expect(
      result.withheld == [
        "newPassword", "card_number", "CVV2", "apiKey", "/accounts/0/passphrase",
        "/accounts/2/0/pin", "/deep/er/secret", "token",
      ])
  }

  @Test func `type, mark, content kind and list decide, and the field's own word wins`() {
    let result = redact(
      [
        "a": "1", "b": "2", "c": "3", "d": "4", "password": "a hint", "pin": "kept by list",
        "address": ["city": "x", "code": "y"], "csrf": "T1",
      ],
      fields: [
        .init("a", .text, retention: .secret), .init("b", .text, contentKind: .oneTimeCode),
        .init("c", .text, contentKind: .cardNumber), .init("password", .text, retention: .kept),
        .init("pin", .text), .init("csrf", .text, retention: .transient),
      ], overrides: .init(secret: ["d", "/address/code"], notSecret: ["pin"]))
    #expect(
      result.snapshot.values == [
        "password": "a hint", "pin": "kept by list", "address": ["city": "x"],
      ])
    #expect(result.withheld == ["a", "b", "c", "d", "/address/code"])
  }

  @Test func `an item of a list becomes null, so that the others keep their places`() {
    let result = redact(
      [
        "codes": ["one", "two", "three"], "rows": [["v": "hunter22"], ["v": "x"]], "pw": "hunter22",
      ],
      overrides: .init(secret: ["/codes/1", "pw"]))
    #expect(
      result.snapshot.values == ["codes": ["one", .null, "three"], "rows": [[:], ["v": "x"]]])
    #expect(result.withheld == ["/codes/1", "pw", "/rows/0/v"])
  }

  @Test func `whatever equals a withheld value is withheld too`() {
    let result = redact(
      [
        "confirm": "correct horse", "password": "correct horse", "note": "correct horses",
        "list": ["a", "correct horse", ["correct horse", 1]], "same": 123_456, "otp": "123456",
        "map": ["correct horse": "name", "123456": 1, "other": 2],
        "file": .file(DraftFile(id: "x", name: "correct horse", byteCount: 1)),
        "handle": .file(DraftFile(id: "correct horse", name: "n", byteCount: 1)),
        "raw": .bytes([1, 2, 3, 4, 5, 6]), "secret": ["k": .bytes([1, 2, 3, 4, 5, 6])],
      ], baseline: ["confirm": "correct horse", "note": "before", "password": "old password"],
      title: "Draft of correct horse battery")
    #expect(
      result.snapshot.values == [
        "note": "correct horses", "list": ["a", .null, [.null, 1]], "map": ["other": 2],
      ])
    #expect(result.baseline == ["note": "before"])
    #expect(result.title == nil)
    #expect(result.isTitleWithheld)
    // No place in the receipt is itself the secret.
    #expect(result.withheld.allSatisfy { !$0.pointer.contains("correct") })
    #expect(result.withheld.contains("map"))
  }

  @Test func `five characters prove nothing`() {
    let result = redact(
      ["password": "abcde", "pin": 12345, "note": "abcde", "number": 12345], title: "abcde")
    #expect(result.snapshot.values == ["note": "abcde", "number": 12345])
    #expect(result.title == "abcde")
    // Characters, not bytes: six of them, of one byte or of many.
    #expect(redact(["password": "éèêëēę", "note": "éèêëēę"]).snapshot.values.isEmpty)
    #expect(redact(["password": "éèêëē", "note": "éèêëē"]).snapshot.values.members.count == 1)
  }

  @Test func `another spelling is another text`() {
    let result = redact(["password": "caf\u{E9} noir", "note": "cafe\u{301} noir"])
    #expect(result.snapshot.values == ["note": .text("cafe\u{301} noir")])
  }

  @Test func `a secret of the record is a secret of the draft`() {
    let result = redact(["note": "from the record"], baseline: ["apiKey": "from the record"])
    #expect(result.snapshot.values.isEmpty)
    #expect(result.baseline == [:])
  }

  @Test func `marks and focus of what is never stored go as well`() {
    let schema = DraftSchema(
      "form", fields: [.init("a", .text), .init("t", .text, retention: .transient)])
    var snapshot = DraftSnapshot(
      values: ["a": "1", "password": "correct horse"],
      touched: ["a", "password", "t", "/t/x", "/cards/0/cvv", "/m/correct horse"],
      dirty: ["a", "password", "/deep/secret/x"], step: "s", skippedSteps: ["k"])
    snapshot.focus = "/m/correct horse"
    let result = Redaction(snapshot, index: SchemaIndex(schema))
    #expect(result.snapshot.touched == ["a"])
    #expect(result.snapshot.dirty == ["a"])
    #expect(result.snapshot.focus == nil)
    #expect(result.snapshot.step == "s")
    #expect(result.snapshot.skippedSteps == ["k"])
  }

  @Test func `nothing to withhold is nothing changed`() {
    var random = Seeded(7)
    for _ in 0..<50 {
      let values = DraftObject(
        (0..<5).map { .init("f\($0)", .text(String(random.next()))) }
          + [.init("list", [1, ["x": [.null, [:]]], []]), .init("o", [:])])
      let result = redact(values, title: "t")
      #expect(result.snapshot.values == values)
      #expect(result.withheld.isEmpty)
      #expect(result.title == "t")
    }
  }
}
