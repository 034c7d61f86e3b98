import Testing

@testable import DraftsCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("What the process arranges")
struct ProcessPolicyTests {
  @Test("Neither a closed pipe nor a file-size limit kills", arguments: [SIGPIPE, SIGXFSZ])
  func signals(number: Int32) {
    ProcessPolicy.installSignalPolicy()
    // The signal is sent: with the default action the test run would end here.
    #expect(raise(number) == 0)
  }

  @Test("There are no core files")
  func cores() {
    ProcessPolicy.disableCoreDumps()
    var limit = rlimit()
    #if canImport(Glibc)
      getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      getrlimit(RLIMIT_CORE, &limit)
    #endif
    #expect(limit.rlim_cur == 0)
    #expect(limit.rlim_max == 0)
  }

  @Test("The width of a terminal is asked of the terminal")
  func terminalWidth() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    var size = winsize(ws_row: 24, ws_col: 47, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    #expect(CommandIO.terminalColumns(of: terminal) == 47)
    #expect(CommandIO.terminalColumns(of: try SystemPipe().reader) == nil)
  }
}
