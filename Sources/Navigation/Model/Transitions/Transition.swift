/// One thing that an app, a user or the system does to a session.
public struct Transition: Hashable, Sendable {
  public var action: Action
  /// Nil: as UIKit does it.
  public var animated: Bool?
  /// Takes screens out that block their removal.
  public var confirm: Bool

  public init(_ action: Action, animated: Bool? = nil, confirm: Bool = false) {
    self.action = action
    self.animated = animated
    self.confirm = confirm
  }

  /// What comes on display: a new tree (a `screen`, or any kind), or a controller of the session, which moves (NV-12).
  public enum Newcomer: Hashable, Sendable {
    case new(Controller)
    case existing(ControllerID)

    /// The id in the transition.
    var id: ControllerID {
      switch self {
      case .new(let controller): controller.id
      case .existing(let id): id
      }
    }
  }

  /// A child in a list that replaces a container's children: new, or one that the container holds now and that stays
  /// the same.
  public typealias Member = Newcomer

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

    /// One of each kind, with initial values, in the order of `openapi.yaml`: what a body's `type` may be.
    package static let kinds: [Action] = [
      Push(), Pop(), PopTo(), PopToRoot(), SetStack(), ReplaceTop(), Remove(), Back(), TapLeftBarButton(), Show(),
      ShowDetail(), SetDisplayMode(), TapDisplayModeButton(), TapSecondaryOnlyButton(), TapDimmedSecondary(), Swipe(),
      ShowColumn(), HideColumn(), SetColumn(), SetSplit(), TapTab(), SelectTab(), SetTabs(), SetBadge(),
      TapSidebarButton(), SetSidebar(), SetTabBar(), CancelSearch(), TapTitle(), Scroll(), SetPages(), SetTopTabs(),
      SelectRow(), DeselectRow(), TapRow(), Present(), Dismiss(), SwipeDown(), TapOutside(), DragSheet(), SetSheet(),
      SetRoot(), Resize(), Rotate(), SetMultitasking(), SetDevice(), Fold(), SetTraits(), EnterBackground(),
      EnterForeground(), UpdateScreen(), RemoveItem(), Open(), SetConditions(),
    ].map { (kind: any TransitionBody) in Action(kind) }
  }
}

/// One kind of transition: its members and its rule.
///
/// Each is a struct in the file of its family, and an element of `Transition.Action.kinds`. It conforms to
/// `AppTransition`, `UserTransition` or `SystemTransition`. Its initial values are the defaults of its members; a
/// required one has any.
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

extension Session {
  /// Without an id: the innermost container of the kind around the last visible leaf, else the only one in the window
  /// (D-16).
  ///
  /// Throws `noSuchController`, `wrongKind`, or `noTarget` without an id where the window has none of the kind, or
  /// several.
  func resolve(_ given: ControllerID?, _ kind: Controller.Kind) throws(Rejection) -> ControllerID {
    if let given {
      guard let found = root.findInSession(given) else { throw .noSuchController(given) }
      guard found.kind == kind else { throw .wrongKind(given, expected: kind) }
      return given
    }
    guard let meant = display.innermost(kind) ?? root.only(kind) else { throw .noTarget(.container(kind)) }
    return meant
  }
}
