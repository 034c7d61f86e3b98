import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The real executable.
enum DraftsProcess {
  /// The executable that was built with the tests; it lies beside the test bundle.
  static let executable: String = {
    var places = [CommandLine.arguments[0], "/proc/self/exe"].map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath()
    }
    let arguments = CommandLine.arguments
    if let flag = arguments.firstIndex(of: "--test-bundle-path"), flag + 1 < arguments.count {
      places.insert(URL(fileURLWithPath: arguments[flag + 1]), at: 0)
    }
    for place in places {
      var directory = place.deletingLastPathComponent()
      // On Apple platforms the bundle is a directory: its executable lies three deep.
      for _ in 0..<4 {
        let path = directory.appending(path: "drafts").path
        if FileManager.default.isExecutableFile(atPath: path) { return path }
        directory.deleteLastPathComponent()
      }
    }
    return "drafts-not-found"
  }()
}

extension Workshop {
  /// A process of a shell script in which `drafts` is the executable, on this store, in this
  /// directory.
  func process(_ script: String, input: String? = nil) throws -> ShellProcess {
    try ShellProcess(script, in: self, input: input)
  }

  /// Runs a shell script to its end.
  func shell(_ script: String, input: String? = nil) throws -> Outcome {
    try process(script, input: input).outcome()
  }
}

/// A shell script on its way, its streams in files, so that none can block it.
///
/// Not Foundation's `Process`: that hands on the signal mask of a thread of ours, and a shell whose
/// SIGCHLD is blocked waits for ever.
struct ShellProcess {
  let id: pid_t
  private let out: String
  private let err: String

  init(_ script: String, in workshop: Workshop, input: String?) throws {
    let name = workshop.file("run-\(UUID().uuidString)")
    out = name + ".out"
    err = name + ".err"
    var source = "/dev/null"
    if let input {
      source = name + ".in"
      try Data(input.utf8).write(to: URL(fileURLWithPath: source))
    }
    let actions = try FileActions()
    actions.open(0, source, O_RDONLY)
    actions.open(1, out, O_WRONLY | O_CREAT | O_TRUNC)
    actions.open(2, err, O_WRONLY | O_CREAT | O_TRUNC)
    let arguments = ["/bin/sh", "-c", "cd \"$WORKSHOP\" || exit 99\n" + script]
    id = try actions.spawn(arguments, environment: Self.environment(workshop))
  }

  private static func environment(_ workshop: Workshop) -> [String] {
    var environment = ProcessInfo.processInfo.environment
    let directory = URL(fileURLWithPath: DraftsProcess.executable).deletingLastPathComponent().path
    environment["PATH"] = directory + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["DRAFTS_STORE"] = workshop.store
    environment["WORKSHOP"] = workshop.path
    environment["TZ"] = "UTC"
    for name in ["COLUMNS", "NO_COLOR", "TERM"] { environment[name] = nil }
    return environment.map { "\($0.key)=\($0.value)" }
  }

  /// Waits for the end.
  ///
  /// A signal that ended it gives 128 and its number, as in a shell.
  func outcome() throws -> Outcome {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 { try #require(errno == EINTR) }
    let signal = status & 0x7F
    return Outcome(
      code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, out: try text(out),
      err: try text(err))
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }
}

/// What a child's streams are, and how it is started.
private final class FileActions {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif

  init() throws {
    try #require(posix_spawn_file_actions_init(&actions) == 0)
    try #require(posix_spawnattr_init(&attributes) == 0)
    // Whatever this process ignores or blocks, a child starts as from a terminal.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  func open(_ descriptor: Int32, _ path: String, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
  }

  func spawn(_ arguments: [String], environment: [String]) throws -> pid_t {
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var id: pid_t = 0
    try #require(posix_spawn(&id, arguments[0], &actions, &attributes, &argv, &envp) == 0)
    return id
  }
}
