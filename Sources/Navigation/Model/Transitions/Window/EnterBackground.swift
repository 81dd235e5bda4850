extension Transition {
  /// The background, where the system takes snapshots of the app at other sizes (SC-11, RS-7). Changes made there
  /// persist (D-118).
  public struct EnterBackground: SystemTransition {
    package static let type = "enterBackground"

    package mutating func members(_ m: inout some Members) {}

    /// One resize to the other orientation, or to a width of 320 points for a freely sized window, and one back, each
    /// with its effects on split views and pages.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard !session.environment.isInBackground else { return Outcome(.noChange) }
      let foreground = session.environment
      let pictured = foreground.asPictured
      if session.supports(pictured.orientation) { session.environment = pictured }
      session.layOut(&recorder)
      session.environment = foreground
      session.layOut(&recorder)
      session.environment.isInBackground = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static var enterBackground: Self { Self(Transition.EnterBackground()) }
}

extension Environment {
  /// The width of a free window's snapshot, in points.
  private static let picturedWidth = 320.0

  fileprivate var asPictured: Environment {
    var other = self
    switch place {
    case .device: other.rotate(to: orientation.other)
    case .deviceWindow(let device, let orientation, let size):
      other.place = .deviceWindow(device, orientation, Size(width: Self.picturedWidth, height: size.height))
    case .free(let size, let idiom, let scale):
      other.place = .free(Size(width: Self.picturedWidth, height: size.height), idiom, scale: scale)
    }
    return other
  }
}
