/// A part of a form: a field, a scope, a list or a step.
public protocol DraftPart<Form> {
  /// The form, or the struct inside it, that the part belongs to.
  associatedtype Form
  /// The part as a mapping holds it.
  var entries: [DraftMapping<Form>.Entry] { get }
}

/// Collects the parts of a form, in the form's order; `if`, `switch` and `for` may be used.
///
/// What a condition or a loop depends on must not change while drafts are kept: another list is
/// another version of the form.
@resultBuilder
public enum DraftMappingBuilder<Form> {
  /// What one line stands for.
  public typealias Component = [DraftMapping<Form>.Entry]

  /// One part.
  public static func buildExpression<Part: DraftPart<Form>>(_ part: Part) -> Component {
    part.entries
  }
  /// Parts in order.
  public static func buildBlock(_ components: Component...) -> Component {
    components.flatMap { $0 }
  }
  /// Parts of an `if` without `else`.
  public static func buildOptional(_ component: Component?) -> Component { component ?? [] }
  /// Parts of the first branch.
  public static func buildEither(first component: Component) -> Component { component }
  /// Parts of another branch.
  public static func buildEither(second component: Component) -> Component { component }
  /// Parts of a loop.
  public static func buildArray(_ components: [Component]) -> Component {
    components.flatMap { $0 }
  }
  /// Parts that need a later system.
  public static func buildLimitedAvailability(_ component: Component) -> Component { component }
}
