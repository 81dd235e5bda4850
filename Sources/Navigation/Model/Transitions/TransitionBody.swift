/// One kind of transition: its members and its rule.
///
/// Each is a struct in a file of its own, and a line of `Transition.Action.kinds`. It conforms to `AppTransition`,
/// `UserTransition` or `SystemTransition`. Its initial values are the defaults of its members; a required one has any.
package protocol TransitionBody: ArchivedTransition, Hashable, Sendable {
  /// The `type` in JSON.
  static var type: String { get }
  static var actor: Transition.Actor { get }

  /// Names each member once, in the order of the JSON: it is read, written or listed.
  mutating func members(_ m: inout some Members)

  /// Performs it; what has happened when it throws or is not handled is discarded.
  func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome

  /// Whether it continues a swipe back, which any other cancels.
  var continuesBack: Bool { get }
  /// Whether its rule performs other transitions, each with all that a transition has.
  var isMadeOfSteps: Bool { get }
  /// The controller within whose split views it names a screen for a column; nil for most (D-261).
  func naming(in session: Session) -> ControllerID?
  /// What it drags in this state; nil for most.
  func dragged(in session: Session) -> Dragged?
  /// The stage of a drag of the window's edge.
  var resizePhase: Transition.ResizePhase? { get }
}

extension TransitionBody {
  package var continuesBack: Bool { false }
  package var isMadeOfSteps: Bool { false }
  package func naming(in session: Session) -> ControllerID? { nil }
  package func dragged(in session: Session) -> Dragged? { nil }
  package var resizePhase: Transition.ResizePhase? { nil }

  // Asked of a value: its dynamic type would be looked up.
  fileprivate var ownType: String { Self.type }
  fileprivate var ownActor: Transition.Actor { Self.actor }

  fileprivate func isEqual(to other: any TransitionBody) -> Bool { other as? Self == self }
}

/// A transition that the app performs.
package protocol AppTransition: TransitionBody {}

extension AppTransition {
  package static var actor: Transition.Actor { .app }
}

/// A user's action.
package protocol UserTransition: TransitionBody {}

extension UserTransition {
  package static var actor: Transition.Actor { .user }
}

/// A change of the window by the system.
package protocol SystemTransition: TransitionBody {}

extension SystemTransition {
  package static var actor: Transition.Actor { .system }
}

extension Transition {
  /// Who performs a transition.
  package enum Actor: Sendable {
    case app
    /// Impossible in the background, and for content out of reach (D-77).
    case user
    /// No screen blocks it (D-136).
    case system
  }

  /// What is done: a transition without the members that every one has.
  ///
  /// A member that is nil means the innermost controller of its kind around the screen shown last.
  ///
  /// A class: a transition is copied ten times on its way into the record, and each copy of an `any` asks the type how.
  public final class Action: Hashable, Sendable {
    package let body: any TransitionBody

    package init(_ body: any TransitionBody) { self.body = body }

    /// The transition if it is of this kind, such as `Transition.Push.self`.
    public func body<Body>(as kind: Body.Type) -> Body? { body as? Body }

    package var type: String { body.ownType }
    package var actor: Actor { body.ownActor }

    public static func == (left: Action, right: Action) -> Bool { left === right || left.body.isEqual(to: right.body) }

    public func hash(into hasher: inout Hasher) { body.hash(into: &hasher) }
  }
}

extension Transition.Action {
  /// One of each kind, with initial values, in the order of `openapi.yaml`: what a body's `type` may be.
  package static let kinds: [Transition.Action] = [
    Transition.Push(), Transition.Pop(), Transition.PopTo(), Transition.PopToRoot(), Transition.SetStack(),
    Transition.ReplaceTop(), Transition.Remove(), Transition.Back(), Transition.TapLeftBarButton(), Transition.Show(),
    Transition.ShowDetail(), Transition.SetDisplayMode(), Transition.TapDisplayModeButton(),
    Transition.TapSecondaryOnlyButton(), Transition.TapDimmedSecondary(), Transition.Swipe(), Transition.ShowColumn(),
    Transition.HideColumn(), Transition.SetColumn(), Transition.SetSplit(), Transition.TapTab(),
    Transition.SelectTab(), Transition.SetTabs(), Transition.SetBadge(), Transition.TapSidebarButton(),
    Transition.SetSidebar(), Transition.SetTabBar(), Transition.CancelSearch(), Transition.TapTitle(),
    Transition.Scroll(),
    Transition.SetPages(), Transition.SetTopTabs(), Transition.SelectRow(), Transition.DeselectRow(),
    Transition.TapRow(), Transition.Present(), Transition.Dismiss(), Transition.SwipeDown(), Transition.TapOutside(),
    Transition.DragSheet(), Transition.SetSheet(), Transition.SetRoot(), Transition.Resize(), Transition.Rotate(),
    Transition.SetMultitasking(),
    Transition.SetDevice(), Transition.Fold(), Transition.SetTraits(), Transition.EnterBackground(),
    Transition.EnterForeground(), Transition.UpdateScreen(), Transition.RemoveItem(), Transition.Open(),
    Transition.SetConditions(),
  ].map { (kind: any TransitionBody) in Transition.Action(kind) }
}
