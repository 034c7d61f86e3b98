import FormDrafts
import FormDraftsFormats

extension VerbContext {
  /// Reads a file that was named on the command line; `-` is the standard input.
  func read(_ path: String, limit: Int = inputLimit) throws -> [UInt8] {
    do throws(StreamFailure) {
      guard path == "-" else { return try FileDescriptorSource(path: path).readAll(limit: limit) }
      if io.isInputTTY {
        note("Reading from the terminal, up to Ctrl-D.")
      }
      return try io.input.readAll(limit: limit)
    } catch {
      throw error.draftError(file: path == "-" ? nil : path) ?? DraftError(.io, "No input.")
    }
  }

  /// Reads a file and understands it, naming the file in whatever goes wrong.
  func read<R>(_ path: String, as understand: ([UInt8]) throws(DraftError) -> R) throws -> R {
    let bytes = try read(path)
    return try DefinitionFile.naming(path) { () throws(DraftError) in try understand(bytes) }
  }

  /// Refuses more than one file that is the standard input.
  func checkStandardInput(_ files: String?...) throws(UsageError) {
    guard files.count(where: { $0 == "-" }) > 1 else { return }
    throw UsageError("Standard input can be read only once.", hint: "Use a file for one of them.")
  }

  /// The definition named by `--schema`; nil if none is.
  func definition() throws -> DefinitionFile? {
    guard let path = arguments.string("schema") else {
      if arguments.string("ui-schema") != nil {
        throw UsageError("--ui-schema needs --schema.", hint: "Name the definition too.")
      }
      return nil
    }
    return try definition(path)
  }

  /// Reads a form definition, without understanding it yet.
  func definition(_ path: String) throws -> DefinitionFile {
    try checkStandardInput(path, arguments.string("ui-schema"))
    let format = try format()
    return DefinitionFile(
      path: path, bytes: try read(path),
      uiSchema: try arguments.string("ui-schema").map { try read($0) }, format: format)
  }

  private func format() throws -> FormFormat? {
    guard let name = arguments.string("format") else { return nil }
    if let format = FormFormat(rawValue: name) { return format }
    let names = FormFormat.allCases.map(\.rawValue)
    throw UsageError(
      "“\(name.echoed)” is not a format.",
      hint: Suggestion.nearest(to: name, among: names).map { "Did you mean \($0)?" }
        ?? "The formats are \(names.joined(separator: ", ")).")
  }

  /// The record's version and values that are named; nil if none are.
  func baseline() throws -> DraftBaseline? {
    let file = arguments.string("baseline-values")
    guard let version = arguments.string("baseline") else {
      guard file == nil else {
        throw UsageError(
          "--baseline-values needs --baseline.", hint: "Name the record's version too.")
      }
      return nil
    }
    let values = try file.map { path in
      try read(path) { bytes throws(DraftError) in try DraftObject(json: bytes) }
    }
    return DraftBaseline(version, values: values)
  }

  static let definitionOptions: [Verb.Option] =
    [.value("schema", "FILE", "The form's definition.")] + definitionDetails
  /// What there is to say about a definition, however it is named.
  static let definitionDetails: [Verb.Option] = [
    .value(
      "ui-schema", "FILE", "A UI schema beside a JSON Schema: its password widgets are secrets."),
    formatOption,
  ]

  /// The option `--format`.
  static let formatOption = Verb.Option.value(
    "format", "NAME",
    "The definition's format: \(FormFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
    defaultText: "told by its content")
}
