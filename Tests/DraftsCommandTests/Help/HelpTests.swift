import FormDrafts
import Testing

@testable import DraftsCommand

@Suite("Help")
struct HelpTests {
  @Test(
    "The texts, word for word; by “help VERB”, “VERB --help” and “VERB -h”",
    arguments: HelpGoldens.all)
  func texts(verb: String, text: String) async {
    let words = verb.isEmpty ? [] : [verb]
    for words in [["help"] + words, words + ["--help"], words + ["-h"]] {
      let streams = TestStreams()
      #expect(await DraftsCommand.run(words, io: streams.io) == 0)
      #expect(streams.output.text == text)
      #expect(streams.error.text == "")
    }
  }

  @Test("Every verb has a text here, and nothing else has")
  func complete() {
    #expect(HelpGoldens.all.map(\.verb).dropFirst() == DraftsCommand.parser.verbs.map(\.name)[...])
  }

  @Test(
    "No line is wider than the terminal, words that cannot break excepted",
    arguments: [60, 80, 120])
  func width(columns: Int) async {
    for (verb, _) in HelpGoldens.all {
      let streams = TestStreams(columns: columns)
      _ = await DraftsCommand.run(verb.isEmpty ? ["help"] : ["help", verb], io: streams.io)
      for line in streams.output.text.split(separator: "\n") {
        #expect(line.count <= columns || line.hasPrefix("  drafts "), "\(line)")
      }
    }
  }

  static let examples = DraftsCommand.parser.verbs.flatMap(\.examples)

  @Test("Every example runs, as it stands", arguments: examples)
  func example(line: String) async throws {
    let shop = try Workshop()
    let prepared = try shop.shell(
      """
      drafts save --store made --schema signup.json --owner ana --values answers.json --json > id
      id=$(sed 's/.*"draft":"\\([^"]*\\)".*/\\1/' id)
      drafts export --store made > one.jsonl
      sed "s/$id/3f2a0000-0000-4000-8000-000000000001/; s/\\"revision\\":1/\\"revision\\":4/" \\
        one.jsonl > drafts.jsonl
      drafts import drafts.jsonl
      sed 's/"country"/"land"/' signup.json > signup-2.json
      cp signup.json signup-next.json
      """)
    #expect(prepared.code == 0, "\(prepared.err)")
    let outcome = try shop.shell(line, input: #"{"name":"Bea"}"#)
    #expect(outcome.code == 0, "\(outcome.err)")
  }

  @Test("The version, with nothing else")
  func version() async {
    let streams = TestStreams()
    #expect(await DraftsCommand.run(["--version"], io: streams.io) == 0)
    #expect(streams.output.text == "drafts \(DraftsCommand.version)\n")
  }
}
