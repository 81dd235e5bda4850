extension Transition: JSONMember {
  package static let kinds = JSONKinds(Action.kinds, word: \.type)

  /// One flat object whose `type` decides the rest.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self = try reader.require("type").kind(Self.kinds).body.read(&reader)
  }

  /// The transition as a request would give it: new trees as settable members and state, defaults left out.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.plain(action.type)
    action.body.writeMembers(to: &writer)
    writer.member("animated", animated)
    writer.flag("confirm", confirm)
    writer.endObject()
  }

  /// The texts in its JSON, ids among them.
  var texts: [String] {
    guard let text = try? JSONDocument(json(), maximumDepth: JSONDocument.treeDepth).root.text else { return [] }
    return text.nodes.indices.compactMap { text.nodes[$0].kind == .string ? text.string(at: $0) : nil }
  }
}

extension ArchivedTransition where Self: TransitionBody {
  /// One of this kind with the members of the object.
  package func read(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Transition {
    var body = self
    var (animated, confirm): (Bool?, Bool) = (nil, false)
    body.members(&reader)
    reader.optional("animated", &animated)
    reader.flag("confirm", &confirm)
    try reader.finish()
    return Transition(Transition.Action(body), animated: animated, confirm: confirm)
  }

  package func writeMembers(to writer: inout JSONWriter) {
    var body = self
    body.members(&writer)
  }
}

extension Transition.Newcomer: JSONMember {
  /// Exactly one of `screen`, a new screen, and `controller`, an id or a new tree.
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    switch (reader.optional("screen"), reader.optional("controller")) {
    case (let screen?, nil): self = .new(try Controller(screen: screen))
    case (nil, let controller?): try self.init(json: controller)
    case (nil, nil): throw reader.missing("screen", "controller")
    case (_?, _?): throw reader.object.refused("expected only one of \"screen\" and \"controller\"")
    }
  }

  /// An id or a new tree.
  public init(json: JSONValue) throws(BodyRefusal) {
    switch json.kind {
    case .string: self = .existing(try json.id())
    case .object: self = .new(try Controller(json: json))
    case .null, .bool, .number, .array: throw json.refused("expected an id or a controller, found \(json.kindName)")
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .existing(let id): id.write(to: &writer)
    case .new(let controller): controller.write(to: &writer, form: .request)
    }
  }

  /// The one member: `screen` for a new screen, `controller` for the others.
  func writeMember(to writer: inout JSONWriter) {
    switch self {
    case .existing(let id): writer.member("controller", id)
    case .new(let controller) where controller.kind == .screen:
      writer.key("screen")
      controller.writeScreen(to: &writer)
    case .new(let controller): writer.tree("controller", controller, form: .request)
    }
  }
}

extension Transition.Root {
  /// Exactly one of `controller`, a new tree or an id, and `layout`.
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    switch (reader.optional("controller"), reader.optional("layout")) {
    case (let controller?, nil): self = .controller(try Transition.Newcomer(json: controller))
    case (nil, let layout?): self = .layout(try Layout(json: layout))
    case (nil, nil): throw reader.missing("controller", "layout")
    case (_?, _?): throw reader.object.refused("expected only one of \"controller\" and \"layout\"")
    }
  }

  func writeMember(to writer: inout JSONWriter) {
    switch self {
    case .controller(let newcomer): writer.member("controller", newcomer)
    case .layout(let layout): writer.member("layout", layout)
    }
  }
}

extension Transition.Destination {
  /// Either `url`, or `route` with `params`.
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    switch (reader.optional("route"), reader.optional("url")) {
    case (let route?, nil):
      self = .route(try route.string(), try reader.optional("params").map(Params.init(json:)) ?? Params())
    case (nil, let url?):
      let text = try url.string()
      guard text.utf8.count <= Limits.urlBytes else { throw url.refused("expected at most \(Limits.urlBytes) bytes") }
      if let params = reader.optional("params") { throw params.refused("expected none beside \"url\"") }
      self = .url(text)
    case (nil, nil): throw reader.object.refused("missing member \"route\" or \"url\"")
    case (_?, _?): throw reader.object.refused("expected only one of \"route\" and \"url\"")
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .route(let route, let params):
      writer.member("route", route)
      if !params.isEmpty { writer.member("params", params) }
    case .url(let url): writer.member("url", url)
    }
  }
}

extension Transition.TabDescription: MemberBody {
  package static var empty: Self { Self(child: .existing(.automatic)) }

  package mutating func members(_ m: inout some Members) {
    m.optional("title", &title)
    m.optional("badge", &badge)
    m.optional("icon", &icon)
    m.optional("shouldSelect", &shouldSelect)
    m.optional("onReselect", &onReselect)
    m.optional("isHidden", &isHidden)
    m.settable("twin", &twin)
    m.settable("onExpand", &onExpand)
    m.optional("for", &routes)
    m.refuseBoth(twin != nil && routes != nil)
    m.optional("placement", &placement)
    m.settable("role", &role)
    m.optional("activatesSearch", &activatesSearch)
    m.required("child", &child)
  }
}

extension Transition.PageDescription: MemberBody {
  package static var empty: Self { Self(title: "", child: .existing(.automatic)) }

  package mutating func members(_ m: inout some Members) {
    m.required("title", &title)
    m.required("child", &child)
  }
}

extension Move: MemberBody {
  package static var empty: Self { Self(name: "", transitions: []) }

  package mutating func members(_ m: inout some Members) {
    m.required("name", &name)
    m.required("transitions", &transitions)
    m.flag("gesture", &isGesture)
    m.optional("badge", &badge)
    m.flag("selected", &isSelected)
    m.list("blocked", &blocked)
    m.reason(&reason)
    m.list("needs", &needs)
  }
}

extension Archive where Self: ~Copyable {
  /// Why something is not handled; nil for a word that only a newer version has.
  mutating func reason(_ reason: inout Outcome.Reason?) {
    member(
      "reason", ifPresent: { (json) throws(BodyRefusal) in reason = Outcome.Reason(rawValue: try json.string()) },
      else: { $0.word("reason", reason) })
  }
}
