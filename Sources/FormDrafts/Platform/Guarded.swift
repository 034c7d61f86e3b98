#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value behind a mutex: what a store knows of itself.
///
/// A `pthread_mutex_t`, because `Mutex` needs iOS 18, and because the thread sanitizer knows it: it
/// takes what `Mutex` guards on Linux for a race. It lies in memory of its own, where it never moves,
/// from `init` to `deinit`; nothing else has the pointer, and the value is touched only between lock
/// and unlock. That is what `nonisolated(unsafe)` states, and what the tests show that the sanitizer
/// runs.
package final class Guarded<Value>: Sendable {
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Lends the value; whoever else asks waits.
  ///
  /// Not to be called again from inside.
  package func withValue<R: Sendable, E: Error>(
    _ work: (inout Value) throws(E) -> R
  ) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try work(&value)
  }
}
