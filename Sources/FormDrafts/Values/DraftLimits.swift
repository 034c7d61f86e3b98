/// How large things may be; the only place that says so.
///
/// Whatever is over a limit is refused with ``DraftError/Code/tooLarge``, naming the field, and
/// the revision before stays. What was accepted can be read again: reading has the same limits.
public enum DraftLimits {
  /// The bytes of a name in UTF-8: 1 KiB.
  public static let nameBytes = 1024
  /// The characters of a number.
  public static let numberCharacters = 1024
  /// How many lists and objects may stand inside each other, the form itself counted.
  public static let depth = 64
  /// The bytes of one value as canonical JSON: 32 MiB.
  ///
  /// One value is what stands in one row: anything that is not an object with members.
  public static let valueBytes = 32 << 20
  /// The bytes of all values of a snapshot as canonical JSON: 64 MiB.
  public static let snapshotBytes = 64 << 20
  /// The values of one snapshot, counted as ``valueBytes`` says.
  public static let snapshotLeaves = 100_000

  /// The bytes of a file the store keeps a copy of: 256 MiB.
  public static let fileBytes = 256 << 20

  /// The bytes an owner's write-ahead log may come to while nobody reads for long: 4 MiB.
  ///
  /// It is emptied into the database after every 250 pages, and cut to 1 MiB when it begins anew. A
  /// transaction of its own may need more.
  public static let logBytes = 4 << 20

  /// All values of one snapshot: lists, objects, and what stands in them at any depth.
  ///
  /// A text of 64 MiB can hold 32 million numbers of one digit; this bounds the memory that
  /// reading takes. Bytes and files count as the objects that they are in JSON.
  public static let snapshotNodes = 2_000_000

  /// The save points of one draft; the oldest goes first, those made by hand go last.
  public static let savePoints = 50
  /// How long a save point is kept: 30 days.
  public static let savePointAge = Duration.seconds(30 * 86_400)
  /// The bytes that a draft's save points take together: 4 MiB of paths and values as JSON.
  ///
  /// The newest may be larger, up to a whole draft, if more than time made it.
  public static let savePointBytes = 4 << 20
  /// How much time of quiet or of saves makes the next save keep a save point: 5 minutes.
  public static let savePointInterval = Duration.seconds(300)
}
