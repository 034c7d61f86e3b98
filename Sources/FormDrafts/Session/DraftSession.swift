public import Observation

/// What an app holds while a form is open: it brings a draft back, saves edits by themselves, and
/// ends the draft when the form is submitted.
///
/// A session holds one draft. Two sessions of one key hold two, unless the second is opened on the
/// first one's id. It belongs to the main actor and is observable: a view that reads ``form`` or
/// ``state`` follows it. Making one does no work; ``open()`` does.
///
/// ```swift
/// let session = DraftSession(Signup(), in: store, owner: "ana")
/// try await session.open()
/// session.form.name = "Ana"  // saved by itself 500 ms later
/// try await session.flush()  // or now
/// ```
///
/// An edit costs the same however large the form is: it marks the form as changed and moves a
/// deadline. Fields are read and compared once a save. <doc:Sessions> tells the whole story.
@MainActor
public final class DraftSession<Form>: Observable {
  /// How the form is read and filled.
  public let mapping: DraftMapping<Form>
  /// The store the draft is kept in.
  public let store: DraftStore
  /// Owner, form and record.
  ///
  /// The owner changes if an account takes over what a guest began:
  /// ``DraftStore/signIn(owner:adopting:)``.
  public internal(set) var key: DraftKey
  /// How it saves, restores and settles conflicts.
  public let options: DraftSessionOptions
  /// A title for lists; saved with the next save.
  public var title: String?
  /// The record's version and values the draft starts from; saved with the first save.
  public let baseline: DraftBaseline?

  let signals = SessionSignals()
  let timer: any SessionTimer
  let gate = SessionGate()
  let source: FormSource<Form>?
  /// The draft to open; nil for the last saved one of the key that no other session holds.
  let wanted: DraftID?
  var current: Form
  var place = SessionPlace()
  /// The form's value when the session was made, until it is read at opening.
  var startForm: Form?
  /// The form before anything was restored or edited.
  var start: DraftSnapshot?
  var status = DraftSessionState.opening
  var schedule: AutosaveSchedule
  /// Where saves go; another one when the session leaves its draft, so that a save that is under
  /// way then does not bring it back.
  var line = SaveLine()
  var held: HeldDraft?
  var watch: ChangeHub.Watch?
  /// A draft this session ends itself: it need not be told.
  var ownEnding: DraftID?

  var opening: Task<Result<Restoration, DraftError>, Never>?
  var opened: Restoration?
  /// Whether the restore question is answered: until then nothing is written.
  var isAnswered = false
  var isClosing = false
  /// Whether its draft is on the way to another owner.
  var isHandedOver = false
  /// A submit that was begun and not settled.
  var attempt: AttemptID?
  /// What was sent, while that is in doubt.
  var doubted: DraftSnapshot?
  /// Whether this form is the one that was sent: one that takes it over with a decision only is
  /// another.
  var canRepeat = true
  /// The last try that failed, and what it sent: the same is sent again under the same id.
  var failed: (attempt: AttemptID, sent: DraftSnapshot)?
  var autosave: Task<Void, Never>?
  /// The last save to a draft that was left.
  var leaving: Task<Void, Never>?
  var observers: [CheckedContinuation<Void, Never>] = []
  var isObserving = false

  /// What the store has, as this session last read or wrote it.
  var acknowledged: FormCapture?
  /// What a save that is under way takes to the store.
  var inFlight: FormCapture?
  var savesUnderWay = 0
  /// How a draft ended, heard of while a save was under way.
  var heardEnding: (draft: DraftID, ending: DraftSessionState.Ending)?
  /// When the form was last read for a save, by the session's clock.
  var lastCapture: Duration?
  /// What other writers' versions are compared with: the last state both sides knew.
  var base: DraftSnapshot?
  var lastReceipt: SaveReceipt?
  var kept = KeptValues()
  var refusals: [FieldPath: DraftError] = [:]
  var restoredReport: RestoreReport?
  var restoredForm: Form?
  var beforeRestore: BeforeRestore?
  /// A draft beside the one it holds, which must stay as it is: while a conflict is asked about for
  /// this session's text, while a submit is under way for what is edited meanwhile.
  var fork: SaveLine?
  var heldFork: HeldDraft?
  /// Whether the draft beside has an answer without a place in this form that the other has not.
  var forkHoldsMore = false
  var conflict: DraftConflict?

  /// The form before a draft was brought back, for going back to it.
  struct BeforeRestore {
    var form: Form
    var snapshot: DraftSnapshot
    var place: SessionPlace
    /// The form when the draft was in it, and nothing was edited since.
    var filled = DraftSnapshot()
  }

  init(
    form: Form, source: FormSource<Form>?, mapping: DraftMapping<Form>, store: DraftStore,
    key: DraftKey, draft: DraftID?, baseline: DraftBaseline?, options: DraftSessionOptions
  ) {
    self.mapping = mapping
    self.store = store
    self.key = key
    self.options = options
    self.baseline = baseline
    self.source = source
    current = form
    startForm = form
    wanted = draft
    timer = options.clock.timer
    schedule = AutosaveSchedule(
      debounce: options.debounce, maximumWait: options.maximumWait)
    // Also before it is opened it goes along when an account takes the owner's drafts over.
    _ = store.openSessions.add(self, of: key.owner)
  }

  /// A session that owns the form's value; bind views to ``form``.
  ///
  /// - Parameters:
  ///   - form: the form as it begins, empty or with the record's values.
  ///   - mapping: how the form is read and filled.
  ///   - store: where drafts are kept.
  ///   - owner: whose draft it is; without a default, so that sign-out finds it.
  ///   - record: what is edited; a new thing unless said.
  ///   - draft: a certain draft; nil for the last saved one that no session of this store holds.
  ///   - baseline: the record's version and values the form begins with.
  ///   - options: see ``DraftSessionOptions``.
  public convenience init(
    _ form: Form, _ mapping: DraftMapping<Form>, in store: DraftStore, owner: DraftOwner,
    record: DraftRecord = .new, draft: DraftID? = nil, baseline: DraftBaseline? = nil,
    options: DraftSessionOptions = .init()
  ) {
    self.init(
      form: form, source: nil, mapping: mapping, store: store,
      key: DraftKey(mapping.schema.id, owner: owner, record: record), draft: draft,
      baseline: baseline, options: options)
  }

  /// A session that owns the value of a form that lists its own fields; bind views to ``form``.
  ///
  /// - Parameters:
  ///   - form: the form as it begins, empty or with the record's values.
  ///   - store: where drafts are kept.
  ///   - owner: whose draft it is; without a default, so that sign-out finds it.
  ///   - record: what is edited; a new thing unless said.
  ///   - draft: a certain draft; nil for the last saved one that no session of this store holds.
  ///   - baseline: the record's version and values the form begins with.
  ///   - options: see ``DraftSessionOptions``.
  public convenience init(
    _ form: Form, in store: DraftStore, owner: DraftOwner, record: DraftRecord = .new,
    draft: DraftID? = nil, baseline: DraftBaseline? = nil, options: DraftSessionOptions = .init()
  ) where Form: DraftForm {
    self.init(
      form, Form.draftMapping, in: store, owner: owner, record: record, draft: draft,
      baseline: baseline, options: options)
  }
}

extension DraftSession {
  /// The form's value.
  ///
  /// Writing it, or a part of it, marks it as changed and moves the deadline of the next save.
  public var form: Form {
    get {
      signals.read(\.form)
      return source?.read() ?? current
    }
    _modify {
      signals.willChange(\.form)
      defer {
        signals.didChange(\.form)
        noteEdit()
      }
      if let source {
        var copy = source.read()
        yield &copy
        source.write(copy)
      } else {
        yield &current
      }
    }
  }

  /// What the session is doing.
  public internal(set) var state: DraftSessionState {
    get {
      signals.read(\.state)
      return status
    }
    set {
      signals.willChange(\.state)
      status = newValue
      signals.didChange(\.state)
    }
  }

  /// The draft it holds; nil until the first save or restore.
  public var draft: DraftID? {
    signals.read(\.state)
    return line.draft
  }

  /// What became of each answer at the restore; nil if nothing was restored.
  public var report: RestoreReport? {
    signals.read(\.state)
    return restoredReport
  }

  /// Fields whose stored values the form could not take at the restore, with the reason.
  ///
  /// The form has its own value there. What is stored stays until that is edited.
  public var refused: [FieldPath: DraftError] {
    signals.read(\.form)
    return refusals
  }

  /// The form as a restore filled it, for a form that is held elsewhere; nil if nothing was restored.
  public var restored: Form? {
    signals.read(\.state)
    return restoredForm
  }
}
