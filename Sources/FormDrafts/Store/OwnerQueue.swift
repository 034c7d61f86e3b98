import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One owner's file on its serial queue; the only way in.
///
/// `OwnerFile` is not Sendable: it holds a connection, which SQLite allows one thread at a time.
/// It is created here, never handed out, and touched only inside `queue`, so sharing this class
/// is safe. That is what `nonisolated(unsafe)` states; the compiler cannot see it through
/// Dispatch. Nothing awaits inside, and owners do not wait for each other.
final class OwnerQueue: Sendable {
  private let queue: DispatchQueue
  private nonisolated(unsafe) let file: OwnerFile
  private let openFiles: OpenFiles
  private let hub: ChangeHub
  private let isBlocking: Bool
  private let isNamed: Guarded<Bool>
  /// Pieces of work that were asked for and are not done.
  private let waiting = Guarded(0)
  /// So many owners at a time may be worked for on threads of Swift's own pool.
  ///
  /// Never all of it, so that a disk or another process that keeps them waiting stops nobody else;
  /// none where there is one processor, and so one thread.
  private static let borrowed = DispatchSemaphore(
    value: ProcessInfo.processInfo.activeProcessorCount / 2)

  /// - Parameter epoch: the purge the owner is known after, if this store knew them before its
  ///   place was there; see ``OwnerFile/rememberedEpoch``.
  init(
    place: StorePlace, tag: OwnerTag, owner: DraftOwner?, knownSince epoch: Int64?,
    access: OwnerFile.Access, environment: DraftEnvironment, openFiles: OpenFiles, hub: ChangeHub,
    isBlocking: Bool
  ) {
    queue = DispatchQueue(label: "FormDrafts.owner")
    file = OwnerFile(
      place: place, tag: tag, owner: owner, access: access, environment: environment)
    file.rememberedEpoch = epoch
    self.openFiles = openFiles
    self.hub = hub
    self.isBlocking = isBlocking
    isNamed = Guarded(owner != nil)
  }

  /// Runs a piece of work with the file; work runs in the order of calls.
  ///
  /// Two changes of thread take longer than a save. So where no actor called, which must not be kept
  /// waiting, and nothing is under way for this owner, the thread that is here does the work: on the
  /// queue as ever, and in its turn, as it is begun in the call itself.
  func run<R: Sendable>(
    _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> R
  ) async throws(DraftError) -> R {
    if isBlocking, let result = onQueue(work) { return try result.get() }
    let isFirst = begin()
    defer { end() }
    if isFirst, Self.isCalledByNoActor(), let result = runHere(work) { return try result.get() }
    let result: Result<R, DraftError> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.result(of: work)) }
    }
    return try result.get()
  }

  /// Whether the caller runs on Swift's own pool of threads.
  ///
  /// A function of its own: in ``run(_:)`` the comparison crashes the optimiser of Swift 6.3.1.
  private static func isCalledByNoActor(_ caller: (any Actor)? = #isolation) -> Bool {
    caller == nil
  }

  private func begin() -> Bool {
    waiting.withValue { count in
      count += 1
      return count == 1
    }
  }

  private func end() { waiting.withValue { $0 -= 1 } }

  /// Nil if enough threads are borrowed already.
  private func runHere<R: Sendable>(
    _ work: @Sendable (OwnerFile) throws(DraftError) -> R
  ) -> Result<R, DraftError>? {
    guard Self.borrowed.wait(timeout: .now()) == .success else { return nil }
    defer { Self.borrowed.signal() }
    return onQueue(work)
  }

  /// Waits for the queue; never nil.
  ///
  /// The result goes by way of a variable: `sync` with a result of its own is generic code that is
  /// not specialised, and costs a tenth of a save.
  private func onQueue<R: Sendable>(
    _ work: (OwnerFile) throws(DraftError) -> R
  ) -> Result<R, DraftError>? {
    var result: Result<R, DraftError>?
    queue.sync { result = self.result(of: work) }
    return result
  }

  /// Runs a piece of work and keeps the calling thread until it is done, or until a deadline.
  ///
  /// For the moment an app is told to go away, when nothing asynchronous is waited for any more.
  /// Work that has not begun by the deadline is never done; work that has may still succeed.
  func runBlocking<R: Sendable>(
    for limit: Duration, _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> R
  ) throws(DraftError) -> R {
    let outcome = Guarded(BlockingOutcome<R>())
    let done = DispatchSemaphore(value: 0)
    queue.async {
      guard outcome.withValue({ $0.begin() }) else { return }
      let result = self.result(of: work)
      outcome.withValue { $0.result = result }
      done.signal()
    }
    _ = done.wait(timeout: .now() + limit.dispatchInterval)
    guard let result = outcome.withValue({ $0.giveUp() }) else {
      throw DraftError(
        .busy, "The store did not answer before the deadline.",
        hint: "If the work had begun it may still be done.")
    }
    return try result.get()
  }

  /// Does nothing, so that listeners see the file before what comes next.
  func touch() {
    queue.async { self.lookAtFile() }
  }

  /// The same, and waits for it.
  func lookAfter() async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.lookAtFile()
        continuation.resume()
      }
    }
  }

  private func lookAtFile() {
    guard hub.isListenedTo else { return }
    hub.look(at: file, mayOpen: true)
    openFiles.used(self, isOpen: file.database != nil)
  }

  private func result<R: Sendable>(
    of work: (OwnerFile) throws(DraftError) -> R
  ) -> Result<R, DraftError> {
    defer {
      if hub.isListenedTo { hub.look(at: file, mayOpen: false) }
      openFiles.used(self, isOpen: file.database != nil)
    }
    do throws(DraftError) {
      return .success(try work(file))
    } catch {
      return .failure(error)
    }
  }

  /// Says whose file it is, where only the tag was known.
  func setOwner(_ owner: DraftOwner) {
    let isNews = isNamed.withValue { isNamed in
      defer { isNamed = true }
      return !isNamed
    }
    guard isNews else { return }
    queue.async { if self.file.owner == nil { self.file.owner = owner } }
  }

  /// Closes the file; the next work opens it again.
  fileprivate func closeFile() {
    queue.async { self.file.close() }
  }
}

/// How far a piece of work came that somebody waits for with a deadline.
private struct BlockingOutcome<R: Sendable>: Sendable {
  var result: Result<R, DraftError>?
  private var isGivenUp = false

  init() {}

  /// Whether it may begin.
  func begin() -> Bool { !isGivenUp }

  /// The result; without one, the work may not begin any more.
  mutating func giveUp() -> Result<R, DraftError>? {
    isGivenUp = true
    return result
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let limit: Int64 = 1 << 31
    let whole = min(max(seconds, 0), limit)
    return .milliseconds(Int(whole * 1_000 + attoseconds / 1_000_000_000_000_000))
  }
}

/// Keeps the number of files a store has open small: a server has more owners than a process may
/// have descriptors.
///
/// The one not used for longest is closed.
final class OpenFiles: Sendable {
  private struct Entry {
    weak var queue: OwnerQueue?
  }

  private static let limit = 32
  private let entries = Guarded<[Entry]>([])

  /// Notes the use of a file, the latest last.
  func used(_ queue: OwnerQueue, isOpen: Bool) {
    let oldest: OwnerQueue? = entries.withValue { entries in
      if isOpen, entries.last?.queue === queue { return nil }
      entries.removeAll { $0.queue == nil || $0.queue === queue }
      if isOpen { entries.append(Entry(queue: queue)) }
      return entries.count > Self.limit ? entries.removeFirst().queue : nil
    }
    oldest?.closeFile()
  }
}
