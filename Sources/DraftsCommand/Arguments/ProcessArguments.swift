/// The words of this process's command line.
package enum ProcessArguments {
  /// The words after the command's name, byte for byte.
  ///
  /// `CommandLine.arguments` would put U+FFFD in the place of bytes that are not UTF-8, and two
  /// owners or files could become one.
  ///
  /// - Throws: ``UsageError`` if one of them is not UTF-8.
  package static func words(tool: String) throws(UsageError) -> [String] {
    let pointers = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return try decoded(pointers.dropFirst().compactMap { $0 }.map { UnsafePointer($0) }, tool: tool)
  }

  /// Whether a flag is given among words that need not be UTF-8.
  package static func isGiven(_ flag: String) -> Bool {
    let pointers = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    // Bytes that are not UTF-8 become U+FFFD here, which no flag has.
    let words = pointers.dropFirst().compactMap { $0.map { String(cString: $0) } }
    return ArgumentParser.isGiven(flag, in: words)
  }

  static func decoded(
    _ pointers: [UnsafePointer<CChar>], tool: String
  ) throws(UsageError) -> [String] {
    var words: [String] = []
    for pointer in pointers {
      guard let word = String(validatingCString: pointer) else {
        throw UsageError(.notUTF8(position: words.count + 1), tool: tool)
      }
      words.append(word)
    }
    return words
  }
}
