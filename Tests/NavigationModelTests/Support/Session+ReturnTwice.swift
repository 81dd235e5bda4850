import Testing

@testable import Navigation

extension Session {
  /// `return` twice is the same as once (D-152): what was opened is on top. Unless the second goes elsewhere, as from a
  /// sender that the first took off the page.
  func requireNothingAgain(
    _ transition: Transition, _ newcomer: Transition.Newcomer, since before: Session, _ story: () -> String
  ) throws {
    // A controller of the session is reopened where it is (D-65), which may be elsewhere.
    guard case .new(let controller) = newcomer, controller.lowest?.screen != nil else { return }
    if place(of: transition.action) != before.place(of: transition.action) { return }
    var twice = self
    guard let answer = try? twice.apply(transition) else { return }
    try #require(
      !answer.outcome.handled, "a second return is handled: \(transition) gives \(twice.sketch) after \(story())")
    try #require(twice == self, "a second return changes something after \(story())")
  }

  /// The page from which the newcomer is opened; nil where a presentation decides.
  private func place(of action: Transition.Action) -> ControllerID? {
    let place: ControllerID? =
      switch action.body {
      case let push as Transition.Push: try? resolveStack(push.stack)
      case let show as Transition.Show: try? resolveSender(show.sender).controller.id
      case let detail as Transition.ShowDetail: try? resolveSender(detail.sender).controller.id
      default: nil
      }
    return place.flatMap { page(of: $0)?.id }
  }
}

extension Transition.Action {
  /// The newcomer of a transition with `again: return`.
  var returning: Transition.Newcomer? {
    switch body {
    case let push as Transition.Push: push.again == .return ? push.newcomer : nil
    case let show as Transition.Show: show.again == .return ? show.newcomer : nil
    case let detail as Transition.ShowDetail: detail.again == .return ? detail.newcomer : nil
    case let tap as Transition.TapRow: tap.again == .return ? tap.newcomer : nil
    case let present as Transition.Present: present.again == .return ? present.newcomer : nil
    default: nil
    }
  }
}
