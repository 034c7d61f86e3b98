#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a connection and its statements have in common.
///
/// An object of its own, so that a statement need not hold its connection, which holds it.
final class SharedState {
  /// How many statements were started.
  var started = 0
  /// The process that opened the connection.
  private let process = getpid()

  /// Whether this is a child of the process that opened the connection.
  var isInherited: Bool { getpid() != process }
}

/// A deadline's closure as an object, for C to point at.
final class Deadline {
  let isOver: () -> Bool

  init(_ isOver: @escaping () -> Bool) {
    self.isOver = isOver
  }
}
