import NavigationModel

extension DelegateCall {
  /// The members of a `delegateCall` but `type`.
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    let callee = try reader.requireID("controller")
    switch try reader.requireWord("method", DelegateMethod.self) {
    case .showDetail:
      self = .showDetail(
        split: callee, controller: try reader.argument("controller"), answer: try reader.requireBool("answer"))
    case .show:
      self = .show(
        split: callee, controller: try reader.argument("controller"), answer: try reader.requireBool("answer"))
    case .primaryForCollapsing:
      self = .primaryForCollapsing(split: callee, answer: try reader.requireNullableID("answer"))
    case .collapseSecondary:
      var arguments = try reader.require("arguments").object()
      let (secondary, primary) = (try arguments.requireID("secondary"), try arguments.requireID("primary"))
      try arguments.finish()
      self = .collapseSecondary(
        split: callee, secondary: secondary, onto: primary, answer: try reader.requireBool("answer"))
    case .primaryForExpanding:
      self = .primaryForExpanding(split: callee, answer: try reader.requireNullableID("answer"))
    case .separateSecondary:
      self = .separateSecondary(
        split: callee, from: try reader.argument("primary"), answer: try reader.requireNullableID("answer"))
    case .willChangeDisplayMode:
      self = .willChangeDisplayMode(split: callee, to: try reader.argument("displayMode", DisplayMode.self))
    case .willShow: self = .willShow(split: callee, try reader.argument("column", Column.self))
    case .didShow: self = .didShow(split: callee, try reader.argument("column", Column.self))
    case .willHide: self = .willHide(split: callee, try reader.argument("column", Column.self))
    case .didHide: self = .didHide(split: callee, try reader.argument("column", Column.self))
    case .topColumnForCollapsing:
      let proposed = try reader.argument("proposed", Column.self)
      self = .topColumnForCollapsing(
        split: callee, proposed: proposed, answer: try reader.requireWord("answer", Column.self))
    case .displayModeForExpanding:
      let proposed = try reader.argument("proposed", DisplayMode.self)
      self = .displayModeForExpanding(
        split: callee, proposed: proposed, answer: try reader.requireWord("answer", DisplayMode.self))
    case .targetDisplayModeForAction:
      self = .targetDisplayModeForAction(
        split: callee, answer: try reader.requireWord("answer", OrAutomatic<DisplayMode>.self).word)
    case .presentationGestureWillBegin: self = .presentationGestureWillBegin(split: callee)
    case .presentationGestureDidEnd: self = .presentationGestureDidEnd(split: callee)
    case .supportedInterfaceOrientations:
      self = .supportedInterfaceOrientations(
        split: callee, answer: try reader.requireWord("answer", InterfaceOrientations.self))
    case .didCollapse: self = .didCollapse(split: callee)
    case .didExpand: self = .didExpand(split: callee)
    case .shouldSelect:
      self = .shouldSelect(
        tabBar: callee, tab: try reader.argument("controller"), answer: try reader.requireBool("answer"))
    case .didSelect: self = .didSelect(tabBar: callee, tab: try reader.argument("controller"))
    case .shouldDismiss: self = .shouldDismiss(presented: callee, answer: try reader.requireBool("answer"))
    case .willDismiss: self = .willDismiss(presented: callee)
    case .didDismiss: self = .didDismiss(presented: callee)
    case .didAttemptToDismiss: self = .didAttemptToDismiss(presented: callee)
    }
  }

  /// The members of a `delegateCall` but `type`: `answer` is null for nil, and left out where the method returns
  /// nothing.
  borrowing func writeMembers(to writer: inout JSONWriter) {
    writer.member("controller", callee)
    writer.word("method", method)
    switch self {
    case .showDetail(_, let controller, let answer), .show(_, let controller, let answer),
      .shouldSelect(_, let controller, let answer):
      writer.argument("controller", controller.description)
      writer.member("answer", answer)
    case .primaryForCollapsing(_, let answer), .primaryForExpanding(_, let answer): writer.nullable("answer", answer)
    case .collapseSecondary(_, let secondary, let primary, let answer):
      writer.key("arguments")
      writer.beginObject()
      writer.member("secondary", secondary)
      writer.member("primary", primary)
      writer.endObject()
      writer.member("answer", answer)
    case .separateSecondary(_, let primary, let answer):
      writer.argument("primary", primary.description)
      writer.nullable("answer", answer)
    case .willChangeDisplayMode(_, let mode): writer.argument("displayMode", mode.rawValue)
    case .willShow(_, let column), .didShow(_, let column), .willHide(_, let column), .didHide(_, let column):
      writer.argument("column", column.rawValue)
    case .topColumnForCollapsing(_, let proposed, let answer):
      writer.argument("proposed", proposed.rawValue)
      writer.word("answer", answer)
    case .displayModeForExpanding(_, let proposed, let answer):
      writer.argument("proposed", proposed.rawValue)
      writer.word("answer", answer)
    case .targetDisplayModeForAction(_, let answer): writer.word("answer", OrAutomatic(answer))
    case .supportedInterfaceOrientations(_, let answer): writer.word("answer", answer)
    case .shouldDismiss(_, let answer): writer.member("answer", answer)
    case .didCollapse, .didExpand, .presentationGestureWillBegin, .presentationGestureDidEnd, .willDismiss, .didDismiss,
      .didAttemptToDismiss:
      break
    case .didSelect(_, let tab): writer.argument("controller", tab.description)
    }
  }

  /// The container, or the presented tree, whose delegate it is.
  private var callee: ControllerID {
    switch self {
    case .showDetail(let split, _, _), .show(let split, _, _), .primaryForCollapsing(let split, _),
      .collapseSecondary(let split, _, _, _), .primaryForExpanding(let split, _), .separateSecondary(let split, _, _),
      .willChangeDisplayMode(let split, _), .willShow(let split, _), .didShow(let split, _), .willHide(let split, _),
      .didHide(let split, _), .didCollapse(let split), .didExpand(let split), .topColumnForCollapsing(let split, _, _),
      .displayModeForExpanding(let split, _, _), .targetDisplayModeForAction(let split, _),
      .presentationGestureWillBegin(let split), .presentationGestureDidEnd(let split),
      .supportedInterfaceOrientations(let split, _):
      split
    case .shouldSelect(let tabBar, _, _), .didSelect(let tabBar, _): tabBar
    case .shouldDismiss(let presented, _), .willDismiss(let presented), .didDismiss(let presented),
      .didAttemptToDismiss(let presented):
      presented
    }
  }
}

extension JSONObjectReader {
  /// The only member of `arguments`.
  fileprivate mutating func argument(_ name: StaticString) throws(BodyRefusal) -> ControllerID {
    var arguments = try require("arguments").object()
    let id = try arguments.requireID(name)
    try arguments.finish()
    return id
  }

  /// The only member of `arguments`.
  fileprivate mutating func argument<T: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: T.Type
  ) throws(BodyRefusal) -> T where T.RawValue == String {
    var arguments = try require("arguments").object()
    let word = try arguments.requireWord(name, type)
    try arguments.finish()
    return word
  }
}

extension JSONWriter {
  /// `arguments` with one member.
  fileprivate mutating func argument(_ name: StaticString, _ value: String) {
    key("arguments")
    beginObject()
    member(name, value)
    endObject()
  }
}
