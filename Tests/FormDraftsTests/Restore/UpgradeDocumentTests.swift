import FormDrafts
import Testing

@Suite("Upgrades as JSON")
struct UpgradeDocumentTests {
  private func read(_ json: String) throws(DraftError) -> [DraftUpgrade] {
    try DraftUpgrade.upgrades(json: Array(json.utf8))
  }

  @Test("All that can be said is read")
  func all() throws {
    let print = Upgrading.fingerprint
    let upgrades = try read(
      #"""
      {"formdraftsUpgrade": 1, "upgrades": [
        {"from": {"version": "1"}, "to": {"version": "2"}, "steps": [
          {"rename": "/mail", "to": "email"},
          {"move": "/a~1b", "to": "/b/c"},
          {"drop": "plain name"},
          {"mapValues": "/plan", "values": [
            {"from": "basic", "to": "free"}, {"from": 1.0, "to": {"$draft": "bytes", "base64": ""}}]},
          {"to": "new", "redirectStep": "old"}]},
        {"from": {"unversioned": true}, "steps": []},
        {"from": {"fingerprint": "\#(print)"}, "to": {"unversioned": true},
         "steps": [{"rename": "/rows/~*/nr", "to": "/"}]}]}
      """#)
    #expect(upgrades.map(\.source) == [.version("1"), .unversioned, .fingerprint(print)])
    #expect(upgrades.map(\.target) == [.version("2"), nil, .unversioned])
    #expect(
      upgrades.map { $0.steps.map(\.description) } == [
        [
          "rename /mail to “email”", "move /a~1b to /b/c", "drop /plain name", "mapValues /plan",
          "redirectStep “old” to “new”",
        ], [], ["rename /rows/~*/nr to “/”"],
      ])
    var state = Upgrading.state([
      "mail": "m", "a/b": .null, "plain name": 1, "plan": ["basic", 1.0, 1],
      "rows": [["nr": 1]],
    ])
    state.step = "old"
    try state.apply(upgrades, version: "1", fingerprint: print)
    #expect(
      try state.values == [
        "email": "m", "b": ["c": .null], "plan": ["free", .bytes([]), 1], "rows": [["nr": 1]],
      ])
    #expect(state.step == "new")
  }

  @Test("A single upgrade may stand at the top")
  func single() throws {
    let upgrades = try read(
      #"{"formdraftsUpgrade":1,"from":{"version":"1"},"steps":[{"drop":"/x"}]}"#)
    #expect(upgrades.map(\.source) == [.version("1")])
    #expect(try read(#"{"formdraftsUpgrade":1,"upgrades":[]}"#).isEmpty)
  }

  @Test("The documented example is read and does what it says")
  func documented() throws {
    let page = try Documents.text("docs/SCHEMA.md")
    let section = try #require(page.split(separator: "## Upgrades\n").last)
    let block = try #require(section.split(separator: "```json\n").dropFirst().first)
    let json = try #require(block.split(separator: "```").first)
    let upgrades = try read(String(json))
    var state = Upgrading.state([
      "mail": "m", "street": "s", "nickname": "n", "phones": [["nr": 1]], "plan": .null,
    ])
    let count = try state.apply(upgrades, version: "1", fingerprint: Upgrading.fingerprint)
    #expect(count == 1)
    #expect(
      try state.values == [
        "email": "m", "address": ["street": "s"], "phones": [["number": 1]], "plan": "free",
      ])
  }

  @Test("Broken JSON is told by line and column")
  func broken() throws {
    let error = try #require(throws: DraftError.self) { try read("{\n\"formdraftsUpgrade\" 1}") }
    #expect(error.code == .invalidJSON)
    #expect(error.message.contains("line 2"))
    let twice = #"{"formdraftsUpgrade":1,"upgrades":[],"upgrades":[]}"#
    #expect(thrown { try read(twice) }?.code == .invalidJSON)
  }

  @Test(
    "What is not understood is refused by its place",
    arguments: [
      ("[]", "at its top", nil), (#"{"upgrades":[]}"#, "“formdraftsUpgrade” is missing", nil),
      (#"{"formdraftsUpgrade":2,"upgrades":[]}"#, "version 2", "A later FormDrafts reads it."),
      (#"{"formdraftsUpgrade":"1","upgrades":[]}"#, "at /formdraftsUpgrade: a number", nil),
      (#"{"formdraftsUpgrade":1}"#, "“from” is missing", nil),
      (#"{"formdraftsUpgrade":1,"upgrades":{}}"#, "at /upgrades: a list is expected", nil),
      (
        #"{"formdraftsUpgrade":1,"upgrades":[],"steps":[]}"#, "“steps” is not known",
        "Known are formdraftsUpgrade, upgrades."
      ),
      (
        #"{"formdraftsUpgrade":1,"from":{"version":"1"},"step":[]}"#, "“step” is not known",
        "Did you mean “steps”?"
      ),
      (
        #"{"formdraftsUpgrade":1,"upgrades":[{"steps":[]}]}"#, "at /upgrades/0: “from” is missing",
        nil
      ),
      (
        #"{"formdraftsUpgrade":1,"upgrades":[{"from":{"version":"1"}}]}"#,
        "at /upgrades/0: “steps” is missing", nil
      ),
      (
        #"{"formdraftsUpgrade":1,"upgrades":[{"formdraftsUpgrade":1,"from":{"version":"1"},"steps":[]}]}"#,
        "at /upgrades/0: “formdraftsUpgrade” is not known", nil
      ),
    ] as [(String, String, String?)])
  func refused(json: String, words: String, hint: String?) throws {
    try expect(json, words, hint)
  }

  @Test(
    "What a draft cannot be labelled with is refused",
    arguments: [
      (#"{}"#, "at /from: one of version, fingerprint, unversioned", nil),
      (#"{"version":"1","unversioned":true}"#, "at /from: one of", nil),
      (#"{"version":1}"#, "at /from/version: a text is expected, not a number", nil),
      (#"{"unversioned":false}"#, "at /from/unversioned", nil),
      (#"{"unversioned":"yes"}"#, "at /from/unversioned: true or false", nil),
      (#"{"fingerprint":"f1:abc"}"#, "at /from/fingerprint: this is not a fingerprint", nil),
      (#"{"verison":"1"}"#, "at /from: “verison” is not known", "Did you mean “version”?"),
      (#""1""#, "at /from: an object is expected", nil), ("null", "at /from: an object", nil),
    ] as [(String, String, String?)])
  func label(json: String, words: String, hint: String?) throws {
    try expect(#"{"formdraftsUpgrade":1,"from":\#(json),"steps":[]}"#, words, hint)
    let to = words.replacing("/from", with: "/to")
    try expect(
      #"{"formdraftsUpgrade":1,"from":{"version":"1"},"to":\#(json),"steps":[]}"#, to, hint)
  }

  @Test(
    "A step that is none is refused",
    arguments: [
      (#"{}"#, "at /steps/1: one of rename, move, drop, mapValues, redirectStep", nil),
      (#""drop""#, "at /steps/1: an object is expected", nil),
      (#"{"renam":"/a","to":"b"}"#, "at /steps/1: one of", "Did you mean “rename”?"),
      (#"{"rename":"/a"}"#, "at /steps/1: “to” is missing", nil),
      (#"{"rename":"/a","to":1}"#, "at /steps/1/to: a text", nil),
      (#"{"rename":"/l/~*","to":"b"}"#, "at /steps/1: /l/~* ends with ~*", nil),
      (#"{"rename":"/a~","to":"b"}"#, "at /steps/1/rename: this is not a field path", nil),
      (#"{"move":"/a","to":"/~2"}"#, "at /steps/1/to: this is not a field path", nil),
      (#"{"move":"/l/~*/a","to":"/a"}"#, "at /steps/1: /l/~*/a and /a do not go", nil),
      (#"{"drop":"/a","to":"/b"}"#, "“to” is not known", nil),
      (#"{"drop":"/a","rename":"/b","to":"c"}"#, "“rename” and “drop” are two steps", nil),
      (#"{"drop":["/a"]}"#, "at /steps/1/drop: a text is expected, not a list", nil),
      (#"{"map":"/a"}"#, "“map” computes", "Write this upgrade in Swift."),
      (#"{"split":"/a","into":[]}"#, "“split” computes", "Write this upgrade in Swift."),
      (#"{"mapValues":"/a"}"#, "“values” is missing", nil),
      (#"{"mapValues":"/a","values":{"x":"y"}}"#, "at /steps/1/values: a list", nil),
      (#"{"mapValues":"/a","values":[{"from":1}]}"#, "at /steps/1/values/0: “to” is missing", nil),
      (
        #"{"mapValues":"/a","values":[{"from":1,"to":2,"too":3}]}"#,
        "at /steps/1/values/0: “too” is not known", "Did you mean “to”?"
      ),
      (
        #"{"mapValues":"/a","values":[{"from":{"k":[1]},"to":2},{"from":{"k":[1]},"to":2}]}"#,
        "at /steps/1/values/1/from: the value has been mapped already", nil
      ),
      (#"{"redirectStep":"","to":"x"}"#, "at /steps/1", nil),
    ] as [(String, String, String?)])
  func step(json: String, words: String, hint: String?) throws {
    try expect(
      #"{"formdraftsUpgrade":1,"from":{"version":"1"},"steps":[{"drop":"/x"},\#(json)]}"#, words,
      hint)
  }

  private func expect(_ json: String, _ words: String, _ hint: String?) throws {
    let error = try #require(throws: DraftError.self) { try read(json) }
    #expect(error.code == .invalidSchema)
    #expect(error.message.hasPrefix("The upgrade document cannot be understood"))
    #expect(error.message.contains(words), "\(error.message)")
    if let hint { #expect(error.hint == hint) }
  }
}
