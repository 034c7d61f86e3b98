#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs `body` on a thread with a stack of 128 KiB.
///
/// That is a quarter of what Apple gives to threads that are not the main one. A reader that
/// recurses dies there. Frames under a sanitizer are many times as large, and so is the stack then.
func onSmallStack<Value>(_ body: @escaping () -> Value) -> Value {
  let job = Job(body)
  // Not pthread_attr_t(): which module has that initialiser depends on what else is imported.
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  pthread_attr_init(attributes)
  let size = getenv("FORMDRAFTS_SANITIZER") == nil ? 128 << 10 : 4 << 20
  let isSet = pthread_attr_setstacksize(attributes, size) == 0
  precondition(isSet, "the system takes a stack of this size")
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let argument = Unmanaged<AnyJob>.passUnretained(job).toOpaque()
  let started = pthread_create(
    &thread, attributes,
    { pointer in
      #if canImport(Darwin)
        Unmanaged<AnyJob>.fromOpaque(pointer).takeUnretainedValue().run()
      #else
        if let pointer { Unmanaged<AnyJob>.fromOpaque(pointer).takeUnretainedValue().run() }
      #endif
      return nil
    }, argument)
  precondition(started == 0, "the system starts a thread")
  #if canImport(Darwin)
    if let thread { pthread_join(thread, nil) }
  #else
    pthread_join(thread, nil)
  #endif
  pthread_attr_destroy(attributes)
  guard let value = job.value else { preconditionFailure("the thread ended before its work") }
  return value
}

private class AnyJob {
  func run() {}
}

private final class Job<Value>: AnyJob {
  private let body: () -> Value
  var value: Value?
  init(_ body: @escaping () -> Value) { self.body = body }
  override func run() { value = body() }
}
