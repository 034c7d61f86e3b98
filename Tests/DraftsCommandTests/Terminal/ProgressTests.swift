import FormDrafts
import Testing

@testable import DraftsCommand

/// The line that says how far something has come.
@Suite struct ProgressTests {
  /// A command on a terminal whose clock goes on by so much at each look.
  private struct Desk {
    let workshop: Workshop
    let step: Duration

    func run(
      _ words: String..., isTTY: Bool = true, terminal: String = "xterm"
    ) async -> Outcome {
      var streams = TestStreams(
        isTTY: isTTY, environment: ["DRAFTS_STORE": workshop.store, "TERM": terminal])
      let clock = Guarded(Duration.zero)
      let step = step
      streams.io.elapsed = {
        clock.withValue {
          $0 += step
          return $0
        }
      }
      let code = await DraftsCommand.run(words, io: streams.io)
      return Outcome(code: code, out: streams.output.text, err: streams.error.text)
    }
  }

  private func desk(_ step: Duration, drafts: Int = 4) async throws -> Desk {
    let workshop = try Workshop()
    for _ in 0..<drafts { _ = try await workshop.save() }
    return Desk(workshop: workshop, step: step)
  }

  @Test func `what takes over a second says how far it is, and clears the line`() async throws {
    let desk = try await desk(.milliseconds(600))
    let outcome = await desk.run("export")
    #expect(
      outcome.err
        == "\rExporting, drafts: 1, 1 s\u{1B}[K\rExporting, drafts: 2, 1 s\u{1B}[K"
        + "\rExporting, drafts: 3, 2 s\u{1B}[K\r\u{1B}[K")
    #expect(outcome.code == 0)
    #expect(outcome.out.split(separator: "\n").count == 4)
  }

  @Test(
    "Every verb that goes through many drafts has it",
    arguments: [
      (["audit"], "Examining, drafts: "),
      (["purge", "--everyone", "--dry-run"], "Counting, owners: "),
      (["purge", "--everyone", "--yes"], "Removing, owners: "),
      (["compat", "signup.json"], "Comparing, drafts: "),
      (["import", "all"], "Importing, drafts: "), (["doctor"], "Examining, drafts: "),
      (["repair"], "Mending, owners: "), (["backup", "copy"], "Copying, owners: "),
      (["backup", "copy"], "Checking, drafts: "),
    ])
  func verbs(words: [String], line: String) async throws {
    let desk = try await desk(.seconds(2))
    let exported = await desk.run("export", isTTY: false)
    try desk.workshop.write("all", exported.out)
    let files = words.map {
      ["signup.json", "all", "copy"].contains($0) ? desk.workshop.file($0) : $0
    }
    var streams = TestStreams(
      isTTY: true, environment: ["DRAFTS_STORE": desk.workshop.store, "TERM": "xterm"])
    let clock = Guarded(Duration.zero)
    streams.io.elapsed = {
      clock.withValue {
        $0 += .seconds(2)
        return $0
      }
    }
    _ = await DraftsCommand.run(files, io: streams.io)
    #expect(streams.error.text.contains("\r" + line))
    #expect(streams.error.text.contains("\r\u{1B}[K"))
  }

  @Test func `a quick one says nothing`() async throws {
    let outcome = await (try desk(.milliseconds(100))).run("export")
    #expect(outcome.err.isEmpty)
  }

  @Test func `nobody gets it who cannot read it`() async throws {
    let desk = try await desk(.seconds(5))
    #expect(await desk.run("export", isTTY: false).err.isEmpty)
    #expect(await desk.run("export", "--json").err.isEmpty)
    #expect(await desk.run("export", terminal: "dumb").err.isEmpty)
    #expect(await desk.run("export", terminal: "").err.isEmpty)
  }
}
