import FormDrafts

extension CompatVerb {
  /// The drafts of the store, or of exported files.
  static func ofDrafts(
    under form: DraftSchema, _ options: RestoreOptions, _ context: VerbContext
  ) async throws -> Compatibility {
    let filter = DraftFilter(owner: context.owner, form: form.id, record: context.record)
    guard context.arguments.isGiven("drafts") else {
      // A gate that was given the wrong directory must not stay open.
      if let path = try context.missingStore() {
        throw DraftError(
          .notFound, "There is no store at “\(path.echoed)”.",
          hint: "Name the store with --store, or give --drafts FILE.", file: path)
      }
      return try await context.withStore { store in
        let progress = Progress("Comparing, drafts", context)
        defer { progress.end() }
        return try await store.compatibility(
          with: form, filter, options: options, progress: { progress.reached($0) }
        ) { error in
          progress.end()
          context.note("drafts: not readable: \(error.message)")
        }
      }
    }
    var compatibility = try Compatibility(with: form, options: options)
    for path in context.arguments.strings("drafts") {
      try context.forEachLine(of: path) { line throws(DraftError) in
        try compatibility.add(exported: line, where: filter)
      }
    }
    return compatibility
  }

  /// Some of the forms whose drafts are in the store, where none is of the form that is asked about:
  /// it may have had another id.
  static func formsThere(_ context: VerbContext) async throws -> [String] {
    guard !context.arguments.isGiven("drafts") else { return [] }
    let filter = DraftFilter(owner: context.owner, record: context.record)
    let listings = try await context.withStore { store in try await store.list(filter) }
    let forms = Set(listings.compactMap { $0.summary.map { "“\($0.key.form.shown)”" } })
    let first = forms.sorted().prefix(5)
    return Array(first) + (forms.count > first.count ? ["others"] : [])
  }

  /// Answers from files, as if each had been saved under the old form.
  static func ofAnswers(
    to old: DraftSchema, under form: DraftSchema, _ options: RestoreOptions,
    _ context: VerbContext
  ) throws -> Compatibility {
    var compatibility = try Compatibility(with: form, options: options)
    for path in context.arguments.strings("answers") {
      try context.read(path) { bytes throws(DraftError) in
        try AnswersFile.forEach(in: bytes) { values throws(DraftError) in
          try compatibility.add(DraftSnapshot(values: values), savedUnder: old)
        }
      }
    }
    return compatibility
  }
}

/// Answers of many drafts in one file: one object, a list of objects, or an object a line.
enum AnswersFile {
  /// - Throws: ``DraftError/Code/invalidJSON`` and what the body throws, with the place.
  static func forEach(
    in bytes: [UInt8], _ body: (DraftObject) throws(DraftError) -> Void
  ) throws(DraftError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let filled = lines.indices.filter { !lines[$0].isBlank }
    // A first line that is no object by itself is the beginning of a larger text.
    if filled.count > 1, (try? DraftObject(json: lines[filled[0]])) != nil {
      for index in filled {
        try DraftError.placing("Line \(index + 1)") { () throws(DraftError) in
          try body(DraftObject(json: lines[index]))
        }
      }
      return
    }
    var options = JSONReader.Options()
    options.maximumDepth += 1  // a list around the drafts
    options.maximumBytes = VerbContext.inputLimit
    switch try JSONReader.read(bytes, options: options) {
    case .object(let values): try body(values)
    case .list(let items):
      for (index, item) in items.enumerated() {
        try DraftError.placing("Item \(index + 1)") { () throws(DraftError) in
          guard case .object(let values) = item else {
            throw DraftError(.invalidJSON, "It is not an object.")
          }
          try body(values)
        }
      }
    default: throw DraftError(.invalidJSON, "It is neither an object nor a list of objects.")
    }
  }
}

extension VerbContext {
  /// The most a line of exported drafts may hold.
  private static let lineLimit = DraftLimits.snapshotBytes + (16 << 20)

  /// Reads a file line by line, without holding it; names the file and the line in whatever goes
  /// wrong.
  fileprivate func forEachLine(
    of path: String, _ body: ([UInt8]) throws(DraftError) -> Void
  ) throws {
    let source = try reading(path) { () throws(StreamFailure) -> any ByteSource in
      path == "-" ? io.input : try FileDescriptorSource(path: path)
    }
    var number = 0
    func next() throws -> [UInt8]? {
      try reading(path) { () throws(StreamFailure) in
        try source.readLine(limit: Self.lineLimit)
      }
    }
    while let line = try next() {
      number += 1
      if line.isBlank { continue }
      try DefinitionFile.naming(path) { () throws(DraftError) in
        try DraftError.placing("Line \(number)") { () throws(DraftError) in
          try body(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
      }
    }
  }

  private func reading<R>(
    _ path: String, _ work: () throws(StreamFailure) -> R
  ) throws(DraftError) -> R {
    do throws(StreamFailure) {
      return try work()
    } catch {
      throw error.draftError(file: path == "-" ? nil : path) ?? DraftError(.io, "No input.")
    }
  }
}

extension DraftError {
  /// Puts the place in front of whatever goes wrong with what stands there.
  fileprivate static func placing<R>(
    _ place: String, _ work: () throws(DraftError) -> R
  ) throws(DraftError) -> R {
    do throws(DraftError) {
      return try work()
    } catch {
      throw DraftError(
        error.code, "\(place): \(error.message)", hint: error.hint, paths: error.paths,
        file: error.file, cause: error.cause)
    }
  }
}

extension Collection<UInt8> {
  fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}
