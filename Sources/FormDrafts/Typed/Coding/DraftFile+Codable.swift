extension DraftFile: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, byteCount, contentType, sha256
  }

  /// Reads what another coder wrote; in a draft a file is a value of its own kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(String.self, forKey: .id),
      name: try container.decode(String.self, forKey: .name),
      byteCount: try container.decode(Int.self, forKey: .byteCount),
      contentType: try container.decodeIfPresent(String.self, forKey: .contentType),
      sha256: try container.decodeIfPresent(String.self, forKey: .sha256))
  }

  /// Writes id, name, size, and type and digest where they are known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(byteCount, forKey: .byteCount)
    try container.encodeIfPresent(contentType, forKey: .contentType)
    try container.encodeIfPresent(sha256, forKey: .sha256)
  }
}
