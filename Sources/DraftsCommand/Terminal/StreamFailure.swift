package import FormDrafts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a stream ended before its time.
package enum StreamFailure: Error, Equatable, Sendable {
  /// What was being done to the stream.
  package enum Action: String, Sendable {
    case open, read, write
  }

  /// The reader of our output went away (EPIPE). No failure to speak of: stop, and say nothing.
  case closedPipe
  /// The input has more bytes than may be read.
  case tooLarge(limit: Int)
  /// A named pipe to which nobody writes.
  case noWriter
  /// The system refused, with its `errno`.
  case system(Action, code: Int32)

  /// The failure in words, or `nil` for a closed pipe, of which nothing is said.
  ///
  /// - Parameter file: The file as the person named it; `nil` for the standard streams.
  package func draftError(file: String?) -> DraftError? {
    let name = file.map { "“\($0.echoed)”" }
    switch self {
    case .closedPipe: return nil
    case .tooLarge(let limit):
      return DraftError(
        .tooLarge, "\(name ?? "The standard input") has more than \(Quantity.size(limit)).",
        hint: "This is the most that is read.", file: file)
    case .noWriter:
      return DraftError(
        .io, "\(name ?? "The standard input") is a pipe to which nobody writes.",
        hint: "Start what writes to it first.", file: file)
    case .system(let action, let errorNumber):
      let stream = name ?? (action == .write ? "the output" : "the standard input")
      let reason = String(cString: strerror(errorNumber))
      return DraftError(
        Self.code(for: errorNumber), "Cannot \(action.rawValue) \(stream): \(reason).",
        hint: Self.hint(for: errorNumber), file: file)
    }
  }

  private static func code(for errorNumber: Int32) -> DraftError.Code {
    switch errorNumber {
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    case EACCES, EPERM: .unavailable
    default: .io
    }
  }

  private static func hint(for errorNumber: Int32) -> String? {
    switch errorNumber {
    case ENOENT: "Check the name."
    case EISDIR: "Name a file in it."
    case ENOSPC, EDQUOT, EFBIG: "Make room and try again."
    case EACCES, EPERM: "Check its permissions."
    default: nil
    }
  }
}

extension ExitCode {
  /// The exit code after a stream ended early: a closed pipe is no failure.
  package init(_ failure: StreamFailure) {
    self = failure.draftError(file: nil).map { ExitCode($0.code) } ?? .done
  }
}
