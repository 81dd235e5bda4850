/// One kind of transition: its members, its rule, and an example.
///
/// Each is a struct in a file of its own, and a case of `Transition.Action`. It conforms to `AppTransition`,
/// `UserTransition` or `SystemTransition`.
@usableFromInline
package protocol TransitionBody: Hashable, Sendable {
  /// The `type` in JSON.
  static var type: String { get }
  static var actor: Transition.Actor { get }
  /// One with every member that is required, as in the documentation.
  static var example: Self { get }

  /// Names each member once, in the order of the JSON, and makes a value of what the visitor returns for them.
  static func visit<Visitor: TransitionVisitor<Self> & ~Copyable>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) -> Self

  /// Performs it; what has happened when it throws or is not handled is discarded.
  func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome
}

/// A transition that the app performs.
@usableFromInline
package protocol AppTransition: TransitionBody {}

extension AppTransition {
  @inlinable package static var actor: Transition.Actor { .app }
}

/// A user's action.
@usableFromInline
package protocol UserTransition: TransitionBody {}

extension UserTransition {
  @inlinable package static var actor: Transition.Actor { .user }
}

/// A change of the window by the system.
@usableFromInline
package protocol SystemTransition: TransitionBody {}

extension SystemTransition {
  @inlinable package static var actor: Transition.Actor { .system }
}

extension Transition {
  /// Who performs a transition.
  @usableFromInline
  package enum Actor: Sendable {
    case app
    /// Impossible in the background, and for content out of reach (D-77).
    case user
    /// No screen blocks it (D-136).
    case system
  }
}

/// An operation on any transition: `Transition.Action.open` calls it with the body in the case.
@usableFromInline
package protocol TransitionOpener: ~Copyable {
  associatedtype Target
  associatedtype Failure: Error
  associatedtype Result

  /// - Parameter action: the case of the box.
  mutating func open<Body: TransitionBody>(
    _ box: Transition.Box<Body>, _ action: @escaping @Sendable (Transition.Box<Body>) -> Transition.Action,
    _ target: inout Target
  ) throws(Failure) -> Result
}

extension Transition {
  /// A transition's members behind one reference: an action is copied on its way to the record and the history, and
  /// each copy of the members would retain every one of them.
  @dynamicMemberLookup
  public final class Box<Body: Hashable & Sendable>: Hashable, Sendable {
    public let body: Body

    @inlinable
    package init(_ body: Body) { self.body = body }

    @inlinable
    public subscript<Member>(dynamicMember member: KeyPath<Body, Member>) -> Member { body[keyPath: member] }

    public static func == (left: Box, right: Box) -> Bool { left === right || left.body == right.body }

    public func hash(into hasher: inout Hasher) { body.hash(into: &hasher) }
  }
}

extension Transition.Box where Body: TransitionBody {
  @inlinable
  package static var example: Transition.Box<Body> { Transition.Box(Body.example) }
}
