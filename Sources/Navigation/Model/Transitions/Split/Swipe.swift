extension Transition {
  /// A user's swipe over the window. Pages under the finger take it first, if they can (SYS4-22). Else a swipe from the
  /// primary's edge reveals a column, one from the other edge hides one.
  public struct Swipe: UserTransition {
    package static let type = "swipe"

    /// Where the swipe begins.
    public var edge: HorizontalEdge = .leading
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("edge", &edge)
      m.optional("split", &split)
    }

    /// Not handled at the end or with swipes disabled (DM-14).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if let split { _ = try session.resolve(split, .split) }
      if let taken = session.swipePages(edge, inside: split, &recorder) { return taken }
      let id = try session.resolve(split, .split)
      var refusal: Outcome.Reason?
      _ = try session.chooseMode(of: id, &recorder) { (id, split, room, recorder) in
        let mode = split.displayMode
        guard split.preferencesInForce.presentsWithGesture else {
          refusal = .noGesture
          return mode
        }
        let reveals = edge == split.preferences.primaryEdge
        if split.style == .classic, split.hidesAll == reveals {
          let answer = split.delegate.targetDisplayModeForAction
          recorder.call(.targetDisplayModeForAction(split: id, answer: answer))
        }
        guard let target = split.swipeTarget(in: room, reveals: reveals) else {
          refusal = .atEdge
          return mode
        }
        if split.style != .classic {
          recorder.call(.presentationGestureWillBegin(split: id))
          recorder.notify(.presentationGestureDidEnd(split: id))
        }
        return target
      }
      return refusal.map { Outcome($0) } ?? Outcome(takenBy: id)
    }
  }
}

extension Transition.Action {
  public static func swipe(_ edge: HorizontalEdge, split: ControllerID? = nil) -> Self {
    Self(Transition.Swipe(edge: edge, split: split))
  }
}

extension Split {
  /// The mode after a swipe that reveals or hides a column; nil at the end. The classic style uses the button's target,
  /// the column style single steps (DM-14).
  func swipeTarget(in room: SplitRoom, reveals: Bool) -> DisplayMode? {
    let target: DisplayMode?
    switch style {
    case .doubleColumn, .tripleColumn: target = room.swipeTarget(in: displayMode, reveals: reveals)
    case .classic:
      guard hidesAll == reveals else { return nil }
      target = room.classicTarget(in: displayMode, answer: delegate.targetDisplayModeForAction)
    }
    return target == displayMode ? nil : target
  }

  /// Whether the secondary is alone.
  fileprivate var hidesAll: Bool { displayMode == .secondaryOnly }
}
