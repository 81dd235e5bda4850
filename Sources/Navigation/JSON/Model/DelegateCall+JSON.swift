extension DelegateCall {
  package static let kinds = JSONKinds<DelegateCall>(
    [
      .showDetail(split: .automatic, controller: .automatic, answer: false),
      .show(split: .automatic, controller: .automatic, answer: false),
      .primaryForCollapsing(split: .automatic, answer: nil),
      .collapseSecondary(split: .automatic, secondary: .automatic, onto: .automatic, answer: false),
      .primaryForExpanding(split: .automatic, answer: nil),
      .separateSecondary(split: .automatic, from: .automatic, answer: nil),
      .willChangeDisplayMode(split: .automatic, to: .secondaryOnly), .willShow(split: .automatic, .primary),
      .didShow(split: .automatic, .primary), .willHide(split: .automatic, .primary),
      .didHide(split: .automatic, .primary),
      .topColumnForCollapsing(split: .automatic, proposed: .primary, answer: .primary),
      .displayModeForExpanding(split: .automatic, proposed: .secondaryOnly, answer: .secondaryOnly),
      .targetDisplayModeForAction(split: .automatic, answer: nil), .presentationGestureWillBegin(split: .automatic),
      .presentationGestureDidEnd(split: .automatic), .supportedInterfaceOrientations(split: .automatic, answer: .all),
      .didCollapse(split: .automatic), .didExpand(split: .automatic),
      .shouldSelect(tabBar: .automatic, tab: .automatic, answer: false),
      .didSelect(tabBar: .automatic, tab: .automatic), .shouldDismiss(presented: .automatic, answer: false),
      .willDismiss(presented: .automatic), .didDismiss(presented: .automatic),
      .didAttemptToDismiss(presented: .automatic),
    ], members: { $0.listed($1) })

  /// The members of a `delegateCall` but `type`, each once.
  func members(_ m: JSONArchive) -> DelegateCall {
    var call = self
    m.member(
      { (reader) throws(BodyRefusal) in
        _ = try reader.requireID("controller")
        call = try reader.require("method").kind(Self.kinds)
      }, else: { _ in })
    return call.listed(m)
  }

  /// `answer` is null for nil, and left out where the method returns nothing.
  private func listed(_ m: JSONArchive) -> DelegateCall {
    switch self {
    case .showDetail(let split, let id, let answer):
      m.call(split, "splitViewController(_:showDetail:sender:)") {
        .showDetail(split: $0, controller: m.argument("controller", id), answer: m("answer", answer))
      }
    case .show(let split, let id, let answer):
      m.call(split, "splitViewController(_:show:sender:)") {
        .show(split: $0, controller: m.argument("controller", id), answer: m("answer", answer))
      }
    case .primaryForCollapsing(let split, let answer):
      m.call(split, "primaryViewController(forCollapsing:)") {
        .primaryForCollapsing(split: $0, answer: m.orNull("answer", answer))
      }
    case .collapseSecondary(let split, let secondary, let primary, let answer):
      m.call(split, "splitViewController(_:collapseSecondary:onto:)") {
        let (secondary, primary) = m.object("arguments") { ($0("secondary", secondary), $0("primary", primary)) }
        return .collapseSecondary(split: $0, secondary: secondary, onto: primary, answer: m("answer", answer))
      }
    case .primaryForExpanding(let split, let answer):
      m.call(split, "primaryViewController(forExpanding:)") {
        .primaryForExpanding(split: $0, answer: m.orNull("answer", answer))
      }
    case .separateSecondary(let split, let primary, let answer):
      m.call(split, "splitViewController(_:separateSecondaryFrom:)") {
        .separateSecondary(split: $0, from: m.argument("primary", primary), answer: m.orNull("answer", answer))
      }
    case .willChangeDisplayMode(let split, let mode):
      m.call(split, "splitViewController(_:willChangeTo:)") {
        .willChangeDisplayMode(split: $0, to: m.argument("displayMode", mode))
      }
    case .willShow(let split, let column):
      m.call(split, "splitViewController(_:willShow:)") { .willShow(split: $0, m.argument("column", column)) }
    case .didShow(let split, let column):
      m.call(split, "splitViewController(_:didShow:)") { .didShow(split: $0, m.argument("column", column)) }
    case .willHide(let split, let column):
      m.call(split, "splitViewController(_:willHide:)") { .willHide(split: $0, m.argument("column", column)) }
    case .didHide(let split, let column):
      m.call(split, "splitViewController(_:didHide:)") { .didHide(split: $0, m.argument("column", column)) }
    case .topColumnForCollapsing(let split, let proposed, let answer):
      m.call(split, "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)") {
        .topColumnForCollapsing(split: $0, proposed: m.argument("proposed", proposed), answer: m("answer", answer))
      }
    case .displayModeForExpanding(let split, let proposed, let answer):
      m.call(split, "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)") {
        .displayModeForExpanding(split: $0, proposed: m.argument("proposed", proposed), answer: m("answer", answer))
      }
    case .targetDisplayModeForAction(let split, let answer):
      m.call(split, "targetDisplayModeForAction(in:)") {
        .targetDisplayModeForAction(split: $0, answer: m("answer", OrAutomatic(answer)).word)
      }
    case .presentationGestureWillBegin(let split):
      m.call(split, "splitViewControllerInteractivePresentationGestureWillBegin(_:)") {
        .presentationGestureWillBegin(split: $0)
      }
    case .presentationGestureDidEnd(let split):
      m.call(split, "splitViewControllerInteractivePresentationGestureDidEnd(_:)") {
        .presentationGestureDidEnd(split: $0)
      }
    case .supportedInterfaceOrientations(let split, let answer):
      m.call(split, "splitViewControllerSupportedInterfaceOrientations(_:)") {
        .supportedInterfaceOrientations(split: $0, answer: m("answer", answer))
      }
    case .didCollapse(let split): m.call(split, "splitViewControllerDidCollapse(_:)") { .didCollapse(split: $0) }
    case .didExpand(let split): m.call(split, "splitViewControllerDidExpand(_:)") { .didExpand(split: $0) }
    case .shouldSelect(let tabBar, let tab, let answer):
      m.call(tabBar, "tabBarController(_:shouldSelect:)") {
        .shouldSelect(tabBar: $0, tab: m.argument("controller", tab), answer: m("answer", answer))
      }
    case .didSelect(let tabBar, let tab):
      m.call(tabBar, "tabBarController(_:didSelect:)") { .didSelect(tabBar: $0, tab: m.argument("controller", tab)) }
    case .shouldDismiss(let root, let answer):
      m.call(root, "presentationControllerShouldDismiss(_:)") {
        .shouldDismiss(presented: $0, answer: m("answer", answer))
      }
    case .willDismiss(let root): m.call(root, "presentationControllerWillDismiss(_:)") { .willDismiss(presented: $0) }
    case .didDismiss(let root): m.call(root, "presentationControllerDidDismiss(_:)") { .didDismiss(presented: $0) }
    case .didAttemptToDismiss(let root):
      m.call(root, "presentationControllerDidAttemptToDismiss(_:)") { .didAttemptToDismiss(presented: $0) }
    }
  }
}

extension JSONArchive {
  /// The controller whose delegate it is, the method's full name, and the other members.
  fileprivate func call(
    _ callee: ControllerID, _ method: StaticString, _ members: (ControllerID) -> DelegateCall
  ) -> DelegateCall {
    let callee = self("controller", callee)
    kind("method", method)
    return members(callee)
  }

  /// The only member of `arguments`.
  fileprivate func argument(_ name: StaticString, _ value: ControllerID) -> ControllerID {
    object("arguments") { $0(name, value) }
  }

  fileprivate func argument<Word: MemberWord>(_ name: StaticString, _ word: Word) -> Word {
    object("arguments") { $0(name, word) }
  }
}
