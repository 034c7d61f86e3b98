import FormDrafts
import Testing

/// Field reports 59, 63, 65, 67, 71, 75, 77 through the command.
@Suite("Values through the command come back exactly")
struct ExactnessTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  static let values = [
    // 59
    #"{"a":9007199254740993,"b":9223372036854775808,"c":18446744073709551616}"#,
    #"{"a":123456789012345678901234567890,"b":0.1000000000000000055511151231257827}"#,
    #"{"a":1234567890.123456789012,"b":-9223372036854775809,"c":0.10,"d":1e400,"e":-0}"#,
    // 61
    #"{"a":"x","ratio":{"$draft":"number","is":"NaN"},"max":{"$draft":"number","is":"Infinity"}}"#,
    // 63
    #"{"a":true,"b":1,"c":0,"d":false,"e":[1,true]}"#,
    // 65
    #"{"k\u0000x":"a\u0000b"}"#,
    // 67
    "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}",
    // 71
    #"{"a":0,"b":false,"c":"","d":null,"e":[],"f":{},"g":"null","h":"0","i":" "}"#,
    // 75
    #"{"a.b":1,"a":{"b":2},"x[0]":3,"x":[4],"":5,"a/b":6,"~":7,"$ref":8,"__proto__":9,"touched":1}"#,
    // 77
    #"{"123":"x","4294967295":"y","-1":"z"}"#,
    #"{"$draft":"object","members":{"$draft":"bytes"}}"#,
  ]

  @Test("Save, restore, export and import give the same text", arguments: values)
  func roundTrip(values: String) async throws {
    let id = try await shop.save(values: values)
    #expect(await shop.run("restore", id, "--values-only").out == values + "\n")
    #expect(await shop.run("restore", id, "--json").out.contains(#""values":"# + values + ","))
    let line = await shop.run("export").out
    #expect(line.contains(#""values":"# + values + ","))
    let second = shop.file("second")
    let added = await shop.run("import", "-", "--store", second, input: line)
    #expect(added.code == 0)
    #expect(await shop.run("export", "--store", second).out == line)
  }

  @Test("The object is small: no array of holes", arguments: [values[9]])
  func noHoles(values: String) async throws {
    let id = try await shop.save(values: values)
    #expect(await shop.run("restore", id, "--values-only").out.utf8.count < 200)
  }

  @Test("Each of the names of report 75 has its own mark and its own line")
  func marks() async throws {
    let paths = ["/a.b", "/a/b", "/x[0]", "/x", "/", "/a~1b", "/~0", "/$ref", "/__proto__"]
    for path in paths {
      let id = try await shop.save("--touched", path, values: Self.values[8])
      let shown = try await shop.run("show", id, "--json").json()
      let touched = shown["fields"]?.items.filter { $0["touched"] == true }
      #expect(touched?.map { $0.text("path") } == [path])
    }
  }

  @Test("A change from one spelling of é to the other is a change")
  func spelling() async throws {
    let id = try await shop.save(values: "{\"name\":\"caf\u{E9}\"}")
    let again = await shop.run(
      "save", "--draft", id, "--values", "-", "--json", input: "{\"name\":\"cafe\u{301}\"}")
    #expect(try again.json()["written"] == 1)
    let stored = await shop.run("restore", id, "--values-only")
    #expect(Array(stored.out.utf8) == Array("{\"name\":\"cafe\u{301}\"}\n".utf8))
  }

  @Test("Owners in the two spellings of é are two owners")
  func owners() async throws {
    _ = try await shop.save("--owner", "caf\u{E9}")
    _ = try await shop.save("--owner", "cafe\u{301}")
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      let list = try await shop.run("list", "--owner", name, "--json").json().items
      #expect(list.count == 1)
      #expect(list.first?["owner"] == .text(name))
    }
  }
}
