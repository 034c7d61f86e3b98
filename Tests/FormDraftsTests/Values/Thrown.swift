import FormDrafts

/// The error that `body` throws, or nil.
func thrown<Value>(_ body: () throws -> Value) -> DraftError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? DraftError ?? DraftError(.internalError, "\(type(of: error))")
  }
}

/// An object from a literal, where an argument has no type to take it from.
func object(_ object: DraftObject) -> DraftObject { object }
