extension Event: KindedBody {
  package static let kinds = JSONKinds<Event>(
    [
      .delegateCall(.didExpand(split: .automatic)), .parentChanged(.automatic, from: nil, to: nil),
      .viewWillAppear(.automatic, animated: false), .viewDidAppear(.automatic, animated: false),
      .viewWillDisappear(.automatic, animated: false), .viewDidDisappear(.automatic, animated: false),
      .placeholderWillAppear(split: .automatic, placeholder: .automatic),
      .showDetailTargetDidChange(split: .automatic), .leftBarButtonTapped(.automatic),
      .selectionChanged(.automatic, from: nil, to: nil, .user), .collapsed(split: .automatic),
      .expanded(split: .automatic), .displayModeChanged(split: .automatic, from: .secondaryOnly, to: .secondaryOnly),
      .tabSelected(tabBar: .automatic, from: .automatic, to: .automatic),
      .pageChanged(topTabs: .automatic, from: .automatic, to: .automatic),
      .presented(.automatic, presenter: .automatic, .pageSheet), .dismissed(.automatic), .discarded(.automatic),
    ], members: { $0.members($1) })

  /// Nil where the type of the event, or the method of a delegate call, is none of this version's.
  package static func known(_ json: JSONValue) throws(BodyRefusal) -> Event? {
    var reader = try json.object()
    guard let kind = kinds[try reader.requireString("type")] else { return nil }
    if case .delegateCall = kind, DelegateCall.kinds[try reader.requireString("method")] == nil { return nil }
    return try Event(json: json)
  }

  package func members(_ m: JSONArchive) -> Event {
    switch self {
    case .delegateCall(let call): m.type("delegateCall", .delegateCall(call.members(m)))
    case .parentChanged(let id, let from, let to):
      m.type("parentChanged", .parentChanged(m("controller", id), from: m.orNull("from", from), to: m.orNull("to", to)))
    case .viewWillAppear(let id, let animated):
      m.type("viewWillAppear", .viewWillAppear(m("controller", id), animated: m("animated", animated)))
    case .viewDidAppear(let id, let animated):
      m.type("viewDidAppear", .viewDidAppear(m("controller", id), animated: m("animated", animated)))
    case .viewWillDisappear(let id, let animated):
      m.type("viewWillDisappear", .viewWillDisappear(m("controller", id), animated: m("animated", animated)))
    case .viewDidDisappear(let id, let animated):
      m.type("viewDidDisappear", .viewDidDisappear(m("controller", id), animated: m("animated", animated)))
    case .placeholderWillAppear(let split, let id):
      m.type(
        "placeholderWillAppear", .placeholderWillAppear(split: m("split", split), placeholder: m("placeholder", id)))
    case .showDetailTargetDidChange(let split):
      m.type("showDetailTargetDidChange", .showDetailTargetDidChange(split: m("split", split)))
    case .leftBarButtonTapped(let id): m.type("leftBarButtonTapped", .leftBarButtonTapped(m("controller", id)))
    case .selectionChanged(let id, let from, let to, let cause):
      m.type(
        "selectionChanged",
        .selectionChanged(m("controller", id), from: m.orNull("from", from), to: m.orNull("to", to), m("cause", cause)))
    case .collapsed(let split): m.type("collapsed", .collapsed(split: m("split", split)))
    case .expanded(let split): m.type("expanded", .expanded(split: m("split", split)))
    case .displayModeChanged(let split, let from, let to):
      m.type(
        "displayModeChanged", .displayModeChanged(split: m("split", split), from: m("from", from), to: m("to", to)))
    case .tabSelected(let tabBar, let from, let to):
      m.type("tabSelected", .tabSelected(tabBar: m("tabBar", tabBar), from: m("from", from), to: m("to", to)))
    case .pageChanged(let topTabs, let from, let to):
      m.type("pageChanged", .pageChanged(topTabs: m("topTabs", topTabs), from: m("from", from), to: m("to", to)))
    case .presented(let id, let presenter, let style):
      m.type("presented", .presented(m("controller", id), presenter: m("presenter", presenter), m("style", style)))
    case .dismissed(let id): m.type("dismissed", .dismissed(m("controller", id)))
    case .discarded(let id): m.type("discarded", .discarded(m("controller", id)))
    }
  }
}

extension JSONArchive {
  fileprivate func type(_ word: StaticString, _ members: @autoclosure () -> Event) -> Event {
    kind("type", word)
    return members()
  }
}
