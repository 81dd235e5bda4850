/// The members and words that version 1.0 does not know, in what a transition brings or sets.
extension Transition.Newcomer {
  var hasNewWords: Bool { if case .new(let controller) = self { controller.hasNewWords } else { false } }
}

extension Controller {
  package var hasNewWords: Bool {
    summary.holdsNewWords || summary.holdsRowWords || holdsSplit { $0.delegate.hasNewWords }
  }
}

extension ScreenUpdate {
  var hasNewWords: Bool {
    selectionFollowsDetail != nil || row != nil || supportedInterfaceOrientations != nil || traitOverride != nil
      || isTabBarHidden != nil
  }
}

extension SplitUpdate {
  var hasNewWords: Bool {
    if case .some(.some(.asWindow)) = traitOverride { return true }
    guard let delegate else { return false }
    var answers = SplitDelegate()
    answers.apply(delegate)
    return delegate.onDetailPopped != nil || answers.hasNewWords
  }
}

extension SplitDelegate {
  var hasNewWords: Bool {
    if onShowDetail == .replaceDetails || onDetailPopped != .keep { return true }
    return switch supportedInterfaceOrientations {
    case .portrait, .landscape: true
    case .system, .portraitOnPhone: false
    }
  }
}
