/// TEMPORARY
public struct DraftUpgrade: Sendable {}
