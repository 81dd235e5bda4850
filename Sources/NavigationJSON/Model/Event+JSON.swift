import NavigationModel

extension Event {
  /// One flat object whose `type` decides the rest; an unknown type is refused.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let type = try reader.requireWord("type", EventType.self)
    try self.init(type, members: &reader)
    try reader.finish()
  }

  /// Nil where the type of the event, or the method of a delegate call, is none of this version's.
  package static func known(_ json: JSONValue) throws(BodyRefusal) -> Event? {
    var reader = try json.object()
    guard let type = EventType(rawValue: try reader.requireString("type")) else { return nil }
    if type == .delegateCall, DelegateMethod(rawValue: try reader.requireString("method")) == nil { return nil }
    return try Event(json: json)
  }

  private init(_ type: EventType, members reader: inout JSONObjectReader) throws(BodyRefusal) {
    switch type {
    case .delegateCall: self = .delegateCall(try DelegateCall(members: &reader))
    case .parentChanged:
      self = .parentChanged(
        try reader.requireID("controller"), from: try reader.requireNullableID("from"),
        to: try reader.requireNullableID("to"))
    case .viewWillAppear:
      self = .viewWillAppear(try reader.requireID("controller"), animated: try reader.requireBool("animated"))
    case .viewDidAppear:
      self = .viewDidAppear(try reader.requireID("controller"), animated: try reader.requireBool("animated"))
    case .viewWillDisappear:
      self = .viewWillDisappear(try reader.requireID("controller"), animated: try reader.requireBool("animated"))
    case .viewDidDisappear:
      self = .viewDidDisappear(try reader.requireID("controller"), animated: try reader.requireBool("animated"))
    case .placeholderWillAppear:
      self = .placeholderWillAppear(
        split: try reader.requireID("split"), placeholder: try reader.requireID("placeholder"))
    case .showDetailTargetDidChange: self = .showDetailTargetDidChange(split: try reader.requireID("split"))
    case .leftBarButtonTapped: self = .leftBarButtonTapped(try reader.requireID("controller"))
    case .selectionChanged:
      self = .selectionChanged(
        try reader.requireID("controller"), from: try reader.requireNullableString("from"),
        to: try reader.requireNullableString("to"), try reader.requireWord("cause", SelectionCause.self))
    case .collapsed: self = .collapsed(split: try reader.requireID("split"))
    case .expanded: self = .expanded(split: try reader.requireID("split"))
    case .displayModeChanged:
      self = .displayModeChanged(
        split: try reader.requireID("split"), from: try reader.requireWord("from", DisplayMode.self),
        to: try reader.requireWord("to", DisplayMode.self))
    case .tabSelected:
      self = .tabSelected(
        tabBar: try reader.requireID("tabBar"), from: try reader.requireID("from"), to: try reader.requireID("to"))
    case .pageChanged:
      self = .pageChanged(
        topTabs: try reader.requireID("topTabs"), from: try reader.requireID("from"), to: try reader.requireID("to"))
    case .presented:
      self = .presented(
        try reader.requireID("controller"), presenter: try reader.requireID("presenter"),
        try reader.requireWord("style", PresentationStyle.self))
    case .dismissed: self = .dismissed(try reader.requireID("controller"))
    case .discarded: self = .discarded(try reader.requireID("controller"))
    }
  }
}

extension Event {
  public borrowing func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.word("type", type)
    writeMembers(to: &writer)
    writer.endObject()
  }

  private borrowing func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .delegateCall(let call): call.writeMembers(to: &writer)
    case .parentChanged(let controller, let from, let to):
      writer.member("controller", controller)
      writer.nullable("from", from)
      writer.nullable("to", to)
    case .viewWillAppear(let controller, let animated), .viewDidAppear(let controller, let animated),
      .viewWillDisappear(let controller, let animated), .viewDidDisappear(let controller, let animated):
      writer.member("controller", controller)
      writer.member("animated", animated)
    case .placeholderWillAppear(let split, let placeholder):
      writer.member("split", split)
      writer.member("placeholder", placeholder)
    case .showDetailTargetDidChange(let split), .collapsed(let split), .expanded(let split):
      writer.member("split", split)
    case .selectionChanged(let controller, let from, let to, let cause):
      writer.member("controller", controller)
      writer.nullable("from", from)
      writer.nullable("to", to)
      writer.word("cause", cause)
    case .displayModeChanged(let split, let from, let to):
      writer.member("split", split)
      writer.word("from", from)
      writer.word("to", to)
    case .tabSelected(let tabBar, let from, let to):
      writer.member("tabBar", tabBar)
      writer.member("from", from)
      writer.member("to", to)
    case .pageChanged(let topTabs, let from, let to):
      writer.member("topTabs", topTabs)
      writer.member("from", from)
      writer.member("to", to)
    case .presented(let controller, let presenter, let style):
      writer.member("controller", controller)
      writer.member("presenter", presenter)
      writer.word("style", style)
    case .leftBarButtonTapped(let controller), .dismissed(let controller), .discarded(let controller):
      writer.member("controller", controller)
    }
  }
}

/// The word for each event: its `type` in JSON.
package enum EventType: String, CaseIterable {
  case delegateCall, parentChanged
  case viewWillAppear, viewDidAppear, viewWillDisappear, viewDidDisappear
  case placeholderWillAppear, showDetailTargetDidChange, leftBarButtonTapped, selectionChanged
  case collapsed, expanded, displayModeChanged, tabSelected, pageChanged, presented, dismissed, discarded
}

extension Event {
  /// A property, because an initialiser would be given a copy of the whole event.
  package var type: EventType {
    switch self {
    case .delegateCall: .delegateCall
    case .parentChanged: .parentChanged
    case .viewWillAppear: .viewWillAppear
    case .viewDidAppear: .viewDidAppear
    case .viewWillDisappear: .viewWillDisappear
    case .viewDidDisappear: .viewDidDisappear
    case .placeholderWillAppear: .placeholderWillAppear
    case .showDetailTargetDidChange: .showDetailTargetDidChange
    case .leftBarButtonTapped: .leftBarButtonTapped
    case .selectionChanged: .selectionChanged
    case .collapsed: .collapsed
    case .expanded: .expanded
    case .displayModeChanged: .displayModeChanged
    case .tabSelected: .tabSelected
    case .pageChanged: .pageChanged
    case .presented: .presented
    case .dismissed: .dismissed
    case .discarded: .discarded
    }
  }
}
