import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C, a closed terminal and a request to end, while something is made that must not be left half
/// done beside its place.
///
/// The first signal cancels the task, so that the work stops at its next step and cleans up; then the
/// process ends by that signal, as its parent expects. The second ends it at once.
enum Interruption {
  /// The signal that came; 0: none.
  private static let received = Atomic<Int32>(0)
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Does a piece of work that cleans up after itself when it throws.
  static func during<R>(_ work: () async throws -> R) async throws -> R {
    // Before a handler needs it: the first use of a static property takes a lock.
    received.store(0, ordering: .relaxed)
    let before = signals.map { ($0, install($0)) }
    defer { for (number, handler) in before { signal(number, handler) } }
    do {
      return try await work()
    } catch {
      end()
      throw error
    }
  }

  /// Cancels the task if a signal came.
  static func cancelIfAsked() {
    guard received.load(ordering: .relaxed) != 0 else { return }
    withUnsafeCurrentTask { $0?.cancel() }
  }

  /// One that is ignored, as under `nohup`, stays so.
  private static func install(_ number: Int32) -> sig_t? {
    let before = signal(number) { number in
      // Nothing here but what a handler may do (signal-safety(7)).
      Interruption.received.store(number, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    }
    return before
  }

  private static func end() {
    let number = received.load(ordering: .relaxed)
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    // The threads of a pool have signals blocked, and `raise` means this one.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
  }
}
