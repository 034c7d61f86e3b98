import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Hides what is typed where a secret is asked for, and gives the terminal its echo back however
/// the process ends.
///
/// Signals are taken by a thread that waits for them (`sigwait`), not by handlers, in which Swift
/// code must not run. `kill -9` cannot be caught; then `stty sane` brings the echo back.
final class EchoGuard: Sendable {
  private struct State {
    var prompt = ""
    var isHidden = false
  }

  /// The terminal's settings at the start; nil if the input is no terminal.
  private let normal: termios?
  private let state = Mutex(State())

  init() {
    var settings = termios()
    normal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &settings) == 0 ? settings : nil
  }

  /// Whether a person types.
  var isTerminal: Bool { normal != nil }

  /// Runs a read, during which the terminal shows nothing of what is typed if it is hidden.
  func reading<Result>(prompt: String, isHidden: Bool, _ read: () -> Result) -> Result {
    state.withLock { state in
      state = State(prompt: prompt, isHidden: isHidden)
      if isHidden { setEcho(false) }
    }
    defer {
      state.withLock { state in
        state = State()
        if isHidden { setEcho(true) }
      }
    }
    return read()
  }

  private func setEcho(_ isOn: Bool) {
    guard var settings = normal else { return }
    if !isOn {
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)  // Enter still goes to the next line
    }
    // TCSADRAIN, not TCSAFLUSH: answers that were pasted ahead are not thrown away.
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) != 0, errno == EINTR {}
  }
}

extension EchoGuard {
  /// Keeps signals for ``takeSignals(_:)``.
  ///
  /// To be called before there are other threads: a new thread takes over which signals its maker
  /// blocks.
  func holdSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] where !isIgnored(signal) {
      sigaddset(&signals, signal)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    return signals
  }

  /// Waits for signals, for ever.
  func takeSignals(_ signals: sigset_t) -> Never {
    var signals = signals
    var signal: Int32 = 0
    while true {
      if sigwait(&signals, &signal) == 0 { take(signal) }
    }
  }

  /// A shell that starts something in the background, and `nohup`, ignore signals for it.
  private func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The lock is held to the end, so that nobody turns the echo off once it is on again.
  private func take(_ signal: Int32) {
    state.withLock { state in
      setEcho(true)
      if signal != SIGTSTP {
        Output.write("\nInterrupted. What you answered is saved; start again to go on.\n")
      }
      if signal == SIGQUIT { _exit(128 + SIGQUIT) }  // no core file: it would hold the secrets
      deliver(signal)
      // Only after a stop: Ctrl-Z, then `fg`. What was typed of the line is lost, as in a shell.
      setEcho(!state.isHidden)
      Output.write(state.prompt)
    }
  }

  /// Does what the signal does by default: ends the process, or stops it for a while.
  private func deliver(_ signal: Int32) {
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, signal)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
    raise(signal)
    pthread_sigmask(SIG_BLOCK, &one, nil)
  }
}
