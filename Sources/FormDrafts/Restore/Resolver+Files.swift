extension Resolver {
  /// Files in an answer whose copy is gone or changed, with their places.
  func brokenFiles(
    in value: DraftValue, at path: FieldPath
  ) -> [(path: FieldPath, why: String)] {
    guard !input.brokenFiles.isEmpty else { return [] }
    return value.files(at: path).compactMap { path, file in
      input.brokenFiles[file].map { (path, $0) }
    }
  }

  /// Says of an answer that files are to be picked again: of a list, which of its items.
  mutating func report(_ broken: [(path: FieldPath, why: String)], in field: FieldPath) {
    for (path, why) in broken {
      if path != field { report.add(.init(path, .fileMissing, why: why, needsDecision: true)) }
      report.decide(.fileMissing, at: path, why)
    }
    filesToPick.append(field)
  }
}

extension DraftValue {
  /// The picked files in a value, with their places.
  func files(at path: FieldPath) -> [(path: FieldPath, file: DraftFile)] {
    var found: [(path: FieldPath, file: DraftFile)] = []
    var waiting: [(path: FieldPath, value: DraftValue)] = [(path, self)]
    while let (path, value) = waiting.popLast() {
      switch value {
      case .file(let file): found.append((path, file))
      case .list(let items):
        for (index, item) in items.enumerated().reversed() {
          waiting.append((path.appending(String(index)), item))
        }
      case .object(let object):
        for member in object.members.reversed() {
          waiting.append((path.appending(member.name), member.value))
        }
      default: break
      }
    }
    return found
  }
}
