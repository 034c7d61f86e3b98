import Testing

@testable import FormDrafts

@Suite struct StoreLocationTests {
  private let around = StoreLocation.Surroundings(
    home: "/home/ana", temporary: ["/scratch/ana"], caches: ["/home/ana/.cache", "/var/xdg"])

  @Test(
    "What a place means",
    arguments: [
      ("/home/ana/.local/share/App/FormDrafts", []), ("/srv/forms", []), ("/tmpfiles/store", []),
      ("/home/ana/dropboxes/store", []), ("/home/ana/.cached/store", []),
      ("/home/tmp/store", []), ("/home/ana/Library/Cache/store", []),
      ("/tmp/store", [.temporary]), ("/var/tmp/a/b", [.temporary]), ("/tmp", [.temporary]),
      ("/scratch/ana/store", [.temporary]), ("/dev/shm/store", [.temporary]),
      ("/private/var/folders/x/T/store", [.temporary]), ("/home/ana/.cache/store", [.cache]),
      ("/var/xdg/store", [.cache]), ("/Users/ana/Library/Caches/App", [.cache]),
      ("/Users/ana/Dropbox/store", [.synchronised]),
      ("/Users/ana/Dropbox (Work)/store", [.synchronised]),
      ("/Users/ana/Library/CloudStorage/OneDrive-Work/store", [.synchronised]),
      ("/home/ana/OneDrive - Contoso/store", [.synchronised]),
      ("/Users/ana/Library/Mobile Documents/com~apple~CloudDocs/s", [.synchronised]),
      ("/Users/ana/Library/Mobile Documents/iCloud~org~example/s", [.synchronised]),
      ("/home/ana/Google Drive/store", [.synchronised]),
      ("/home/ana/GoogleDrive/s", [.synchronised]),
      ("/Users/Shared/store", [.shared]), ("/mnt/usb/store", [.shared]),
      ("/Volumes/TM/Backups.backupdb/mac/store", [.shared, .backup]),
      ("/tmp/Dropbox/store", [.temporary, .synchronised]),
    ] as [(String, [StoreLocation])])
  func all(path: String, expected: [StoreLocation]) {
    #expect(StoreLocation.all(of: path, around) == expected)
  }

  @Test("Nothing in the environment is no directory at all")
  func empty() {
    let nothing = StoreLocation.Surroundings(home: nil, temporary: ["", "/"], caches: [""])
    #expect(StoreLocation.all(of: "/srv/forms", nothing).isEmpty)
  }
}
