#if canImport(Darwin)
  import Foundation
#endif

/// What the platform does for a directory of drafts beside its permissions.
enum DeviceProtection {
  /// Protects a store's directory and what is made in it.
  ///
  /// On Apple platforms it is left out of backups, because a purge does not reach those
  /// (`URLResourceValues.isExcludedFromBackup`); on those with data protection the files can be
  /// read only after the device was first unlocked (`completeUntilFirstUserAuthentication`: a save in
  /// the background works while it is locked), and files made in the directory take that over.
  /// Elsewhere nothing is done. What a volume does not know is no error.
  static func apply(to directory: String) {
    #if canImport(Darwin)
      var url = URL(fileURLWithPath: directory, isDirectory: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
    #endif
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: directory)
    #endif
  }
}
