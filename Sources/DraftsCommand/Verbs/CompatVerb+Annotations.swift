import FormDrafts

extension CompatVerb {
  /// A line that a hosted CI shows beside a file, instead of in the log only.
  struct Annotation {
    enum Severity: String { case error, warning, notice }

    let severity: Severity
    let message: String

    /// What is worse than allowed, what is allowed and not whole, and what is flagged.
    static func all(of compatibility: Compatibility, _ allowed: Compatibility.Level) -> [Self] {
      func severity(_ level: Compatibility.Level) -> Severity? {
        level > allowed ? .error : level > .wholly ? .warning : nil
      }
      let fields = compatibility.fields.compactMap { field -> Annotation? in
        let isFlagged = field.outcome == .invalidOption || field.outcome == .converted
        guard let severity = severity(field.level) ?? (isFlagged ? .notice : nil) else {
          return nil
        }
        return Annotation(severity: severity, message: words(field, compatibility))
      }
      let whole = compatibility.findings.compactMap { finding in
        severity(finding.level).map { Annotation(severity: $0, message: finding.words) }
      }
      return fields + whole
    }

    private static func words(
      _ field: Compatibility.Field, _ compatibility: Compatibility
    ) -> String {
      let drafts = Quantity.count(compatibility.drafts, "draft")
      return "\(field.path): \(field.outcome.words)"
        + (compatibility.hasDrafts ? ", \(field.drafts) of \(drafts)" : "")
        + (field.why.map { " (\($0))" } ?? "")
    }

    /// The line: `::error file=FILE,title=drafts compat::MESSAGE`.
    func line(file: String?) -> String {
      let place = file.map { "file=\(Self.escaped($0, isProperty: true))," } ?? ""
      return "::\(severity) \(place)title=drafts compat::"
        + Self.escaped(message, isProperty: false)
    }

    /// What would end the line, or a property, is written in hexadecimal with a per cent sign; all
    /// else that could steer a terminal as everywhere.
    private static func escaped(_ text: String, isProperty: Bool) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "%": result += "%25"
        case "\r": result += "%0D"
        case "\n": result += "%0A"
        case ":" where isProperty: result += "%3A"
        case "," where isProperty: result += "%2C"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result.printable
    }
  }
}
