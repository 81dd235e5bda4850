/// `lastTop` follows the user out of a narrow window: what is named in a wide one goes before it (D-261).
extension Session {
  /// Performs a transition where a split view remembers which column was on top: those around what it names a screen for
  /// forget it. That is a change, also where the screen is there already.
  mutating func performForgettingTops(
    _ action: Transition.Action, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let (start, recorded) = (self, recorder)
    let outcome = try action.body.apply(to: &self, &recorder)
    guard outcome.handled || outcome.isThere, let named = action.body.naming(in: start),
      let location = start.root.locateInSession(named)
    else { return outcome }
    if !outcome.handled {
      let questions = recorder.questions
      (self, recorder) = (start, recorded)
      recorder.questions = questions
    }
    var forgets = false
    for holder in [location.controller] + location.containers where holder.split?.lastTopColumn != nil {
      updateSplit(holder.id) { if $0.forgetTop() { forgets = true } }
    }
    return forgets && !outcome.handled ? outcome.asHandled : outcome
  }
}

extension Outcome {
  /// Whether it is not handled since what it names is on display.
  fileprivate var isThere: Bool { reason == .alreadyThere || reason == .alreadyShown }
}
