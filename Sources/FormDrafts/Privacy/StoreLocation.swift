/// What there is to say about the place of a store, by its path alone.
enum StoreLocation: Hashable, CaseIterable {
  case temporary, cache, synchronised, shared, backup

  /// The directories of this machine that have a meaning.
  struct Surroundings {
    var home: String?
    var temporary: [String]
    var caches: [String]

    /// Those that the environment names, and those that every system has.
    static var present: Surroundings {
      let home = System.environment("HOME")
      let own = [System.environment("TMPDIR"), System.environment("XDG_CACHE_HOME")]
      func real(_ path: String?) -> [String] {
        guard let path else { return [] }
        return [path] + [(try? System.realPath(path)) ?? nil].compactMap { $0 }
      }
      return Surroundings(
        home: real(home).last, temporary: real(own[0]),
        caches: real(own[1]) + real(home.map { $0 + "/.cache" }))
    }
  }

  /// All that holds of a path, in the order of the cases.
  ///
  /// - Parameter path: absolute, without symbolic links.
  static func all(of path: String, _ surroundings: Surroundings) -> [StoreLocation] {
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
      .map { String(decoding: $0, as: UTF8.self) }
    let temporary = surroundings.temporary + fixedTemporary
    return allCases.filter { location in
      switch location {
      case .temporary: temporary.contains { isInside(names, $0) }
      case .cache:
        surroundings.caches.contains { isInside(names, $0) }
          || zip(names, names.dropFirst()).contains { $0 == "Library" && $1 == "Caches" }
      case .synchronised: names.contains(where: isSynchronised)
      case .shared: sharedPlaces.contains { isInside(names, $0) }
      case .backup: names.contains { $0.lowercased().hasSuffix(".backupdb") }
      }
    }
  }

  private static let fixedTemporary = [
    "/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/private/var/folders", "/dev/shm",
  ]
  private static let sharedPlaces = ["/Users/Shared", "/Volumes", "/mnt", "/media", "/net"]
  /// Folders of services, in lower case.
  private static let services = [
    "dropbox", "onedrive", "google drive", "googledrive", "my drive", "icloud drive",
    "icloud~", "mobile documents", "com~apple~clouddocs", "cloudstorage", "nextcloud", "owncloud",
    "box sync", "pcloud drive", "syncthing",
  ]

  /// Whether a folder has the name of a service, or begins with it: `OneDrive - Contoso`.
  private static func isSynchronised(_ name: String) -> Bool {
    let name = name.lowercased()
    return services.contains { service in
      guard name.utf8.starts(with: service.utf8) else { return false }
      let next = name.utf8.dropFirst(service.utf8.count).first
      return next.map { !ByteText.isAlphanumeric($0) } ?? true || service.hasSuffix("~")
    }
  }

  private static func isInside(_ names: [String], _ directory: String) -> Bool {
    let outer = directory.utf8.split(separator: UInt8(ascii: "/"))
    return !outer.isEmpty && names.count >= outer.count
      && zip(names, outer).allSatisfy { $0.utf8.elementsEqual($1) }
  }

  /// What it means, for people.
  var sentence: String {
    switch self {
    case .temporary: "The store lies among temporary files, which are removed without notice."
    case .cache: "The store lies in a cache, which is emptied without notice."
    case .synchronised: "The store lies in a folder that a service copies to other machines."
    case .shared: "The store lies in a place that is shared, or on another volume."
    case .backup: "The store lies in a backup."
    }
  }
}
