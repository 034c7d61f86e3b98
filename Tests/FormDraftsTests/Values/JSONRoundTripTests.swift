import FormDrafts
import Testing

@Suite struct JSONRoundTripTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1.0", "1e400", "0.10", "9007199254740993", "\"\"",
    "\"a\\u0000b\"", "[]", "{}", "[[],{}]", "{\"a\":1,\"b\":[true,1]}",
    "{\"$draft\":\"bytes\",\"base64\":\"AAEC\"}", "{\"$draft\":\"number\",\"is\":\"NaN\"}",
    "{\"$draft\":\"object\",\"members\":{\"$draft\":1}}",
    "{\"$draft\":\"file\",\"id\":\"1\",\"name\":\"n\",\"size\":0}",
  ]) func `canonical text reads and writes the same`(text: String) throws {
    let value = try DraftValue(json: text)
    #expect(value.json == text)
  }
}
