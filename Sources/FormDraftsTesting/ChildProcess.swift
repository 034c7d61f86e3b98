package import FormDrafts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Another process, run to its end.
package enum ChildProcess {
  /// What a program prints.
  ///
  /// - Parameter arguments: the program's path and its arguments.
  /// - Throws: ``DraftError`` if it cannot be started, or does not end with 0.
  package static func output(of arguments: [String]) throws(DraftError) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure("pipe", arguments) }
    let (input, output) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(input) }
    let started = start(arguments, output: output)
    close(output)
    guard let child = started else { throw failure("posix_spawn", arguments) }
    let bytes = readAll(input)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw DraftError(.io, "“\(arguments[0])” ended with status \(status).")
    }
    return bytes
  }

  private static func start(_ arguments: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = words.withUnsafeMutableBufferPointer { words -> Int32 in
      guard let base = words.baseAddress else { return EINVAL }
      return posix_spawn(&child, arguments[0], &actions, nil, base, environ)
    }
    return code == 0 ? child : nil
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return result }
      result.append(contentsOf: chunk[0..<count])
    }
  }

  private static func failure(_ call: String, _ arguments: [String]) -> DraftError {
    DraftError(SystemError(call, arguments[0]))
  }
}
