import Testing

@testable import FormDrafts

/// What a stored draft loses, row by row.
@Suite struct ScrubPlanTests {
  private static let writer = DraftSchema.texts("form", "iban", "note", "list", "other")

  private func row(
    _ number: Int64, _ path: FieldPath, _ value: String?, base: String?? = nil, marks: Int64 = 0,
    kind: FieldRow.Kind = .live
  ) -> FieldRow {
    var row = FieldRow(
      id: FieldRow.firstID(draft: 1) + number, draft: 1, path: path, kind: kind,
      flags: base == nil ? 0 : FieldRow.hasBase, marks: marks, ordinal: number << 20,
      value: value.map { Array($0.utf8) }, base: (base ?? nil).map { Array($0.utf8) }, revision: 1)
    row.sum = row.checksum
    return row
  }

  private func head(_ rows: [FieldRow], title: String? = nil, focus: FieldPath? = nil) throws
    -> DraftHead
  {
    let stored = try StoredSchema(Self.writer)
    let id = try #require(DraftID("3f2a0000-0000-4000-8000-000000000001"))
    var head = DraftHead(uuid: id, form: "form", record: nil)
    (head.id, head.revision, head.title, head.focus) = (1, 7, title, focus)
    head.rows = Int64(rows.count)
    let answers = rows.filter { $0.kind == .live && $0.value?.isAnswer == true }
    head.answered = Int64(stored.answered(answers.map(\.path)))
    head.bytes = rows.reduce(0) { $0 + ($1.kind == .live ? Int64($1.value?.count ?? 0) : 0) }
    head.rowsSum = rows.reduce(0) { $0 &+ $1.sum }
    return head
  }

  private func plan(
    _ rows: [FieldRow], secret: [FieldPath] = ["iban", "/list/~*/iban"],
    notSecret: [FieldPath] = [], title: String? = nil, focus: FieldPath? = nil,
    fields: [DraftSchema.Field] = []
  ) throws -> ScrubPlan {
    let schema = DraftSchema(
      "form", fields: fields, overrides: .init(secret: secret, notSecret: notSecret))
    let plan = ScrubPlan(
      rows, head: try head(rows, title: title, focus: focus),
      writer: try StoredSchema(Self.writer), reader: try StoredSchema(schema))
    try expectRight(plan, rows)
    return plan
  }

  /// Number, size and sum of the rows afterwards are those of the rows there are then.
  private func expectRight(
    _ plan: ScrubPlan, _ rows: [FieldRow], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var left = rows.filter { !plan.removals.contains($0.id) }
    for row in plan.updates {
      let index = try #require(left.firstIndex { $0.id == row.id })
      #expect(row.isIntact && row.revision == 8, sourceLocation: sourceLocation)
      left[index] = row
    }
    let expected = try head(left)
    let found = plan.head
    #expect(found.rows == expected.rows, sourceLocation: sourceLocation)
    #expect(found.rowsSum == expected.rowsSum, sourceLocation: sourceLocation)
    #expect(found.bytes == expected.bytes, sourceLocation: sourceLocation)
    #expect(found.answered == expected.answered, sourceLocation: sourceLocation)
    #expect(found.revision == (plan.isEmpty ? 7 : 8), sourceLocation: sourceLocation)
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `nothing to lose is nothing changed`() throws {
    let rows = [
      row(0, "note", #""abc\u0000d""#, base: "1.50"), row(1, "list", #"[{"name":"x"},[]]"#),
      row(2, "other", nil, marks: 3), row(3, "gone", nil, base: .some(nil)),
      row(4, "empty", nil, kind: .orphan), row(5, "odd", "not JSON"),
    ]
    let plan = try plan(rows, title: "iban", focus: "note")
    #expect(plan.isEmpty)
    #expect(plan.fields == 0)
    #expect(plan.bytes == 0)
    #expect(try plan.head == head(rows, title: "iban", focus: "note"))
  }

  @Test func `a row at a secret place goes whatever it holds`() throws {
    let rows = [
      row(0, "iban", #""12345""#, base: #""1""#, marks: 3), row(1, "/iban/deep", "7"),
      row(2, "iban", #""98765""#, kind: .orphan), row(3, "/list/0/iban", nil, marks: 1),
      row(4, "/iban/x", nil, base: .some(nil)), row(5, "/iban/y", "not JSON"),
      row(6, "note", #""kept""#),
    ]
    let plan = try plan(rows)
    #expect(plan.removals == rows.prefix(6).map(\.id))
    #expect(plan.updates.isEmpty)
    #expect(plan.bytes == 7 + 3 + 1 + 7 + 8)
  }

  @Test func `a member of an item goes, an item becomes null, what the record had as well`() throws
  {
    let rows = [
      row(
        0, "list", #"[{"name":"a","iban":"12345"},{"iban":["x"]}]"#,
        base: #"[{"iban":"12345"}]"#, marks: 1),
      row(1, "codes", #"["one","two",3]"#, kind: .orphan),
      row(2, "note", #""now""#, base: #"{"iban":1}"#),
    ]
    let plan = try plan(rows, secret: ["/list/~*/iban", "/codes/~*", "/note/iban"])
    #expect(
      plan.updates.map { text($0.value) } == [
        #"[{"name":"a"},{}]"#, "[null,null,null]", #""now""#,
      ])
    #expect(plan.updates.map { text($0.base) } == ["[{}]", nil, "{}"])
    #expect(plan.updates.map(\.flags) == [1, 0, 1])
    #expect(plan.updates.map(\.marks) == [1, 0, 0])
    // A null may be longer than what it stands for; nothing is less than nothing.
    let gone = [#""iban":"12345","#, #""iban":["x"]"#, #""iban":"12345""#, #""iban":1"#]
    #expect(plan.bytes == gone.reduce(0) { $0 + $1.utf8.count })
    #expect(try self.plan(plan.updates, secret: ["/list/~*/iban", "/codes/~*"]).isEmpty)
  }

  @Test func `what equals a removed text of six characters goes, with the marks it names`() throws {
    let secret = #""horse staple""#
    let rows = [
      row(0, "iban", secret), row(1, "note", secret, base: #""before""#, marks: 2),
      row(2, "other", #""x""#, base: .some(secret)), row(3, "copy", secret, kind: .orphan),
      row(4, "list", #"["horse staple","horse"]"#), row(5, "/m/horse staple", "1", marks: 1),
      row(6, "near", #""horse staples""#, marks: 1),
    ]
    let plan = try plan(rows, title: "Draft of horse staple 2", focus: "/m/horse staple")
    #expect(plan.removals == [0, 3, 5].map { rows[$0].id })
    #expect(plan.updates.map(\.path) == ["note", "other", "list"])
    // Touched and changed it was all the same; what the record had says nothing any more.
    #expect(plan.updates.map(\.marks) == [2, 0, 0])
    #expect(plan.updates.map { text($0.value) } == [nil, #""x""#, #"[null,"horse"]"#])
    #expect(plan.updates.allSatisfy { !$0.knowsBase && $0.base == nil })
    #expect(plan.head.title == nil)
    #expect(plan.head.focus == nil)
  }

  @Test func `five characters prove nothing, and neither does a transient value`() throws {
    let rows = [row(0, "iban", #""abcde""#), row(1, "note", #""abcde""#)]
    #expect(try plan(rows, title: "abcde").removals == [rows[0].id])
    #expect(try plan(rows, title: "abcde").head.title == "abcde")
    let nonces = [row(0, "nonce", #""1234567""#), row(1, "note", #""1234567""#)]
    let transient = try plan(nonces, fields: [.init("nonce", .text, retention: .transient)])
    #expect(transient.removals == [nonces[0].id])
  }

  @Test func `names decide as at a save, and the app's own list has the last word`() throws {
    let rows = [
      row(0, "password", #""a""#), row(1, "/deep/apiKey", #""b""#), row(2, "pin", "1"),
      row(3, "list", #"[{"cvv":1,"otp":2}]"#), row(4, "passport", #""c""#),
    ]
    let plan = try plan(rows, secret: [], notSecret: ["pin", "/list/~*/otp"])
    #expect(plan.removals == [rows[0].id, rows[1].id])
    #expect(plan.updates.map { text($0.value) } == [#"[{"otp":2}]"#])
  }

  @Test func `the focus goes from a field that became a secret, not from one that was`() throws {
    let rows = [row(0, "note", #""x""#)]
    let became = try plan(rows, focus: "iban")
    #expect(became.head.focus == nil)
    #expect(!became.isEmpty)
    #expect(became.fields == 0)
    let was = try plan(rows, secret: [], focus: "password")
    #expect(was.isEmpty)
    #expect(was.head.focus == "password")
  }

  @Test func `a damaged row is left, and what it says counts for nothing`() throws {
    var rows = [
      row(0, "iban", #""horse staple""#), row(1, "note", #""horse staple""#),
      row(2, "iban", #""second""#, kind: .orphan),
    ]
    rows[0].value = Array(#""horse stable""#.utf8)
    let plan = try plan(rows)
    #expect(plan.removals == [rows[2].id])
    #expect(plan.updates.isEmpty)
    // A row that belongs to another draft by what it says is as bad.
    var strange = row(3, "iban", "1")
    strange.draft = 2
    strange.sum = strange.checksum
    #expect(try self.plan([strange]).isEmpty)
  }

  @Test func `without the writer's schema the rest is done all the same`() throws {
    let rows = [row(0, "iban", #""12345""#), row(1, "note", #""x""#)]
    let schema = DraftSchema("form", fields: [], overrides: .init(secret: ["iban"]))
    let head = try head(rows, focus: "iban")
    let plan = ScrubPlan(
      rows, head: head, writer: nil, reader: try StoredSchema(schema))
    #expect(plan.removals == [rows[0].id])
    #expect(plan.head.answered == head.answered)
    #expect(plan.head.focus == nil)
  }
}
