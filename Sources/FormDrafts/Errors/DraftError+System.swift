#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DraftError {
  /// The words for a system call that failed.
  package init(_ error: SystemError) {
    let path = error.path.printable
    switch error.code {
    case ENOSPC, EDQUOT:
      self.init(
        .noSpace, "The disk or the quota is full.",
        hint: "Free some space; what was saved before is intact.", file: error.path, cause: error)
    case EACCES, EPERM, EROFS:
      self.init(
        .unavailable, "“\(path)” cannot be used: \(error).",
        hint: "Check the permissions of the store.", file: error.path, cause: error)
    case EMFILE, ENFILE:
      self.init(
        .unavailable, "Too many files are open.",
        hint: "Close some, or raise the limit (ulimit -n).", file: error.path, cause: error)
    case ELOOP:
      self.init(
        .notOurs, "“\(path)” is a symbolic link.",
        hint: "Name the directory it points to.", file: error.path, cause: error)
    case ENOTDIR:
      self.init(
        .notOurs, "“\(path)” is not a directory.",
        hint: "Name a directory for the store.", file: error.path, cause: error)
    case ENAMETOOLONG:
      self.init(
        .invalidArgument, "The path is too long.", hint: "Choose a shorter one.",
        file: error.path, cause: error)
    default:
      self.init(
        .io, "“\(path)” could not be read or written: \(error).", file: error.path, cause: error)
    }
  }

  /// A directory that cannot be made: for want of space, or of a right to.
  static func cannotCreate(_ what: String, _ path: String, _ error: SystemError) -> DraftError {
    let words = DraftError(error)
    let isFull = words.code == .noSpace
    return DraftError(
      isFull ? .noSpace : .cannotCreate,
      "\(what) “\(path.printable)” cannot be created: \(error).",
      hint: isFull ? words.hint : "Name a directory you may write to.", file: path, cause: error)
  }

  /// Runs a piece of work on the file system and puts its failure into words.
  package static func translating<R: ~Copyable>(
    _ work: () throws(SystemError) -> R
  ) throws(DraftError) -> R {
    do {
      return try work()
    } catch {
      throw DraftError(error)
    }
  }
}
