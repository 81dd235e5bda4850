/// What a session was as it went to the background.
public struct Background: Hashable, Sendable {
  public var environment: Environment
  public var root: Controller

  public init(environment: Environment, root: Controller) {
    self.environment = environment
    self.root = root
  }
}

/// The background, in which the system takes its pictures of the app at other sizes (SC-11).
extension Session {
  /// One resize to the other orientation, a free window's to 320 points wide, and one back, with all that they make split views and pages do.
  mutating func enterBackground(_ telling: inout Telling) -> Outcome {
    guard background == nil else { return Outcome(handled: false) }
    let before = Background(environment: environment, root: root)
    let pictured = environment.asPictured
    if supports(pictured.orientation) { environment = pictured }
    settle(&telling)
    environment = before.environment
    settle(&telling)
    background = before
    return Outcome()
  }

  /// The state of `enterBackground` again; what came since is gone.
  mutating func enterForeground() -> Outcome {
    guard let before = background else { return Outcome(handled: false) }
    environment = before.environment
    root = before.root
    background = nil
    return Outcome()
  }
}

extension Environment {
  /// The width at which a free window is pictured, in points.
  private static let picturedWidth = 320.0

  fileprivate var asPictured: Environment {
    var other = self
    switch place {
    case .device: other.rotate(to: orientation == .portrait ? .landscape : .portrait)
    case .deviceWindow(let device, let orientation, let size):
      other.place = .deviceWindow(device, orientation, Size(width: Self.picturedWidth, height: size.height))
    case .free(let size, let idiom, let scale):
      other.place = .free(Size(width: Self.picturedWidth, height: size.height), idiom, scale: scale)
    }
    return other
  }
}
