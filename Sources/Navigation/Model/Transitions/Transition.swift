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
  }

  /// A child in a list that replaces a container's children: new, or one that the container holds now and that stays
  /// the same.
  public typealias Member = Newcomer
}

extension Transition.Newcomer {
  /// The id in the transition.
  var id: ControllerID {
    switch self {
    case .new(let controller): controller.id
    case .existing(let id): id
    }
  }
}
