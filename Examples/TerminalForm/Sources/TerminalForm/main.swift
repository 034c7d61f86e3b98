import FormDrafts
import FormDraftsFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a definition from a file.
func schema(in path: String) throws(Complaint) -> DraftSchema {
  guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
    throw Complaint(.badDefinition, "\(path): there is no such file, or it cannot be read.")
  }
  do throws(DraftError) {
    return try DraftSchema(definition: [UInt8](data))
  } catch {
    throw Complaint(.badDefinition, "\(path): \(Complaint(error).message)")
  }
}

/// Does what the words ask for.
func run(_ words: [String], echo: EchoGuard) async throws -> ExitCode {
  let arguments = try Arguments(words)
  let store = arguments.store.map { DraftStore(path: $0) } ?? DraftStore(app: "TerminalForm")
  let terminal = Terminal(echo)
  switch arguments.task {
  case .help:
    Output.write(Arguments.help)
    return .done
  case .signOut:
    let code = try await SignOut.run(arguments.owner, store: store, terminal: terminal)
    await store.close()
    return code
  case .fill(let path):
    let schema = try schema(in: path)
    try await store.open()  // to hear of trouble before the first answer
    let sheet = Sheet(store: store, schema: schema, owner: arguments.owner)
    var conversation = Conversation(terminal, sheet)
    do {
      try await conversation.run()
    } catch is InputEnded {
      terminal.say("The input ended. What you answered is saved; start again to go on.")
      await store.close()
      return .interrupted
    }
    await store.close()
    return .done
  }
}

/// Runs, says what went wrong, and gives the exit code.
func exitCode(_ words: [String], echo: EchoGuard) async -> ExitCode {
  do {
    return try await run(words, echo: echo)
  } catch {
    let complaint = error as? Complaint ?? (error as? DraftError).map { Complaint($0) }
    let message = complaint?.message ?? "Something went wrong."
    Output.write("TerminalForm: \(message.printable)\n", to: STDERR_FILENO)
    return complaint?.code ?? .failed
  }
}

// The main thread waits for signals and nothing else; an `async` main would hand it to Dispatch,
// which lets signals end the process. So the conversation has a task of its own, and may block
// its thread: there is no other task.
let echo = EchoGuard()
let signals = echo.holdSignals()
let words = Array(CommandLine.arguments.dropFirst())
Task.detached { exit(await exitCode(words, echo: echo).rawValue) }
echo.takeSignals(signals)
