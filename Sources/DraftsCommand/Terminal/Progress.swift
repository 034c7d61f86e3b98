/// Says on a terminal how far something has come that takes longer than a second.
///
/// It goes to the error stream, into one line that is written over and cleared at the end, and never
/// where no person looks: no terminal, `--json`, or a terminal that cannot clear a line.
final class Progress {
  private static let patience = Duration.seconds(1)
  private static let pause = Duration.milliseconds(200)

  private let label: String
  private let total: Int?
  private let io: CommandIO
  private let isWanted: Bool
  private let start: Duration
  private var due: Duration
  private var isShown = false

  /// A line that may appear.
  ///
  /// - Parameters:
  ///   - label: what is being done: `Exporting`.
  ///   - total: how many steps there are; nil if nobody knows.
  init(_ label: String, total: Int? = nil, _ context: VerbContext) {
    self.label = label
    self.total = total
    io = context.io
    let terminal = context.io.environment("TERM") ?? ""
    isWanted = context.io.isErrorTTY && !context.isJSON && !terminal.isEmpty && terminal != "dumb"
    start = isWanted ? context.io.elapsed() : .zero
    due = start + Self.patience
  }

  /// So many steps are done.
  func reached(_ done: Int) {
    guard isWanted else { return }
    let now = io.elapsed()
    guard now >= due else { return }
    due = now + Self.pause
    isShown = true
    let count = total.map { "\(done) of \($0)" } ?? "\(done)"
    write("\r\(label): \(count), \((now - start).components.seconds) s\u{1B}[K")
  }

  /// Takes the line away, so that what comes next stands in its place.
  func end() {
    guard isShown else { return }
    isShown = false
    due = io.elapsed() + Self.pause
    write("\r\u{1B}[K")
  }

  /// Where nobody hears it, the work is no worse for that.
  private func write(_ text: String) {
    try? io.error.write(text)
    try? io.error.flush()
  }
}
