/// Writes values as JSON, at any depth without using the call stack.
package struct JSONWriter {
  /// How text is escaped; what is read back is the same.
  package enum Style: Sendable {
    /// Only what RFC 8259, section 7, demands: quote, backslash and C0 controls. The form that is
    /// stored and hashed.
    case canonical
    /// For terminals and people: also everything that steers a terminal or cannot be seen.
    case printable
  }

  /// What was written so far.
  package var bytes: [UInt8] = []
  let style: Style

  package init(style: Style = .canonical) { self.style = style }

  private struct Frame {
    var items: [DraftValue] = []
    var members: [DraftObject.Member] = []
    let isObject: Bool
    var isEscaped = false
    var next = 0
  }

  /// Appends a value.
  package mutating func write(_ value: DraftValue) {
    var frames: [Frame] = []
    begin(value, &frames)
    while !frames.isEmpty {
      let last = frames.count - 1
      let next = frames[last].next
      frames[last].next += 1
      if frames[last].isObject {
        guard next < frames[last].members.count else {
          write(frames.removeLast().isEscaped ? "}}" : "}")
          continue
        }
        if next > 0 { bytes.append(UInt8(ascii: ",")) }
        let member = frames[last].members[next]
        write(text: member.name)
        bytes.append(UInt8(ascii: ":"))
        begin(member.value, &frames)
      } else {
        guard next < frames[last].items.count else {
          bytes.append(UInt8(ascii: "]"))
          frames.removeLast()
          continue
        }
        if next > 0 { bytes.append(UInt8(ascii: ",")) }
        begin(frames[last].items[next], &frames)
      }
    }
  }

  @inline(__always)
  private mutating func begin(_ value: DraftValue, _ frames: inout [Frame]) {
    switch value {
    case .text(let text): write(text: text)
    case .number(let literal): write(number: literal)
    case .bool(let value): write(value ? "true" : "false")
    case .null: write("null")
    case .bytes(let bytes):
      write("{\"$draft\":\"bytes\",\"base64\":\"")
      Base64.append(bytes, to: &self.bytes)
      write("\"}")
    case .file(let file): write(file)
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      frames.append(Frame(items: items, isObject: false))
    case .object(let object):
      let isEscaped = object.hasTagName
      write(isEscaped ? "{\"$draft\":\"object\",\"members\":{" : "{")
      frames.append(Frame(members: object.members, isObject: true, isEscaped: isEscaped))
    }
  }

  private mutating func write(number literal: String) {
    guard JSONNumber.isNumber(literal) else {
      // One of the three that JSON has not. Anything else is no number; written like this it is
      // JSON still, and the reader refuses it.
      write("{\"$draft\":\"number\",\"is\":")
      write(text: literal)
      write("}")
      return
    }
    write(literal)
  }

  private mutating func write(_ file: DraftFile) {
    write("{\"$draft\":\"file\",\"id\":")
    write(text: file.id)
    write(",\"name\":")
    write(text: file.name)
    write(",\"size\":\(file.byteCount)")
    if let type = file.contentType {
      write(",\"type\":")
      write(text: type)
    }
    if let digest = file.sha256 {
      write(",\"sha256\":")
      write(text: digest)
    }
    if let path = file.path {
      write(",\"path\":")
      write(text: path)
    }
    if let copy = file.copy {
      write(",\"copy\":")
      write(text: copy)
    }
    write("}")
  }

  /// Appends a text as it stands.
  @inline(__always)
  package mutating func write(_ raw: String) {
    bytes.append(contentsOf: raw.utf8)
  }
}

extension DraftObject {
  /// Whether a member is named `$draft`.
  var hasTagName: Bool {
    members.contains { $0.name.utf8.count == 6 && $0.name.isSameBytes(as: DraftTag.name) }
  }
}
