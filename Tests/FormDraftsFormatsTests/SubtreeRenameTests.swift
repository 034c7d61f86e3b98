import FormDrafts
import FormDraftsFormats
import Testing

/// Two subtrees of a JSON Schema get other names; the form says so twice, not for every leaf.
@Suite struct SubtreeRenameTests {
  private static func person(_ role: String) -> String {
    """
    "\(role)": {
      "type": "object", "required": ["name"], "properties": {
        "name": {"type": "object", "properties": {
          "given": {"type": "string"}, "family": {"type": "string"},
          "suffix": {"type": "string", "enum": ["Jr.", "Sr."]}}},
        "born": {"type": "string", "format": "date"},
        "home": {"type": "object", "properties": {
          "street": {"type": "string"}, "town": {"type": "string"},
          "postcode": {"type": "string"}, "rooms": {"type": "integer"}}},
        "phones": {"type": "array", "items": {"type": "object", "properties": {
          "kind": {"type": "string", "enum": ["home", "mobile"]}, "number": {"type": "string"}}}},
        "isInsured": {"type": "boolean"}, "weeklyHours": {"type": "number"},
        "remarks": {"type": "array", "items": {"type": "string"}}}}
    """
  }

  private static func form(_ roles: [String]) throws -> DraftSchema {
    let properties = roles.map(person).joined(separator: ",")
    return try read(#"{"type": "object", "title": "Care", "properties": {\#(properties)}}"#)
  }

  private static let answers = #"""
    {"veteran":{"home":{"postcode":"00412","town":"Ö\u0000rt","street":"","rooms":-0},
    "name":{"family":"O’Brien","given":"Pat","suffix":"Sr."},"born":"1961-02",
    "phones":[{"number":"030 1","kind":"home"},{"kind":"mobile"},{}],"isInsured":false,
    "weeklyHours":38.50,"remarks":["",null,"b"]},
    "primaryCaregiver":{"name":{"given":"Kim","family":"\u00e9"},"born":null,"home":{},
    "phones":[],"isInsured":true,"weeklyHours":1e400,"remarks":["x"]},"extra":{"kept":[1.0]}}
    """#

  @Test func `all leaves move with the two subtrees, and a rollback gives every byte back`() throws
  {
    let old = try Self.form(["veteran", "primaryCaregiver"])
    var new = try Self.form(["serviceMember", "caregiverOne"])
    for (name, former) in [("serviceMember", "veteran"), ("caregiverOne", "primaryCaregiver")] {
      let place = FieldPath([name])
      if let index = new.fields.firstIndex(where: { $0.path == place }) {
        new.fields[index].formerly = [FieldPath([former])]
      } else {
        new.fields.append(.init(place, .object, formerly: [FieldPath([former])]))
      }
    }
    #expect(new.fields.count { !$0.formerly.isEmpty } == 2)
    guard case .object(let values) = try DraftValue(json: Self.answers) else {
      throw Unreadable()
    }
    let original = DraftSnapshot(
      values: values, touched: ["/veteran/name/given", "/veteran/phones/1/number"],
      dirty: ["/primaryCaregiver/born"])

    let there = try DraftSchema.resolve(original, from: old, to: new)
    #expect(there.fits)
    #expect(there.orphans.isEmpty)
    let moved = there.report.fields.filter { $0.outcome == .moved }
    // The leaves as they are stored: twelve in one subtree, eight in the other.
    #expect(moved.count == 20)
    #expect(
      moved.allSatisfy { $0.from != nil && $0.path.names.dropFirst() == $0.from?.names.dropFirst() }
    )
    #expect(
      there.report.fields.filter { $0.outcome != .moved && $0.outcome != .added }.map(\.path)
        == ["/extra/kept"])
    #expect(
      there.snapshot.touched == ["/serviceMember/name/given", "/serviceMember/phones/1/number"])
    #expect(
      there.snapshot.values.members.map(\.name) == ["serviceMember", "caregiverOne", "extra"])

    let back = try DraftSchema.resolve(there.snapshot, from: new, to: old)
    #expect(back.fits)
    #expect(back.snapshot == original)
    #expect(DraftValue.object(back.snapshot.values).json == DraftValue.object(values).json)
  }

  private struct Unreadable: Error {}
}
