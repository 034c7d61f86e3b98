import FormDrafts
import FormDraftsFormats
import Testing

/// What the landing page shows; DocumentedExamplesTests compares the two.
@Suite("The examples of the page on formats")
struct DocumentationTests {
  @Test("A definition becomes a schema")
  func definition() throws {
    let bytes = Array(#"{"id":"f","submit":{},"fields":[{"key":"a","type":"text"}]}"#.utf8)
    // example: definition
    let schema = try DraftSchema(definition: bytes)
    // end
    #expect(schema.id == "f" && schema.fields.map(\.path) == ["a"])
  }
}
