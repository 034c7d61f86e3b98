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
    declared[path]?.retention ?? walkedRetention(at: path)
  }

  /// The same, segment by segment.
  func walkedRetention(at path: FieldPath) -> DraftSchema.Retention {
    var walk = RetentionWalk(self)
    path.forEachToken { token in
      walk.step(token)
      return true
    }
    return walk.answer
  }
}

/// The way of one path through a schema and the app's own list.
private struct RetentionWalk {
  private struct Place {
    var node = SchemaTrie.root
    /// Found by reading a list as a single object or the other way round.
    var isGuess = false
  }

  private(set) var answer = DraftSchema.Retention.kept
  private let index: SchemaIndex
  private var isListed = false
  private var declared = [Place()]
  private var marked: [Place] = []
  private var spare: [Place] = []

  init(_ index: SchemaIndex) {
    self.index = index
    if !index.overrides.isEmpty { marked = declared }
  }

  mutating func step(_ token: SchemaTrie.Token) {
    Self.advance(&declared, spare: &spare, by: token, in: index.trie)
    Self.advance(&marked, spare: &spare, by: token, in: index.overrides.trie)
    if let mark = mark() {
      answer = mark
      isListed = mark == .secret
    } else if isListed {
      return
    } else if let word = word() {
      answer = word
    } else if answer == .kept, isSecretName(token) {
      answer = .secret
    }
  }

  private static func advance(
    _ places: inout [Place], spare: inout [Place], by token: SchemaTrie.Token, in tree: SchemaTrie
  ) {
    guard !places.isEmpty else { return }
    spare.removeAll(keepingCapacity: true)
    let isItem = token.isEach || token.isItemNumber
    for place in places where tree.hasChildren(place.node) {
      let child = tree.child(place.node, token)
      if let child { spare.append(Place(node: child, isGuess: place.isGuess)) }
      if let each = tree.each(place.node) {
        spare.append(Place(node: each, isGuess: place.isGuess))
        if !isItem, let child = tree.child(each, token) {
          spare.append(Place(node: child, isGuess: true))
        }
      } else if isItem, child == nil {
        spare.append(Place(node: place.node, isGuess: true))
      }
    }
    swap(&places, &spare)
  }

  /// What the fields at these places say in so many words; the strictest of them.
  private func word() -> DraftSchema.Retention? {
    var strictest: DraftSchema.Retention?
    for place in declared {
      guard let word = index.places[place.node].word else { continue }
      switch word {
      case .secret: return .secret
      case .transient: strictest = .transient
      case .kept, .automatic:
        if !place.isGuess, strictest == nil { strictest = .kept }
      }
    }
    return strictest
  }

  /// What the app's own list says of exactly these places.
  private func mark() -> DraftSchema.Retention? {
    var isKept = false
    for place in marked {
      switch index.overrides.mark(of: place.node) {
      case .secret: return .secret
      case .notSecret: isKept = isKept || !place.isGuess
      case .none: continue
      }
    }
    return isKept ? .kept : nil
  }

  private func isSecretName(_ token: SchemaTrie.Token) -> Bool {
    // A declared name was judged when the index was built.
    if declared.count == 1, !declared[0].isGuess,
      let isSecret = index.places[declared[0].node].isSecretName
    {
      return isSecret
    }
    return SecretRules.isSecretName(token)
  }
}
