import FormDrafts
import Testing

@Suite("Fields that were perhaps renamed")
struct RenameSearchTests {
  private func pairs(_ old: [DraftSchema.Field], _ new: [DraftSchema.Field]) -> [String] {
    SchemaDiff(from: DraftSchema("f", fields: old), to: DraftSchema("f", fields: new))
      .suggestions.map { "\($0.from) → \($0.to): \($0.reason)" }
  }

  @Test(
    "Names that are alike",
    arguments: [
      ("firstname", "firstName", "same name but for letter case"),
      ("first_name", "firstName", "same name but for - and _"),
      ("oneCaregiver", "caregiver_one", "same words"),
      ("adress", "address", "similar name"),
      ("/home/street", "/office/address/street", "same name in another place"),
      ("/names/~*/first", "/names/~*/full/first", "same name in another place"),
    ] as [(FieldPath, FieldPath, String)])
  func names(old: FieldPath, new: FieldPath, reason: String) {
    #expect(
      pairs([.init(old, .text), .init("kept", .text)], [.init("kept", .text), .init(new, .text)])
        == ["\(old) → \(new): \(reason)"])
  }

  @Test(
    "Names that are not",
    arguments: [
      ("a", "b"), ("question9", "question12"), ("name", "email"), ("city", "country"),
      ("street", "/home/road"),
    ] as [(FieldPath, FieldPath)])
  func strangers(old: FieldPath, new: FieldPath) {
    #expect(pairs([.init(old, .text)], [.init(new, .text)]) == [])
  }

  @Test("One label, if no other field that is gone or new has it")
  func labels() {
    let old = DraftSchema.Field("a", .text, label: "Your name")
    let new = DraftSchema.Field("xyz", .text, label: "Your name")
    #expect(pairs([old], [new]) == ["/a → /xyz: same label"])
    #expect(pairs([old], [new, .init("uvw", .text, label: "Your name")]) == [])
    #expect(pairs([.init("a", .text, label: "")], [.init("xyz", .text, label: "")]) == [])
    #expect(
      pairs(
        [.init("mail1", .text, label: "E-mail"), .init("mail", .text, label: "E-mail")],
        [.init("email", .text, label: "E-mail")]) == ["/mail → /email: same label, similar name"])
  }

  @Test("Only of one type, one or many, and the same choices")
  func kinds() {
    func choice(_ path: FieldPath, _ values: String...) -> DraftSchema.Field {
      .init(path, .choice, options: .init(values.map { .init(.text($0)) }))
    }
    #expect(pairs([.init("ab_c", .text)], [.init("abC", .integer)]) == [])
    #expect(pairs([.init("ab_c", .text)], [.init("abC", .text, isMany: true)]) == [])
    #expect(pairs([choice("ab_c", "x", "y")], [choice("abC", "x")]) == [])
    #expect(
      pairs([choice("ab_c", "x", "y")], [choice("abC", "y", "x")])
        == ["/ab_c → /abC: same name but for - and _"])
  }

  @Test("Each field in one pair, the surest first")
  func best() {
    #expect(
      pairs(
        [.init("emaill", .text), .init("e_mail", .text), .init("EMAIL", .text)],
        [.init("email", .text), .init("e-mail", .text)]) == [
          "/EMAIL → /email: same name but for letter case",
          "/e_mail → /e-mail: same name but for - and _",
        ])
  }

  @Test("Of a subtree the outermost, and what does not follow from it")
  func subtree() {
    #expect(
      pairs(
        [
          .init("oneCarer", .object), .init("/oneCarer/name", .text), .init("/oneCarer/tel", .text),
        ],
        [.init("carerOne", .object), .init("/carerOne/name", .text), .init("/carerOne/TEL", .text)])
        == ["/oneCarer → /carerOne: same words"])
  }

  @Test("Not what was never stored, is never stored now, or has said where it was")
  func excluded() {
    #expect(pairs([.init("password", .text)], [.init("PASSWORD", .text)]) == [])
    #expect(pairs([.init("nam", .text)], [.init("name", .text, retention: .secret)]) == [])
    #expect(pairs([.init("nam", .text)], [.init("name", .text, formerly: ["nam"])]) == [])
  }

  @Test("A bound: 200 fields of each side, and 64 bytes of a name")
  func bound() {
    let old = (0..<300).map { DraftSchema.Field(["\($0)_x"], .text) }
    let new = (0..<300).map { DraftSchema.Field(["\($0)X"], .text) }
    #expect(pairs(old, new).count == 200)
    let long = String(repeating: "n", count: 500)
    #expect(pairs([.init([long + "ab"], .text)], [.init([long + "abcd"], .text)]) == [])
  }
}
