import Foundation

@main struct Main {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      // Not on the main actor: its queue would be measured, not the library.
      try await Task.detached { try await run(options) }.value
    } catch let error as UsageError {
      print(error.message + (error.message.isEmpty ? "" : "\n") + Options.usage)
      exit(64)
    } catch {
      print("benchmark: \(error)")
      exit(70)
    }
  }

  private static func run(_ options: Options) async throws {
    let bench = try Bench(options)
    defer { bench.close() }
    if options.arguments.first == "once" {
      return try await bench.once(Array(options.arguments.dropFirst()))
    }
    if options.arguments.first == "scale" {
      let scale = try Scale(Array(options.arguments.dropFirst()))
      if !options.isJSON { print(bench.report.machine + "\n\n" + Report.header) }
      try await bench.scale(scale)
      if options.isJSON { print(try bench.report.json()) }
      return
    }
    if options.arguments == ["gate"] {
      let isPassed = try await bench.gate()
      if options.isJSON { print(try bench.report.json()) }
      if !isPassed { throw Unexpected("A save costs more than it did.") }
      return
    }
    guard options.arguments.isEmpty else { throw UsageError("Unknown: \(options.arguments[0])") }
    if !options.isJSON {
      print(bench.report.machine + "\n" + bench.report.date + "\n\n" + Report.header)
    }
    try await bench.saveChange()
    try await bench.instructions()
    try await bench.saveFull()
    try await bench.saveSnapshot()
    try await bench.saveNothing()
    try await bench.saveBig()
    try await bench.saveStall()
    try await bench.saveBurst()
    try await bench.keystroke()
    try await bench.restores()
    try await bench.resolve()
    try await bench.lists()
    try await bench.purge()
    try await bench.commandList()
    if options.isJSON {
      print(try bench.report.json())
    } else {
      let missed = bench.report.lines.filter { $0.isMet == false }.count
      let aimed = bench.report.lines.filter { $0.target != nil }.count
      print("\n\(aimed - missed) of \(aimed) targets met")
    }
  }
}
