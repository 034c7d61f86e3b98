import FormDrafts

extension CompatVerb {
  /// A line that a hosted CI shows beside a file, instead of in the log only.
  struct Annotation {
    enum Severity: String { case error, warning, notice }

    let severity: Severity
    let message: String

    /// What is worse than allowed, what is allowed and not whole, and what is flagged: one for each
    /// field, the worst of it first, because a CI shows only so many.
    static func all(of compatibility: Compatibility, _ allowed: Compatibility.Level) -> [Self] {
      func severity(_ level: Compatibility.Level) -> Severity? {
        level > allowed ? .error : level > .wholly ? .warning : nil
      }
      var fields: [Annotation] = []
      for (path, outcomes) in compatibility.fields.byPath {
        let told = outcomes.filter { $0.level > .wholly || $0.isFlagged }
        guard let worst = told.map(\.level).max() else { continue }
        let words = told.filter { $0.level == worst } + told.filter { $0.level < worst }
        fields.append(
          Annotation(
            severity: severity(worst) ?? .notice,
            message: "\(path): "
              + words.map { self.words($0, compatibility) }.joined(separator: "; ")))
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
      return field.outcome.words
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

extension Compatibility.Field {
  /// Whether it is to be seen though nothing has to be decided.
  fileprivate var isFlagged: Bool { outcome == .invalidOption || outcome == .converted }
}

extension [Compatibility.Field] {
  /// What becomes of each field; they are in the order of their paths.
  fileprivate var byPath: [(path: FieldPath, outcomes: [Compatibility.Field])] {
    var groups: [(path: FieldPath, outcomes: [Compatibility.Field])] = []
    for field in self {
      if groups.last?.path == field.path {
        groups[groups.count - 1].outcomes.append(field)
      } else {
        groups.append((field.path, [field]))
      }
    }
    return groups
  }
}
