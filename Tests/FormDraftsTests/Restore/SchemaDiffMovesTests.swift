import FormDrafts
import Testing

@Suite("Fields that moved")
struct SchemaDiffMovesTests {
  @Test("By a former path, with a change of type beside it")
  func renamed() {
    #expect(
      lines([.init("nick", .text)], [.init("name", .text, formerly: ["nick"])])
        == ["fieldMoved /name from /nick moved"])
    #expect(
      lines([.init("nr", .integer)], [.init("count", .decimal, formerly: ["n", "nr"])]) == [
        "fieldMoved /count from /nr moved", "retyped /count integer→decimal converted",
      ])
  }

  @Test("With everything inside; what has no place there is gone, and what is new is new")
  func subtree() {
    let old: [DraftSchema.Field] = [
      .init("addr", .object), .init("/addr/city", .text), .init("/addr/fax", .text),
      .init("/lines/~*/text", .text),
    ]
    let new: [DraftSchema.Field] = [
      .init("address", .object, formerly: ["addr"]), .init("/address/city", .text),
      .init("/address/zip", .text), .init("/rows/~*/text", .text, formerly: ["/lines/~*/text"]),
    ]
    #expect(
      lines(old, new) == [
        "fieldMoved /address from /addr moved", "fieldMoved /address/city from /addr/city moved",
        "fieldAdded /address/zip -→text added",
        "fieldMoved /rows/~*/text from /lines/~*/text moved",
        "fieldRemoved /addr/fax text→- orphaned!",
      ])
  }

  @Test("The former path of an object that was never declared itself")
  func interior() {
    #expect(
      lines(
        [.init("/addr/city", .text)],
        [.init("address", .object, formerly: ["addr"]), .init("/address/city", .text)]) == [
          "fieldMoved /address from /addr moved", "fieldMoved /address/city from /addr/city moved",
        ])
  }

  @Test("Into an object that says nothing of its inside")
  func intoOpen() {
    #expect(
      lines([.init("/a/x", .text), .init("/a/y", .text)], [.init("b", .any, formerly: ["a"])]) == [
        "fieldMoved /b from /a moved", "fieldMoved /b/x from /a/x moved",
        "fieldMoved /b/y from /a/y moved",
      ])
  }

  @Test("The longest former path wins, whatever the order of the fields")
  func longest() {
    let old: [DraftSchema.Field] = [
      .init("a", .object), .init("/a/x", .text), .init("/a/y", .text),
    ]
    let new: [DraftSchema.Field] = [
      .init("b", .object, formerly: ["a"]), .init("/b/x", .text), .init("/b/y", .text),
      .init("c", .text, formerly: ["/a/x"]),
    ]
    for new in [new, new.reversed()] {
      #expect(
        Set(lines(old, new)) == [
          "fieldMoved /b from /a moved", "fieldMoved /c from /a/x moved",
          "fieldMoved /b/y from /a/y moved", "fieldAdded /b/x -→text added",
        ])
    }
  }

  @Test("Not if the old form has the new path too, nor with another number of ~*")
  func ignored() {
    #expect(
      lines(
        [.init("a", .text), .init("b", .text)], [.init("b", .text, formerly: ["a"])])
        == ["fieldRemoved /a text→- orphaned!"])
    #expect(
      lines([.init("/a/~*/x", .text)], [.init("x", .text, formerly: ["/a/~*/x"])])
        == ["fieldAdded /x -→text added", "fieldRemoved /a/~*/x text→- orphaned!"])
    #expect(
      lines([.init("z", .text)], [.init("b", .text, formerly: ["a"])])
        == ["fieldAdded /b -→text added", "fieldRemoved /z text→- orphaned!"])
  }

  @Test("Two fields that claim one old place: neither gets it, and the words name both")
  func ambiguous() throws {
    let diff = SchemaDiff(
      from: DraftSchema("f", fields: [.init("a", .object), .init("/a/x", .text)]),
      to: DraftSchema(
        "f",
        fields: [
          .init("b", .object, formerly: ["a"]), .init("/b/x", .text),
          .init("c", .object, formerly: ["a"]), .init("/c/x", .text),
        ]))
    #expect(
      diff.changes.map(\.line) == [
        "fieldAdded /b -→object added", "fieldAdded /b/x -→text added",
        "fieldAdded /c -→object added", "fieldAdded /c/x -→text added",
        "fieldRemoved /a object→- orphaned!", "fieldRemoved /a/x text→- orphaned!",
      ])
    for change in diff.changes.suffix(2) {
      #expect(change.description.hasPrefix("/b and /c both say they were /a."))
    }
    #expect(diff.suggestions.isEmpty)
  }

  @Test("A place that two claim is lost to both, also where it is declared anew")
  func ambiguousAndThere() {
    #expect(
      lines(
        [.init("a", .text)],
        [
          .init("a", .text), .init("b", .text, formerly: ["a"]), .init("c", .text, formerly: ["a"]),
        ]) == [
          "fieldAdded /a -→text added", "fieldAdded /b -→text added", "fieldAdded /c -→text added",
          "fieldRemoved /a text→- orphaned!",
        ])
  }

  @Test("A place that two claim, and that may be a secret in one of them, is withheld")
  func ambiguousSecret() {
    #expect(
      lines(
        [.init("a", .object), .init("/a/x", .text), .init("/a/y", .text)],
        [
          .init("b", .object, formerly: ["a"]), .init("/b/x", .text), .init("/b/y", .text),
          .init("c", .object, formerly: ["a"]), .init("/c/x", .text, retention: .secret),
        ]
      ).filter { $0.hasPrefix("fieldRemoved") } == [
        "fieldRemoved /a object→- orphaned!", "fieldRemoved /a/x text→- withheld",
        "fieldRemoved /a/y text→- orphaned!",
      ])
  }

  @Test("Two old places for one new field: neither, and the words name both")
  func twoSources() throws {
    let diff = SchemaDiff(
      from: DraftSchema("f", fields: [.init("a", .text), .init("b", .text)]),
      to: DraftSchema("f", fields: [.init("c", .text, formerly: ["b", "a"])]))
    #expect(
      diff.changes.map(\.line) == [
        "fieldAdded /c -→text added", "fieldRemoved /a text→- orphaned!",
        "fieldRemoved /b text→- orphaned!",
      ])
    #expect(
      diff.changes.last?.description == """
        /a and /b would both be /c. /b is gone. Answers are orphaned: kept with the draft, and \
        back when the field is.
        """)
  }

  @Test("What an open field held moves too, if it is of the type")
  func fromOpen() {
    #expect(
      lines([.init("m", .object)], [.init("m", .object), .init("x", .text, formerly: ["/m/x"])])
        == ["fieldMoved /x from /m/x convertedSometimes(values that are text)!"])
  }

  @Test("Back again, when the older form comes back")
  func reversed() {
    let old: [DraftSchema.Field] = [
      .init("addr", .object), .init("/addr/city", .text), .init("nick", .text),
    ]
    let new: [DraftSchema.Field] = [
      .init("address", .object, formerly: ["addr"]), .init("/address/city", .text),
      .init("name", .text, formerly: ["nick"]),
    ]
    #expect(
      lines(new, old) == [
        "fieldMoved /addr from /address moved", "fieldMoved /addr/city from /address/city moved",
        "fieldMoved /nick from /name moved",
      ])
  }

  @Test("Two old fields that were one, and it is back: neither goes there")
  func reversedAmbiguous() {
    #expect(
      lines(
        [.init("b", .text, formerly: ["a"]), .init("c", .text, formerly: ["a"])],
        [.init("a", .text)]) == [
          "fieldAdded /a -→text added", "fieldRemoved /b text→- orphaned!",
          "fieldRemoved /c text→- orphaned!",
        ])
  }

  @Test("A place whose answers move away, and that is declared anew, is new")
  func reused() {
    #expect(
      lines(
        [.init("name", .text)], [.init("name", .text), .init("full", .text, formerly: ["name"])])
        == ["fieldAdded /name -→text added", "fieldMoved /full from /name moved"])
    #expect(
      lines(
        [.init("name", .text), .init("full", .text, formerly: ["name"])], [.init("name", .text)])
        == ["fieldMoved /name from /full moved", "fieldRemoved /name text→- orphaned!"])
  }

  @Test("To a place that is never stored: withheld; from one: nothing was there")
  func secrets() {
    #expect(
      lines([.init("word", .text)], [.init("password", .text, formerly: ["word"])]) == [
        "fieldMoved /password from /word withheld", "becameSecret /password kept→secret withheld",
      ])
    #expect(
      lines([.init("password", .text)], [.init("word", .text, formerly: ["password"])]) == [
        "fieldMoved /word from /password none", "noLongerSecret /word secret→kept none",
      ])
  }

  @Test("One object that became a list of them, and a list that became one object")
  func reshaped() {
    let one: [DraftSchema.Field] = [.init("phone", .object), .init("/phone/nr", .text)]
    let many: [DraftSchema.Field] = [
      .init("phone", .object, isMany: true), .init("/phone/~*/nr", .text),
    ]
    #expect(
      lines(one, many) == [
        "becameMany /phone one→many converted",
        "fieldMoved /phone/~*/nr from /phone/nr converted",
      ])
    let some = "convertedSometimes(lists of exactly one)!"
    #expect(
      lines(many, one) == [
        "becameOne /phone many→one \(some)", "fieldMoved /phone/nr from /phone/~*/nr \(some)",
      ])
  }
}

@Suite("Fields around and inside others")
struct SchemaDiffPlacesTests {
  @Test("A field inside one that was open: only answers of its type stay there")
  func insideOpen() {
    #expect(
      lines([.init("m", .any)], [.init("m", .object), .init("/m/x", .text)]) == [
        "retyped /m any→object convertedSometimes(values that are object)!",
        "fieldAdded /m/x -→text convertedSometimes(values that are text)!",
      ])
    #expect(
      lines([.init("m", .map(.text))], [.init("m", .map(.text)), .init("/m/x", .text)])
        == ["fieldAdded /m/x -→text convertedSometimes(answers at declared places)!"])
    #expect(
      lines([.init("m", .map(.text))], [.init("m", .object), .init("/m/x", .text)]) == [
        "retyped /m map of text→object convertedSometimes(answers at declared places)!",
        "fieldAdded /m/x -→text convertedSometimes(answers at declared places)!",
      ])
    #expect(
      lines([.init("m", .map(.text))], [.init("m", .map(.text)), .init("/m/~*", .text)])
        == ["fieldAdded /m/~* -→text kept"])
  }

  @Test("A field inside one that is open now stays")
  func nowOpen() {
    #expect(
      lines([.init("m", .object), .init("/m/x", .text)], [.init("m", .object)])
        == ["fieldRemoved /m/x text→- converted"])
  }

  @Test("An object around fields that is not declared itself any more, or is now")
  func around() {
    let with: [DraftSchema.Field] = [.init("m", .object), .init("/m/x", .text)]
    let without: [DraftSchema.Field] = [.init("/m/x", .text)]
    #expect(lines(with, without) == ["fieldRemoved /m object→- kept"])
    #expect(lines(without, with) == ["fieldAdded /m -→object kept"])
  }

  @Test("A value that became an object has no place in it, nor the other way round")
  func scalar() {
    let name: [DraftSchema.Field] = [.init("name", .text)]
    let names: [DraftSchema.Field] = [.init("/name/first", .text)]
    #expect(
      lines(name, names)
        == ["fieldAdded /name/first -→text added", "fieldRemoved /name text→- orphaned!"])
    #expect(
      lines(names, name)
        == ["fieldAdded /name -→text added", "fieldRemoved /name/first text→- orphaned!"])
  }
}
