#if canImport(Darwin)
  import Foundation
#endif

/// Where a platform keeps an app's data.
enum DefaultPlace {
  /// The store's directory for an app.
  static func path(app: String) -> String {
    let name = folderName(app)
    #if canImport(Darwin)
      let base =
        FileManager.default.urls(
          for: .applicationSupportDirectory, in: .userDomainMask
        ).first?.path ?? NSHomeDirectory() + "/Library/Application Support"
      return "\(base)/\(name)/FormDrafts"
    #else
      // XDG Base Directory Specification: a relative path is invalid and ignored.
      let data = System.environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      let home = System.environment("HOME") ?? "/nonexistent"
      return "\(data ?? home + "/.local/share")/\(name)/FormDrafts"
    #endif
  }

  /// A name that cannot leave the folder it is put in.
  private static func folderName(_ app: String) -> String {
    let name = String(app.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : Character($0) })
    return ["", ".", ".."].contains(name) ? "_" : name
  }
}
