/// The outcome of a transition: handled, or not for a reason (D-160).
public struct Outcome: Hashable, Sendable {
  /// False where there was nothing to do, or the app or a screen refused.
  public internal(set) var handled: Bool
  /// Why it is not handled; nil for a word that only a newer version has.
  public internal(set) var reason: Reason?
  /// The popped controllers, bottom to top (M13).
  public var returned: [ControllerID]
  /// What most have not. Boxed: an outcome is copied six times on its way into the record, and each copy would retain
  /// each member.
  private var rare: Boxed<Rare>?

  private struct Rare: Hashable, Sendable {
    var blocked: [Blocked] = []
    var takenBy: ControllerID?
    var reopened: ControllerID?
    var steps: [Transition] = []
    var needs: [String] = []
    var parked = false
    var dropped: Dropped?
    var presented: PresentedElsewhere?

    var isEmpty: Bool {
      blocked.isEmpty && takenBy == nil && reopened == nil && steps.isEmpty && needs.isEmpty && !parked
        && dropped == nil && presented == nil
    }
  }

  /// A handled transition.
  public init(
    returned: [ControllerID] = [], takenBy: ControllerID? = nil, reopened: ControllerID? = nil, steps: [Transition] = []
  ) {
    handled = true
    self.returned = returned
    set(Rare(takenBy: takenBy, reopened: reopened, steps: steps))
  }

  /// The controllers that refused; if there are any, nothing has changed.
  public var blocked: [Blocked] { rare?.value.blocked ?? [] }
  /// The container that took a swipe, where more than one could (SYS4-22).
  public var takenBy: ControllerID? { rare?.value.takenBy }
  /// The controller that was returned to in place of another one (D-152).
  public var reopened: ControllerID? { rare?.value.reopened }
  /// The transitions that an `open` came to (D-167).
  public var steps: [Transition] { rare?.value.steps ?? [] }

  /// The conditions that do not hold: a link is parked until they do, or nothing is done (D-291, D-292).
  public var needs: [String] { rare?.value.needs ?? [] }
  /// Whether a link is parked.
  public var parked: Bool { rare?.value.parked ?? false }
  /// Why a link, or the `otherwise` of a condition, could not be opened (D-293).
  public var dropped: Dropped? { rare?.value.dropped }
  /// With `nothingPresented`: what is presented elsewhere (D-367).
  public var presented: PresentedElsewhere? { rare?.value.presented }

  private mutating func set(_ rare: Rare) { self.rare = rare.isEmpty ? nil : Boxed(rare) }

  /// Says that a controller was returned to in place of another one.
  mutating func reopen(_ id: ControllerID) {
    var rare = rare?.value ?? Rare()
    rare.reopened = id
    set(rare)
  }

  /// One that is not handled.
  public init(_ reason: Reason) {
    self.init()
    (handled, self.reason) = (false, reason)
  }

  /// One that these conditions refuse; there is at least one.
  init(needs: [String]) {
    self.init(.conditionUnmet)
    set(Rare(needs: needs))
  }

  /// What became of a link that waits for conditions.
  ///
  /// - Parameter isHandled: false where it waits already.
  init(parkedFor needs: [String], steps: [Transition], isHandled: Bool) {
    self.init()
    if !isHandled { (handled, reason) = (false, .alreadyThere) }
    set(Rare(steps: steps, needs: needs, parked: true))
  }

  /// Adds what the conditions did that it changed.
  mutating func add(_ settled: Outcome) {
    guard settled.rare != nil else { return }
    var rare = rare?.value ?? Rare()
    rare.steps += settled.steps
    (rare.needs, rare.parked, rare.dropped) = (settled.needs, settled.parked, settled.dropped)
    set(rare)
  }

  mutating func drop(_ rejection: Rejection) {
    var rare = rare?.value ?? Rare()
    rare.dropped = Dropped(rejection)
    set(rare)
  }

  /// One of a controller that presents nothing.
  init(nothingPresentedBut other: PresentedElsewhere?) {
    self.init(.nothingPresented)
    set(Rare(presented: other))
  }

  /// One that these controllers refused; there is at least one.
  public init(blocked: [Blocked]) {
    self.init(.blocked)
    set(Rare(blocked: blocked))
  }

  /// Whether a batch ends with it, without a change (D-5).
  var endsBatch: Bool { !blocked.isEmpty || reason == .conditionUnmet }

  /// This outcome as a handled one.
  var asHandled: Outcome { Outcome(returned: returned, takenBy: takenBy, reopened: reopened) }

  /// Why a transition is not handled (D-160). The words are open in the contract: a client skips those it does not know.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The screens in `blocked` refuse.
    case blocked
    /// The app's delegate refuses.
    case refusedByApp = "refused-by-app"
    /// All that it would set is set already.
    case noChange = "no-change"
    /// The stack has only its root.
    case atRoot = "at-root"
    /// The user has no back button.
    case noWayBack = "no-way-back"
    /// The screen on top allows no such swipe back, or the system has none.
    case swipeOff = "swipe-off"
    /// The controller is on top already.
    case alreadyThere = "already-there"
    /// The column is on display already.
    case alreadyShown = "already-shown"
    /// The column is not on display, or not on top.
    case alreadyHidden = "already-hidden"
    /// An expanded split view always shows its secondary.
    case alwaysShown = "always-shown"
    /// The column holds nothing.
    case emptyColumn = "empty-column"
    /// A compact tree is in place of the columns.
    case compactTree = "compact-tree"
    /// Only a collapsed split view shows its compact tree.
    case notCollapsed = "not-collapsed"
    /// Nothing is presented there.
    case nothingPresented = "nothing-presented"
    /// The app has disabled the gesture.
    case noGesture = "no-gesture"
    /// The sheet has the detent, which the window is too low for.
    case inactiveDetent = "inactive-detent"
    /// There is nothing further in that direction.
    case atEdge = "at-edge"
    /// No swipe back is in progress.
    case noSwipe = "no-swipe"
    /// No search is in progress.
    case noSearch = "no-search"
    /// No screen shows the item.
    case noMatch = "no-match"
    /// The list's selection follows its detail.
    case followsDetail = "follows-detail"
    /// A screen that it would bring requires what does not hold.
    case conditionUnmet = "condition-unmet"
    case nothingToUndo = "nothing-to-undo"
    case nothingToRedo = "nothing-to-redo"
  }

  /// Why a link could not be opened: the code of the refused step's problem, or a word.
  public enum Dropped: String, Hashable, Sendable, CaseIterable {
    case noSuchRoute = "no-such-route"
    case invalidParams = "invalid-params"
    case noTarget = "no-target"
    case refused

    init(_ rejection: Rejection) {
      if case .step(_, refused: let reason) = rejection {
        self.init(reason)
      } else if case .noTarget = rejection {
        self = .noTarget
      } else if case .noSuchRoute = rejection {
        self = .noSuchRoute
      } else if case .invalidParam = rejection {
        self = .invalidParams
      } else {
        self = .refused
      }
    }
  }

  /// A presented tree.
  public struct PresentedElsewhere: Hashable, Sendable {
    /// Its root.
    public var controller: ControllerID
    public var presenter: ControllerID

    public init(_ controller: ControllerID, by presenter: ControllerID) {
      self.controller = controller
      self.presenter = presenter
    }
  }

  /// A controller that refused the transition; it need not be on display.
  public struct Blocked: Hashable, Sendable {
    /// The reason of a refusal.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
      /// It refuses to leave the session (`blocksRemoval`).
      case removal
      /// It refuses a user's dismissal of the presented tree that contains it.
      case isModalInPresentation
      /// The app refuses that dismissal in `presentationControllerShouldDismiss(_:)`.
      case shouldDismiss
    }

    public var controller: ControllerID
    /// Its direct holder: its parent, its presenter, or the container that saves or preserves it; nil for the root of
    /// the window.
    public var holder: ControllerID?
    public var reason: Reason

    public init(_ controller: ControllerID, in holder: ControllerID?, by reason: Reason = .removal) {
      self.controller = controller
      self.holder = holder
      self.reason = reason
    }
  }
}

extension Outcome: MemberBody {
  package static var empty: Self { Self() }

  package mutating func members(_ m: inout some Members) {
    m.required("handled", &handled)
    m.reason(&reason)
    m.required("returned", &returned)
    var rare = rare?.value ?? Rare()
    m.list("blocked", &rare.blocked)
    m.optional("takenBy", &rare.takenBy)
    m.optional("reopened", &rare.reopened)
    m.list("steps", &rare.steps)
    m.list("needs", &rare.needs)
    m.flag("parked", &rare.parked)
    m.optional("dropped", &rare.dropped)
    m.optional("presented", &rare.presented)
    set(rare)
  }
}

extension Outcome.PresentedElsewhere: MemberBody {
  package static var empty: Self { Self(.automatic, by: .automatic) }

  package mutating func members(_ m: inout some Members) {
    m.required("controller", &controller)
    m.required("by", &presenter)
  }
}

extension Outcome.Blocked: MemberBody {
  package static var empty: Self { Self(.automatic, in: nil) }

  package mutating func members(_ m: inout some Members) {
    m.required("controller", &controller)
    m.optional("in", &holder)
    m.required("by", &reason)
  }
}
