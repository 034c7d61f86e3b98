/// The names a repair uses, so that a process that dies half-way loses nothing.
///
/// The mended directory is complete as `<tag>.repaired-<mark>` before the damaged one becomes
/// `<tag>.damaged-<mark>`, and then takes its place. Between the two nobody has the owner's name;
/// the next open sees the pair and finishes.
struct SetAside: Sendable {
  static let repaired = "repaired"
  static let damaged = "damaged"

  let tag: OwnerTag
  let mark: String
  private let place: StorePlace

  init(_ tag: OwnerTag, mark: String, in place: StorePlace) {
    self.tag = tag
    self.mark = mark
    self.place = place
  }

  /// Where the mended directory waits.
  var repairedPath: String { "\(place.directory(tag)).\(Self.repaired)-\(mark)" }
  /// Where the damaged directory stays.
  var damagedPath: String { "\(place.directory(tag)).\(Self.damaged)-\(mark)" }

  /// Puts the damaged directory aside and the mended one in its place; the caller holds the lock of
  /// the owners' folder.
  func exchange() throws(SystemError) {
    try System.rename(place.directory(tag), to: damagedPath)
    try System.syncDirectory(place.owners)
    try System.rename(repairedPath, to: place.directory(tag))
    try System.syncDirectory(place.owners)
  }

  /// Puts the damaged directory aside where nothing could be read of it.
  func putAside() throws(SystemError) {
    try System.rename(place.directory(tag), to: damagedPath)
    try System.syncDirectory(place.owners)
  }
}

extension SetAside {
  /// A mended directory, by its name; nil for any other.
  private init?(repaired name: String, in place: StorePlace) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[1].hasPrefix(Self.repaired + "-"),
      let tag = OwnerTag(directoryName: parts[0])
    else { return nil }
    self.init(tag, mark: String(parts[1].dropFirst(Self.repaired.utf8.count + 1)), in: place)
  }

  /// Finishes repairs whose process died; the caller holds the lock of the owners' folder.
  static func finishAll(_ names: [String], in place: StorePlace) throws(SystemError) {
    for repair in names.compactMap({ SetAside(repaired: $0, in: place) }) {
      let isAside = try System.status(repair.damagedPath) != nil
      let isTaken = try System.status(place.directory(repair.tag)) != nil
      switch (isAside, isTaken) {
      case (true, false):
        try System.rename(repair.repairedPath, to: place.directory(repair.tag))
        try System.syncDirectory(place.owners)
      // The damaged one is still in its place: the repair can be done again.
      case (false, true): try OwnerDirectory.erase(repair.repairedPath)
      // Nobody knows which is newer, so both stay, and a look at the store shows it.
      default: break
      }
    }
  }

  /// Where an owner's damaged and mended directories lie, but for the one in use.
  static func paths(of tag: OwnerTag, in place: StorePlace) throws(SystemError) -> [String] {
    try (System.names(in: place.owners) ?? []).filter { name in
      [repaired, damaged].contains { name.hasPrefix("\(tag.hex).\($0)-") }
    }.map { place.owners + "/" + $0 }
  }

  /// Whether a name is that of a directory that was put aside, or waits to take its place.
  static func isAside(_ name: String) -> Bool {
    name.contains(".\(damaged)-") || isUnfinished(name)
  }

  /// Whether a name is that of a directory that waits to take its place.
  static func isUnfinished(_ name: String) -> Bool { name.contains(".\(repaired)-") }
}
