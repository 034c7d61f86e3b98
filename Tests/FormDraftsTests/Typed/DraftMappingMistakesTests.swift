import Testing

@testable import FormDrafts

@Suite("Mistakes in a form's list of parts")
struct DraftMappingMistakesTests {
  private struct Plain {
    struct Item {
      var id = 1
      var list = [1]
    }
    var a = "a"
    var item = Item()
    var items: [Item] = []
  }

  private func mistake(
    @DraftMappingBuilder<Plain> _ content: () -> [DraftMapping<Plain>.Entry]
  ) -> DraftError? {
    let mapping = DraftMapping<Plain>("plain", content)
    // A mistake stops neither reading nor filling.
    var form = Plain()
    mapping.populate(&form, from: mapping.snapshot(of: form))
    return thrown { try mapping.check() }
  }

  @Test("Two parts of one name, by bytes, are an error that names the place")
  func repeated() {
    let twice = mistake {
      DraftField("a", \.a)
      DraftField("a", \.a)
    }
    #expect(twice?.code == .invalidSchema)
    #expect(twice?.paths == ["a"])
    let scope = mistake {
      DraftField("a", \.a)
      DraftScope("a", \.item) { DraftField("b", \.id) }
    }
    #expect(scope?.message == "The form “plain”: Two parts of the form are called /a.")
    let inner = mistake {
      DraftScope("s", \.item) {
        DraftField("b", \.id)
        DraftField("b", \.id)
      }
    }
    #expect(inner?.paths == ["/s/b"])
    let bytes = mistake {
      DraftField("\u{E9}", \.a)
      DraftField("e\u{301}", \.a)
    }
    #expect(bytes == nil)
  }

  @Test("Empty, positional and path-like names are errors")
  func names() {
    #expect(mistake { DraftField("", \.a) }?.code == .invalidSchema)
    #expect(mistake { DraftField("field_0", \.a) }?.paths == ["field_0"])
    #expect(mistake { DraftField("/a/b", \.a) }?.hint?.contains("DraftScope") == true)
    #expect(mistake { DraftScope("", \.item) { DraftField("b", \.id) } }?.code == .invalidSchema)
    #expect(mistake { DraftField("field_", \.a) } == nil)
    #expect(mistake { DraftField("field_1a", \.a) } == nil)
    #expect(mistake { DraftField("2024", \.a) } == nil)
  }

  @Test("Items are not told apart by what is never stored, whatever its name is beside it")
  func secretIdentity() {
    let byName = mistake {
      DraftList("items", \.items, id: \.id, new: { _ in .init() }) {
        DraftField("a", \.list)
        DraftField("pin", \.id)
      }
    }
    #expect(byName?.code == .invalidSchema)
    #expect(byName?.paths == ["/items/~*/pin"])
    let declared = mistake {
      DraftList("items", \.items, id: \.id, new: { _ in .init() }) {
        DraftField("number", \.id).secret()
      }
    }
    #expect(declared?.paths == ["/items/~*/number"])
    let whole = mistake {
      DraftList("items", \.items, id: \.id, new: { _ in .init() }) { DraftField("pin", \.id) }
        .secret()
    }
    #expect(whole == nil)
    let stored = mistake {
      DraftList("items", \.items, id: \.id, new: { _ in .init() }) {
        DraftField("pin", \.id).notSecret()
      }
    }
    #expect(stored == nil)
  }

  @Test("Items need an identity of one value, under a name of its own")
  func identity() {
    let list = mistake {
      DraftList("items", \.items, id: \.list, new: { _ in .init() }) { DraftField("b", \.id) }
    }
    #expect(list?.message.contains("Array<Int>") == true)
    let taken = mistake {
      DraftList("items", \.items, id: \.id, new: { .init(id: $0) }) { DraftField("id", \.id) }
    }
    #expect(taken?.paths == ["/items/~*/id"])
    let renamed = mistake {
      DraftList("items", \.items, id: \.id, idName: "key", new: { .init(id: $0) }) {
        DraftField("id", \.id)
      }
    }
    #expect(renamed == nil)
    let secret = mistake {
      DraftList("items", \.items, id: \.id, idName: "cardNumber", new: { .init(id: $0) }) {
        DraftField("b", \.id)
      }
    }
    #expect(secret?.paths == ["/items/~*/cardNumber"])
    let step = mistake {
      DraftList("items", \.items, id: \.id, new: { .init(id: $0) }) {
        DraftStep("s") { DraftField("b", \.id) }
      }
    }
    #expect(step?.message.contains("steps inside") == true)
  }

  @Test("What a schema is refused for, a mapping is too: a step that stands twice")
  func schema() {
    let twice = mistake {
      DraftStep("s") { DraftField("a", \.a) }
      DraftStep("s", title: "other") { DraftField("b", \.a) }
    }
    #expect(twice?.code == .invalidSchema)
    let empty = DraftMapping<Plain>("") { DraftField("a", \.a) }
    #expect(thrown { try empty.check() }?.code == .invalidSchema)
  }
}
