extension SchemaIndex {
  /// Whether a value at this path is stored: kept, secret or transient; never automatic.
  ///
  /// From the outside in, each segment may change the answer, and the answer holds for all that
  /// stands inside:
  ///
  /// 1. the app's own list (``DraftSchema/SecretOverrides``) for exactly this place; where it says
  ///    secret, only the list itself lifts that further in;
  /// 2. the field declared here, if it says kept, secret or transient, or has a content kind;
  /// 3. the rules for names (``SecretRules``), declared or not; they only ever make a secret.
  ///
  /// A schema's own path, with `~*`, may be asked for as well.
  ///
  /// One and many change places in real forms, and a value may still have the other shape. So a
  /// list item is also looked for where the schema has a single object, and the member of a single
  /// object where the schema has a list of them; such a find can only make a secret.
  package func retention(at path: FieldPath) -> DraftSchema.Retention {
    declared[path] ?? walkedRetention(at: path)
  }

  /// The same, segment by segment.
  func walkedRetention(at path: FieldPath) -> DraftSchema.Retention {
    var answer = DraftSchema.Retention.kept
    var isListed = false
    var declared = [Place(node: SchemaTrie.root)]
    var marked = overrides.isEmpty ? [] : declared
    for token in path.tokens {
      declared = declared.flatMap { steps(from: $0, by: token, in: trie) }
      marked = marked.flatMap { steps(from: $0, by: token, in: overrides.trie) }
      if let mark = mark(of: marked) {
        answer = mark
        isListed = mark == .secret
      } else if isListed {
        continue
      } else if let word = word(of: declared) {
        answer = word
      } else if answer == .kept, SecretRules.isSecretName(FieldPath.name(of: token)) {
        answer = .secret
      }
    }
    return answer
  }

  private struct Place {
    var node: SchemaTrie.Node
    /// Found by reading a list as a single object or the other way round.
    var isGuess = false
  }

  private func steps(from place: Place, by token: Substring, in tree: SchemaTrie) -> [Place] {
    guard tree.hasChildren(place.node) else { return [] }
    var result: [Place] = []
    let isItem = token == "~*" || token.isItemNumber
    if let child = tree.child(place.node, token) {
      result.append(Place(node: child, isGuess: place.isGuess))
    }
    if let each = tree.each(place.node) {
      result.append(Place(node: each, isGuess: place.isGuess))
      if !isItem, let child = tree.child(each, token) {
        result.append(Place(node: child, isGuess: true))
      }
    } else if isItem, result.isEmpty {
      result.append(Place(node: place.node, isGuess: true))
    }
    return result
  }

  /// What the fields at these places say in so many words; the strictest of them.
  private func word(of places: [Place]) -> DraftSchema.Retention? {
    var words: Set<DraftSchema.Retention> = []
    for place in places {
      guard let field = field(of: place.node) else { continue }
      let word = field.contentKind == nil ? field.retention : field.effectiveRetention
      if !(place.isGuess && word == .kept) { words.insert(word) }
    }
    return [.secret, .transient, .kept].first(where: words.contains)
  }

  /// What the app's own list says of exactly these places.
  private func mark(of places: [Place]) -> DraftSchema.Retention? {
    var isKept = false
    for place in places {
      switch overrides.mark(of: place.node) {
      case .secret: return .secret
      case .notSecret: isKept = isKept || !place.isGuess
      case .none: continue
      }
    }
    return isKept ? .kept : nil
  }
}
