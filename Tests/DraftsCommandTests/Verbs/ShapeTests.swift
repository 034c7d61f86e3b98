import DraftsCommand
import FormDrafts
import Foundation
import Testing

@Suite("drafts export --shape")
struct ShapeTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("One line a draft, without anything a person entered")
  func lines() async throws {
    _ = try await shop.save(
      "--owner", "ana@example.org", "--record", "plan/42", "--title", "Ana's plan", "--step",
      "about", "--touched", "name", "--baseline", "etag-1")
    let outcome = await shop.run("export", "--shape")
    #expect(outcome.code == 0)
    #expect(outcome.err == "")
    let line = outcome.shape
    #expect(line.hasPrefix(#"{"formdrafts-shape":1,"draft":"ID","form":"signup","version":null,"#))
    #expect(line.contains(#""step":"about","skippedSteps":[],"#))
    #expect(
      line.hasSuffix(
        #""answers":[{"path":"/email","kind":"live","type":"text","characters":15,"bytes":15},"#
          + #"{"path":"/name","kind":"live","type":"text","characters":3,"bytes":3,"touched":true},"#
          + #"{"path":"/country","kind":"live","type":"text","isOption":true},"#
          + #"{"path":"/news","kind":"live","type":"boolean"}]}"# + "\n"))
    for text in ["ana", "Ana", "plan", "etag", "\"ch\"}"] { #expect(!line.contains(text)) }
  }

  @Test("To a file, and of the drafts that are chosen")
  func output() async throws {
    let id = try await shop.save("--owner", "ana")
    _ = try await shop.save("--owner", "bob")
    let file = shop.file("shapes.jsonl")
    let outcome = await shop.run("export", "--shape", "--owner", "ana", "--output", file)
    #expect(outcome.code == 0)
    #expect(outcome.err == "1 draft written to “\(file)”.\n")
    let printed = await shop.run("export", String(id.prefix(8)), "--shape").out
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed)
    #expect(await shop.run("export", "--shape", "--owner", "eve").err == "No draft matches.\n")
  }

  @Test("What is damaged is counted without its name; exit code 65 as without --shape")
  func damage() async throws {
    let id = try await shop.save("--owner", "ana")
    try shop.patch(shop.database(), "ana@example.org", with: "eve@example.org")
    let outcome = await shop.run("export", "--shape")
    #expect(outcome.code == 65)
    #expect(outcome.out.hasSuffix(",\"damaged\":1}\n"))
    #expect(outcome.err == "drafts: left out: 1 damaged answer of the draft \(id).\n")
    let file = shop.file("shapes.jsonl")
    #expect(await shop.run("export", "--shape", "--output", file).code == 65)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("An import says that no draft can be made of it; nothing is made")
  func noImport() async throws {
    _ = try await shop.save()
    let shapes = await shop.run("export", "--shape").out
    let store = shop.file("second")
    let outcome = await shop.run("import", "-", "--store", store, input: shapes)
    #expect(outcome.code == 65)
    #expect(outcome.out == "")
    #expect(
      outcome.err == "drafts: Line 1: It is the shape of a draft, and holds no answers. "
        + "A shape is for reports and for compat. Export the draft without --shape.\n")
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test("compat takes shapes beside drafts, with the same answer where the shape can tell")
  func compat() async throws {
    _ = try await shop.save("--owner", "ana")
    _ = try await shop.save("--owner", "bob", values: #"{"name":"Bob","country":"no"}"#)
    let shapes = try shop.write("shapes.jsonl", await shop.run("export", "--shape").out)
    let drafts = try shop.write("drafts.jsonl", await shop.run("export").out)
    for next in [Fixtures.signup, Fixtures.additions, Fixtures.other] {
      let form = try shop.write("next.json", next)
      let words = ["compat", form, "--form", "signup", "--json", "--drafts"]
      let (real, shaped) = (
        await shop.run(words: words + [drafts]), await shop.run(words: words + [shapes])
      )
      #expect(shaped.out == real.out)
      #expect(shaped.code == real.code)
    }
    let fewer = try shop.write(
      "fewer.json", Fixtures.signup.replacing(#"{"value": "no", "label": "Norway"},"#, with: ""))
    let outcome = await shop.run("compat", fewer, "--drafts", shapes)
    #expect(outcome.code == 2)
    #expect(outcome.out.contains("The shape cannot tell"))
    #expect(await shop.run("compat", fewer, "--drafts", drafts).code == 0)
  }

  @Test("compat cannot choose shapes by owner or record, and says so")
  func filter() async throws {
    _ = try await shop.save("--owner", "ana")
    let shapes = try shop.write("shapes.jsonl", await shop.run("export", "--shape").out)
    for words in [["--owner", "ana"], ["--nobody"], ["--record", "r"], ["--new"]] {
      let outcome = await shop.run(
        words: ["compat", shop.file("signup.json"), "--drafts", shapes] + words)
      #expect(outcome.code == 64)
      #expect(outcome.err.contains("does not say whose it is"))
    }
  }
}
