#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the process arranges once, before anything else.
package enum ProcessPolicy {
  /// Ends the process.
  package static func end(_ code: Int32) -> Never { exit(code) }

  /// Makes a closed pipe (SIGPIPE) and a file-size limit (SIGXFSZ) errors of `write`, where the
  /// default is death: in the middle of a transaction that means a journal to be rolled back, and
  /// for a person a message nobody wrote.
  package static func installSignalPolicy() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Keeps answers out of core files, for this process and those it starts.
  ///
  /// A program that the system pipes cores to (`core_pattern` with `|`) is told the limit and
  /// decides by itself; systemd-coredump honours it.
  package static func disableCoreDumps() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
  }

  /// Takes the three standard descriptors if the parent closed them, so that no file opened later
  /// gets their numbers and our messages with them.
  ///
  /// Each is opened the wrong way round, so that using it still fails, as with a closed one.
  package static func reserveStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is taken, and all below are in use.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

extension CommandIO {
  /// The streams and the environment of this process.
  package static func process() -> CommandIO {
    let isOutputTTY = isatty(1) == 1
    // On a terminal each line is seen at once and in order with the errors.
    let capacity = isOutputTTY ? 0 : 64 << 10
    return CommandIO(
      input: FileDescriptorSource(descriptor: 0),
      output: FileDescriptorSink(descriptor: 1, capacity: capacity),
      error: FileDescriptorSink(descriptor: 2, capacity: 0),
      isInputTTY: isatty(0) == 1, isOutputTTY: isOutputTTY, isErrorTTY: isatty(2) == 1,
      columns: columns(variable: variable("COLUMNS"), terminal: terminalColumns(of: 1)),
      environment: variable)
  }

  @Sendable
  private static func variable(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// The width of the terminal behind a descriptor; `nil` if there is none.
  static func terminalColumns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Int(size.ws_col)
  }
}
