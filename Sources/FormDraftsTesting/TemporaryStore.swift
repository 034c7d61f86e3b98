public import FormDrafts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A directory for the drafts of one test, with a time that stands still.
///
/// Each ``open(limits:)`` gives a store as another process has it: with connections of its own, and
/// without knowledge of the others. ``/FormDrafts/DraftStore/temporary(environment:)`` is shorter
/// where one store is enough.
///
/// ```swift
/// let folder = try TemporaryStore()
/// let (app, later) = (folder.open(), folder.open())
/// try await app.save(Signup(name: "Ana"), owner: "ana")
/// await folder.clock.advance(by: .seconds(31 * 86_400))
/// print(try await later.list().count)  // 1
/// ```
///
/// The directory is private, lies under `$TMPDIR`, else `/tmp`, and goes with this object; keep it
/// until the stores are closed.
public final class TemporaryStore: Sendable {
  /// Where the store lies, free of symbolic links.
  public let path: String
  /// What moves the time of day of the stores, and their pauses between two looks; for
  /// `DraftSessionOptions` too.
  public let clock: ManualClock
  /// The time of day before the clock is moved.
  public let start: Date
  private let root: String

  /// A new directory.
  ///
  /// - Parameters:
  ///   - clock: the clock; one of its own unless said.
  ///   - start: the time of day before that is moved; the first of January 2026, UTC, unless said.
  /// - Throws: ``/FormDrafts/DraftError/Code/cannotCreate``, ``/FormDrafts/DraftError/Code/noSpace``,
  ///   ``/FormDrafts/DraftError/Code/io``.
  public init(
    clock: ManualClock = ManualClock(), start: Date = Date(timeIntervalSince1970: 1_767_225_600)
  ) throws(DraftError) {
    let base = System.environment("TMPDIR") ?? "/tmp"
    let root = try DraftError.translating { () throws(SystemError) in
      let root = "\(try System.realPath(base) ?? base)/FormDrafts-test-\(UUID().uuidString)"
      _ = try System.makeDirectory(root)
      return root
    }
    self.root = root
    (path, self.clock, self.start) = (root + "/store", clock, start)
  }

  deinit { _ = try? OwnerDirectory.erase(root) }

  /// The time of day.
  public var now: Date { start + clock.elapsed / .seconds(1) }

  /// What a store takes from the world, with the time of ``clock``.
  ///
  /// - Parameter limits: how much one owner's drafts may come to; anything unless said.
  public func environment(limits: DraftEnvironment.Limits = .init()) -> DraftEnvironment {
    DraftEnvironment(
      now: { [start, clock] in start + clock.elapsed / .seconds(1) }, limits: limits, clock: clock)
  }

  /// A store on the directory, as another process has it.
  ///
  /// - Parameter limits: how much one owner's drafts may come to; anything unless said.
  public func open(limits: DraftEnvironment.Limits = .init()) -> DraftStore {
    DraftStore(path: path, environment: environment(limits: limits))
  }
}

extension ManualClock {
  /// How far it was moved.
  var elapsed: Duration { now.offset }
}
