import FormDrafts
import FormDraftsFormats
import Testing

/// Definitions with something deleted, replaced, doubled or moved at random: each gives a schema
/// that can be kept, or an error with a hint.
///
/// The numbers come from a fixed start, so a failure comes again.
@Suite struct DefinitionFuzzTests {
  private static let seeds: [(FormFormat, String)] = [
    (
      .surveyJS,
      """
      {"title":"T","storeOthersAsComment":true,"pages":[{"name":"a","title":{"default":"A"},
      "elements":[{"type":"text","name":"t","inputType":"password","defaultValue":"x"},
      {"type":"panel","elements":[{"type":"checkbox","name":"c","valueName":"v","hasOther":true,
        "choices":["x",{"value":1,"text":"One"}],"choicesByUrl":{"url":"u"}}]},
      {"type":"matrix","name":"m","rows":["r",{"value":"s","text":{"de":"S"}}],"columns":[1,2]},
      {"type":"html","html":"h"}]},{"questions":[
      {"type":"matrixdropdown","name":"d","rows":["r"],"choices":["q"],"columns":[{"name":"k"},
        {"name":"l","cellType":"text","inputType":"number"}],
        "detailElements":[{"type":"comment","name":"n","hasComment":true}]},
      {"type":"matrixdynamic","name":"y","keyName":"k","columns":[{"name":"k","cellType":"text"}]},
      {"type":"paneldynamic","name":"p","templateElements":[{"type":"file","name":"f",
        "allowMultiple":true},{"type":"boolean","name":"b","valueTrue":"y","valueFalse":"n"}]},
      {"type":"multipletext","name":"x","items":[{"name":"i"}]},
      {"type":"rating","name":"g","rateValues":[1,2]},{"type":"odd","name":"o","choices":[1]}]}]}
      """
    ),
    (
      .jsonSchema,
      ##"""
      {"$id":"f","type":"object","required":["a"],"properties":{"a":{"type":["string","null"]},
      "k":{"const":"x"},"l":{"type":"array","items":{"oneOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},
      "m":{"patternProperties":{"^q":{"enum":[1,"b"],"enumNames":["A"]}},
        "additionalProperties":{"$ref":"#/$defs/n"}},
      "t":{"prefixItems":[{"type":"string","format":"date"}],"items":{"type":"integer"}}},
      "$defs":{"n":{"type":"object","properties":{"p":{"type":"string","writeOnly":true},
        "in":{"$ref":"#/$defs/n"}},"required":["p"]}},
      "anyOf":[{"properties":{"k":{"const":"y"}}},{"dependentSchemas":{"a":{"properties":{
        "z":{"type":"number","default":1}}}}}],"if":{"required":["a"]},
      "then":{"properties":{"w":{"type":"boolean"}}},"dependentRequired":{"a":["k"]}}
      """##
    ),
    (
      .formhaus,
      """
      {"id":"f","title":"F","submit":{"label":"Go"},"steps":[{"id":"s","title":"S","skip":{},
      "fields":[{"key":"a","type":"select","options":["x",{"value":"y","label":"Y"}]},
      {"key":"p","type":"password","validation":{"required":true}}]},
      {"id":"t","fields":[{"key":"a","type":"radio","options":["z"],"defaultValue":"z"}]}]}
      """
    ),
    (
      .native,
      """
      {"formdrafts":1,"form":"f","version":"2","fields":[{"path":"/a","type":"choice","many":true,
      "options":["x",{"value":{},"label":"L"}],"closed":false,"step":"s","default":["x"]},
      {"path":"/l","type":"object","many":true,"identity":"/id","formerly":["/k"]},
      {"path":"/l/~*/id","type":"map of list of text","contentKind":"password"}],
      "steps":[{"id":"s","skippable":true,"formerly":["r"]}],"secret":["/b"],"notSecret":["/c"]}
      """
    ),
  ]

  @Test(arguments: seeds.indices)
  func `A mutilated definition gives a schema or an error with a hint`(seed: Int) throws {
    let (format, text) = Self.seeds[seed]
    let whole = try DraftValue(plainJSON: text)
    let original = try DraftSchema(definition: Array(text.utf8), format: format, formID: "f")
    var mutator = Mutator(state: UInt64(seed) &+ 0x5EED)
    var (read, changed, refused) = (0, 0, 0)
    for _ in 0..<400 {
      var value = whole
      for _ in 0...mutator.below(3) { value = mutator.mutated(value) }
      let bytes = Array(value.json.utf8)
      do throws(DraftError) {
        let schema = try DraftSchema(definition: bytes, format: format, formID: "f")
        read += 1
        if schema.fingerprint != original.fingerprint { changed += 1 }
        #expect(try DraftSchema(nativeJSON: schema.nativeJSON()) == schema, "\(value.json)")
      } catch {
        refused += 1
        #expect([.invalidSchema, .tooLarge].contains(error.code), "\(error)")
        #expect(error.hint?.isEmpty == false, "\(error)\n\(value.json)")
      }
    }
    // Mutations that nobody sees, or that nothing survives, would test nothing.
    #expect(read > 20 && changed > 0 && refused > 20, "\(read) \(changed) \(refused)")
  }
}

/// Changes JSON values at random, from a fixed start (SplitMix64).
private struct Mutator {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  private static let replacements: [DraftValue] = [
    .null, true, false, 0, -1, 1.5, "", "x", "a|b", "password", [], [[]], [.null], ["x", "x"], [:],
    ["type": "text"], ["name": "n", "type": "panel"], ["$ref": "#"], ["value": .null],
    .text(String(repeating: "n", count: 1100)),
  ]

  /// One change somewhere: the way down is chosen at each list and object.
  mutating func mutated(_ value: DraftValue) -> DraftValue {
    switch value {
    case .list(var items) where !items.isEmpty && below(6) > 0:
      change(&items) { (item: DraftValue) in
        item
      } set: { _, new in
        new
      }
      return .list(items)
    case .object(let object) where !object.isEmpty && below(6) > 0:
      var members = object.members
      change(&members) {
        $0.value
      } set: {
        DraftObject.Member($0.name, $1)
      }
      return .object(DraftObject(members))
    default: return Self.replacements[below(Self.replacements.count)]
    }
  }

  private mutating func change<Part>(
    _ parts: inout [Part], get: (Part) -> DraftValue, set: (Part, DraftValue) -> Part
  ) {
    let place = below(parts.count)
    switch below(12) {
    case 0: parts.remove(at: place)
    case 1 where Part.self == DraftValue.self: parts.append(parts[place])
    case 2: parts[place] = set(parts[place], get(parts[below(parts.count)]))
    default: parts[place] = set(parts[place], mutated(get(parts[place])))
    }
  }
}
