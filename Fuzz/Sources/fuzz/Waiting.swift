import Dispatch

/// Runs asynchronous work and keeps the thread until it is done: libFuzzer calls, and wants to be
/// answered.
func waiting<R: Sendable>(_ work: @escaping @Sendable () async -> R) -> R {
  let done = DispatchSemaphore(value: 0)
  let box = Box<R>()
  Task.detached {
    box.value = await work()
    done.signal()
  }
  done.wait()
  guard let value = box.value else { preconditionFailure("no answer") }
  return value
}

/// Written before the semaphore is signalled and read after.
private final class Box<R: Sendable>: @unchecked Sendable {
  var value: R?
}
