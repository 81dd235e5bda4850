import NavigationModel

extension ScreenRoutes: JSONMember {
  /// An object with a member for each route. Throws `routes` for a table with a fault.
  public init(json: JSONValue) throws(BodyRefusal) {
    var table = try json.object()
    guard json.compactText().utf8.count <= Limits.routesBytes else { throw json.refused(.tooLarge) }
    // Before the routes are read: each of them costs more than its name.
    guard table.members.count <= Limits.routes else { throw json.refused(.tooMany) }
    let members = Array(table.members)
    var routes: [ScreenRoute] = []
    routes.reserveCapacity(members.count)
    for (name, value) in members { routes.append(try ScreenRoute(name, json: value)) }
    do throws(Refusal) { try self.init(routes, values: JSONParamValues()) } catch {
      guard let index = error.route else { throw json.refused(error.fault) }
      let offer = error.offer.map { "/offers/\($0)" } ?? ""
      throw .routes(
        error.fault, pointer: members[index].value.pointer + offer + error.fault.member(ofOffer: offer != ""))
    }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for route in routes {
      writer.key(route.name)
      route.write(to: &writer)
    }
    writer.endObject()
  }
}

extension ScreenRoutes.Fault {
  /// The end of the pointer at the member of a route or of an offer that is at fault; empty where one is missing.
  fileprivate func member(ofOffer isOffer: Bool) -> String {
    switch self {
    case .unknownRoute where !isOffer: "/parent"
    case .unknownRoute, .opensNothing: "/route"
    case .opensOnNothing, .parentOfItself: "/parent"
    case .lostParam, .samePath: "/path"
    case .wrongType(let name, _): "/params/" + JSONPointer.token(name)
    case .tooMany, .tooLarge, .repeatedRoute, .missingParam, .styleWithoutPresent: ""
    }
  }
}

extension ScreenRoute {
  /// The words of `opens`.
  package enum OpeningWord: String, CaseIterable {
    case push, detail, column, present
  }

  fileprivate init(_ name: String, json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let word = try reader.word("opens", OpeningWord.self)
    let style = try reader.word("style", PresentationStyle.self)
    let path = try reader.optional("path")?.linkTemplate()
    let parent = try reader.optional("parent")?.string()
    let params = try reader.optional("params")?.paramTypes() ?? []
    let screen = try reader.optional("screen").map(ScreenUpdate.init(ofRoute:)) ?? ScreenUpdate()
    let offers = try reader.optional("offers")?.array(Offer.init(json:)) ?? []
    let styled = reader.optional("style")
    try reader.finish()
    self.init(
      name, opening: word?.opening(style), path: path, parent: parent, params: params, screen: screen, offers: offers)
    if word != .present, let styled { throw styled.refused(.styleWithoutPresent(name)) }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("opens", opening?.word.rawValue)
    if case .present(let style)? = opening { writer.member("style", style.rawValue) }
    writer.member("path", path?.text)
    writer.member("parent", parent)
    if !params.isEmpty {
      writer.key("params")
      writer.beginObject()
      for param in params {
        writer.key(param.name)
        writer.plain(param.type.rawValue)
      }
      writer.endObject()
    }
    if screen != ScreenUpdate() {
      writer.key("screen")
      writer.beginObject()
      var update = screen
      JSONArchive.write(to: &writer) { update.members($0) }
      writer.endObject()
    }
    if !offers.isEmpty {
      writer.key("offers")
      writer.beginArray()
      for offer in offers { offer.write(to: &writer) }
      writer.endArray()
    }
    writer.endObject()
  }
}

extension ScreenRoute.OpeningWord {
  /// A presentation without a style is a page sheet, as that of `present` is.
  fileprivate func opening(_ style: PresentationStyle?) -> ScreenRoute.Opening {
    switch self {
    case .push: .push
    case .detail: .detail
    case .column: .column
    case .present: .present(style ?? .pageSheet)
    }
  }
}

extension ScreenRoute.Opening {
  fileprivate var word: ScreenRoute.OpeningWord {
    switch self {
    case .push: .push
    case .detail: .detail
    case .column: .column
    case .present: .present
    }
  }
}

extension ScreenRoute.Offer {
  fileprivate init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let route = try reader.requireString("route")
    let given = reader.optional("params")
    let params = try given.map(Params.init(json:)) ?? Params()
    var texts: [String] = []
    if var members = try given?.object() {
      for (_, value) in members.members { texts.append((try? value.string()) ?? value.compactText()) }
    }
    let row = reader.optional("row") == nil ? nil : try reader.requireRow("row")
    try reader.finish()
    self.init(route: route, params: params, row: row, texts: texts)
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("route", route)
    if !params.isEmpty {
      writer.key("params")
      params.write(to: &writer)
    }
    writer.member("row", row)
    writer.endObject()
  }
}

extension ScreenUpdate {
  /// The settable members of a screen but `route` and `params`, which the table and each offer say.
  fileprivate init(ofRoute json: JSONValue) throws(BodyRefusal) {
    var (reader, update) = (try json.object(), ScreenUpdate())
    try JSONArchive.read(&reader) { update.members($0) }
    self = update
    let excluded: [StaticString] = ["route", "params", "isTabBarHidden"]
    for name in excluded {
      if let said = reader.optional(name) { throw said.refused("no member of the screens of a route") }
    }
    try reader.finish()
  }
}

extension JSONValue {
  fileprivate func linkTemplate() throws(BodyRefusal) -> LinkTemplate {
    if let template = LinkTemplate(try string()) { return template }
    throw refused(
      "expected a path such as /chats/{chat} of at most \(Limits.linkSegments) segments, with each param once and as a whole segment"
    )
  }

  /// Name and type of each param.
  fileprivate func paramTypes() throws(BodyRefusal) -> [ScreenRoute.Param] {
    var (reader, params) = (try object(), [ScreenRoute.Param]())
    for (name, type) in reader.members { params.append(.init(name, try type.word(ScreenRoute.ParamType.self))) }
    return params
  }

  fileprivate func refused(_ fault: ScreenRoutes.Fault) -> BodyRefusal { .routes(fault, pointer: pointer) }
}
