import Observation

/// What observers of a session are told through.
///
/// Not generic: an observable class that is builds its key paths anew at each access, which made a
/// keystroke ten times slower. A session is observable by what it touches here.
@MainActor
final class SessionSignals: Observable {
  private let registrar = ObservationRegistrar()

  /// The form's value.
  var form: Void { () }
  /// State, report, draft.
  var state: Void { () }
  /// Step, skipped steps, focus, touched fields.
  var place: Void { () }

  func read(_ signal: KeyPath<SessionSignals, Void>) {
    registrar.access(self, keyPath: signal)
  }

  func willChange(_ signal: KeyPath<SessionSignals, Void>) {
    registrar.willSet(self, keyPath: signal)
  }

  func didChange(_ signal: KeyPath<SessionSignals, Void>) {
    registrar.didSet(self, keyPath: signal)
  }
}
