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
    ], word: \.method)

  /// The members of a `delegateCall` but `type`, each once.
  func members(_ m: inout some Members) -> DelegateCall {
    var call = self
    m.member(
      { (reader) throws(BodyRefusal) in
        _ = try reader.requireID("controller")
        call = try reader.require("method").kind(Self.kinds)
      }, else: { _ in })
    return call.listed(&m)
  }

  private var method: StaticString {
    switch self {
    case .showDetail: "splitViewController(_:showDetail:sender:)"
    case .show: "splitViewController(_:show:sender:)"
    case .primaryForCollapsing: "primaryViewController(forCollapsing:)"
    case .collapseSecondary: "splitViewController(_:collapseSecondary:onto:)"
    case .primaryForExpanding: "primaryViewController(forExpanding:)"
    case .separateSecondary: "splitViewController(_:separateSecondaryFrom:)"
    case .willChangeDisplayMode: "splitViewController(_:willChangeTo:)"
    case .willShow: "splitViewController(_:willShow:)"
    case .didShow: "splitViewController(_:didShow:)"
    case .willHide: "splitViewController(_:willHide:)"
    case .didHide: "splitViewController(_:didHide:)"
    case .topColumnForCollapsing: "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)"
    case .displayModeForExpanding: "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)"
    case .targetDisplayModeForAction: "targetDisplayModeForAction(in:)"
    case .presentationGestureWillBegin: "splitViewControllerInteractivePresentationGestureWillBegin(_:)"
    case .presentationGestureDidEnd: "splitViewControllerInteractivePresentationGestureDidEnd(_:)"
    case .supportedInterfaceOrientations: "splitViewControllerSupportedInterfaceOrientations(_:)"
    case .didCollapse: "splitViewControllerDidCollapse(_:)"
    case .didExpand: "splitViewControllerDidExpand(_:)"
    case .shouldSelect: "tabBarController(_:shouldSelect:)"
    case .didSelect: "tabBarController(_:didSelect:)"
    case .shouldDismiss: "presentationControllerShouldDismiss(_:)"
    case .willDismiss: "presentationControllerWillDismiss(_:)"
    case .didDismiss: "presentationControllerDidDismiss(_:)"
    case .didAttemptToDismiss: "presentationControllerDidAttemptToDismiss(_:)"
    }
  }

  /// `answer` is null for nil, and left out where the method returns nothing.
  private func listed(_ m: inout some Members) -> DelegateCall {
    let method = method
    switch self {
    case .showDetail(let split, let id, let answer):
      return .showDetail(
        split: m.call(split, method), controller: m.argument("controller", id), answer: m("answer", answer))
    case .show(let split, let id, let answer):
      return .show(split: m.call(split, method), controller: m.argument("controller", id), answer: m("answer", answer))
    case .primaryForCollapsing(let split, let answer):
      return .primaryForCollapsing(split: m.call(split, method), answer: m.orNull("answer", answer))
    case .collapseSecondary(let split, let secondary, let primary, let answer):
      let split = m.call(split, method)
      let (secondary, primary) = m.arguments(("secondary", secondary), ("primary", primary))
      return .collapseSecondary(split: split, secondary: secondary, onto: primary, answer: m("answer", answer))
    case .primaryForExpanding(let split, let answer):
      return .primaryForExpanding(split: m.call(split, method), answer: m.orNull("answer", answer))
    case .separateSecondary(let split, let primary, let answer):
      return .separateSecondary(
        split: m.call(split, method), from: m.argument("primary", primary), answer: m.orNull("answer", answer))
    case .willChangeDisplayMode(let split, let mode):
      return .willChangeDisplayMode(split: m.call(split, method), to: m.argument("displayMode", mode))
    case .willShow(let split, let column): return .willShow(split: m.call(split, method), m.argument("column", column))
    case .didShow(let split, let column): return .didShow(split: m.call(split, method), m.argument("column", column))
    case .willHide(let split, let column): return .willHide(split: m.call(split, method), m.argument("column", column))
    case .didHide(let split, let column): return .didHide(split: m.call(split, method), m.argument("column", column))
    case .topColumnForCollapsing(let split, let proposed, let answer):
      return .topColumnForCollapsing(
        split: m.call(split, method), proposed: m.argument("proposed", proposed), answer: m("answer", answer))
    case .displayModeForExpanding(let split, let proposed, let answer):
      return .displayModeForExpanding(
        split: m.call(split, method), proposed: m.argument("proposed", proposed), answer: m("answer", answer))
    case .targetDisplayModeForAction(let split, let answer):
      return .targetDisplayModeForAction(split: m.call(split, method), answer: m("answer", OrAutomatic(answer)).word)
    case .presentationGestureWillBegin(let split): return .presentationGestureWillBegin(split: m.call(split, method))
    case .presentationGestureDidEnd(let split): return .presentationGestureDidEnd(split: m.call(split, method))
    case .supportedInterfaceOrientations(let split, let answer):
      return .supportedInterfaceOrientations(split: m.call(split, method), answer: m("answer", answer))
    case .didCollapse(let split): return .didCollapse(split: m.call(split, method))
    case .didExpand(let split): return .didExpand(split: m.call(split, method))
    case .shouldSelect(let tabBar, let tab, let answer):
      return .shouldSelect(
        tabBar: m.call(tabBar, method), tab: m.argument("controller", tab), answer: m("answer", answer))
    case .didSelect(let tabBar, let tab):
      return .didSelect(tabBar: m.call(tabBar, method), tab: m.argument("controller", tab))
    case .shouldDismiss(let root, let answer):
      return .shouldDismiss(presented: m.call(root, method), answer: m("answer", answer))
    case .willDismiss(let root): return .willDismiss(presented: m.call(root, method))
    case .didDismiss(let root): return .didDismiss(presented: m.call(root, method))
    case .didAttemptToDismiss(let root): return .didAttemptToDismiss(presented: m.call(root, method))
    }
  }
}

extension Archive where Self: ~Copyable {
  /// The controller whose delegate it is, and the method's full name.
  fileprivate mutating func call(_ callee: ControllerID, _ method: StaticString) -> ControllerID {
    let callee = self("controller", callee)
    member(
      { (_) throws(BodyRefusal) in },
      else: {
        $0.key("method")
        $0.plain(method)
      })
    return callee
  }

  /// The only member of `arguments`.
  fileprivate mutating func argument(_ name: StaticString, _ value: ControllerID) -> ControllerID {
    var value = value
    arguments { (reader) throws(BodyRefusal) in
      value = try reader.requireID(name)
    } else: {
      $0.member(name, value)
    }
    return value
  }

  fileprivate mutating func argument<Word: MemberWord>(_ name: StaticString, _ word: Word) -> Word {
    var word = word
    arguments { (reader) throws(BodyRefusal) in
      word = try reader.requireWord(name, Word.self)
    } else: {
      $0.word(name, word)
    }
    return word
  }

  fileprivate mutating func arguments(
    _ first: (name: StaticString, id: ControllerID), _ second: (name: StaticString, id: ControllerID)
  ) -> (ControllerID, ControllerID) {
    var (one, two) = (first.id, second.id)
    arguments { (reader) throws(BodyRefusal) in
      one = try reader.requireID(first.name)
      two = try reader.requireID(second.name)
    } else: {
      $0.member(first.name, one)
      $0.member(second.name, two)
    }
    return (one, two)
  }

  private mutating func arguments(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    member(
      { (reader) throws(BodyRefusal) in
        var arguments = try reader.require("arguments").object()
        try read(&arguments)
        try arguments.finish()
      },
      else: {
        $0.key("arguments")
        $0.beginObject()
        write(&$0)
        $0.endObject()
      })
  }
}
