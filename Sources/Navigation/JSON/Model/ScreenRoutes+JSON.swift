/// The table of an app's routes as the members of a body, beside its layout or root.
extension ScreenRoutes {
  /// Nil for a body without `routes`. Throws `routes` for a table with a fault.
  package init?(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    let beside = (prefixes: reader.optional("prefixes"), conditions: reader.optional("conditions"))
    guard let routes = reader.optional("routes") else {
      for member in [beside.prefixes, beside.conditions] {
        if let member { throw member.refused("expected only beside \"routes\"") }
      }
      return nil
    }
    try self.init(routes: routes, prefixes: beside.prefixes, conditions: beside.conditions)
  }

  /// - Parameter state: what holds; nil writes the table alone.
  package func writeMembers(to writer: inout JSONWriter, _ state: AppConditions? = nil) {
    writer.key("routes")
    writeRoutes(to: &writer)
    if !prefixes.isEmpty { writer.array("prefixes", prefixes) }
    writeConditions(to: &writer, state)
  }

  package init(routes json: JSONValue, prefixes: JSONValue? = nil, conditions: JSONValue? = nil) throws(BodyRefusal) {
    var table = try json.object()
    let bytes = json.compactText().utf8.count + (conditions?.compactText().utf8.count ?? 0)
    guard bytes <= Limits.routesBytes else { throw json.refused(.tooLarge) }
    // Before the routes are read: each of them costs more than its name.
    guard table.members.count <= Limits.routes else { throw json.refused(.tooMany) }
    let members = Array(table.members)
    var routes: [ScreenRoute] = []
    routes.reserveCapacity(members.count)
    for (name, value) in members { routes.append(try ScreenRoute(name, json: value)) }
    // Before they are read, too.
    if let prefixes, try prefixes.elements.count > Limits.linkPrefixes { throw prefixes.refused(.tooManyPrefixes) }
    let read = try prefixes.map(Array<LinkPrefix>.init(json:)) ?? []
    let all = try conditions.map(AppCondition.all) ?? []
    do throws(Refusal) {
      try self.init(routes, prefixes: read, conditions: all, values: JSONParamValues())
    } catch {
      if let conditions, let index = error.condition {
        let name = JSONPointer.token(all[index].name)
        throw .routes(error.fault, pointer: "\(conditions.pointer)/\(name)/otherwise")
      }
      guard let index = error.route else { throw json.refused(error.fault) }
      var route = try members[index].value.object()
      let offer = error.isDefault ? "/default" : error.offer.map { "/offers/\($0)" } ?? ""
      let path = error.path.map { route.optional("path") == nil ? "/paths/\($0)" : "/path" } ?? ""
      let parent = error.parent.map { "/\($0)" } ?? ""
      throw .routes(
        error.fault, pointer: route.object.pointer + offer + path + error.fault.member(ofOffer: offer != "") + parent)
    }
  }

  private func writeRoutes(to writer: inout JSONWriter) {
    writer.beginObject()
    for route in routes {
      writer.key(route.name)
      var route = route
      writer.object { route.members(&$0) }
    }
    writer.endObject()
  }

  /// - Parameter state: what holds; nil writes the table alone.
  private func writeConditions(to writer: inout JSONWriter, _ state: AppConditions?) {
    guard !conditions.isEmpty else { return }
    writer.object("conditions") { writer in
      for (index, condition) in conditions.enumerated() {
        writer.key(condition.name)
        writer.object { writer in
          if state?.holding.contains(ConditionSet(index: index)) == true { writer.member("holds", true) }
          writer.member("otherwise", condition.otherwise)
        }
      }
    }
    writer.member("parked", state?.parked)
  }
}

extension ScreenRoutes.Fault {
  /// The end of the pointer at the member of a route or of an offer that is at fault; empty where one is missing.
  fileprivate func member(ofOffer isOffer: Bool) -> String {
    switch self {
    case .unknownRoute where !isOffer: "/parent"
    case .unknownRoute, .opensNothing, .defaultBeside: "/route"
    case .besideCloses(let name): "/" + name
    case .opensOnNothing, .parentOfItself, .tooManyChains: "/parent"
    case .unknownParam: "/screen/row"
    case .replacesParent: "/replaces"
    case .unknownCondition, .startRequires: "/requires"
    case .numberOfPaths: "/paths"
    case .wrongType(let name, _): "/params/" + JSONPointer.token(name)
    case .tooManyConditions, .repeatedCondition, .otherwiseRequires, .otherwiseBeside, .otherwiseWithParams: ""
    case .tooMany, .tooLarge, .repeatedRoute, .missingParam, .styleWithoutPresent, .replacesWithoutPresent,
      .endsWithoutPresent,
      .opensOrCloses, .tooManyPrefixes, .pathAndPaths, .lostParam, .samePath, .otherParams:
      ""
    }
  }
}

extension ScreenRoute {
  fileprivate init(_ name: String, json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let (style, replaces, end) = (reader.optional("style"), reader.optional("replaces"), reader.optional("endsWith"))
    let paths = reader.optional("paths")
    if reader.optional("path") != nil, let paths { throw paths.refused(.pathAndPaths(name)) }
    if let paths, try paths.elements.isEmpty { throw paths.refused(.numberOfPaths) }
    self.init(name)
    members(&reader)
    if again == .another { throw try reader.require("again").refused(word: "another", allowed: ["return", "replace"]) }
    try reader.finish()
    guard opening?.mayBe(.present) != true else { return }
    if let style { throw style.refused(.styleWithoutPresent(name)) }
    if let replaces, try replaces.bool() { throw replaces.refused(.replacesWithoutPresent(name)) }
    if let end { throw end.refused(.endsWithoutPresent(name)) }
  }

  fileprivate mutating func members(_ m: inout some Members) {
    var words = opening.map { (compact: $0.compact, regular: $0.regular) }
    m.member(
      "opens", ifPresent: { (json) throws(BodyRefusal) in words = try json.openingWords() },
      else: { $0.opening(words) })
    // A presentation without a style is `automatic`, as that of `present` is.
    var (style, replaces) = (opening.flatMap { $0.mayBe(.present) ? $0.style : nil }, opening?.replaces ?? false)
    m.optional("style", &style)
    m.flag("replaces", &replaces)
    var end = opening?.end
    m.optional("endsWith", &end)
    opening = words.map {
      Openings(compact: $0.compact, regular: $0.regular, style: style ?? .automatic, replaces: replaces, end: end)
    }
    var (path, several) = paths.count == 1 ? (paths.first, []) : (nil, paths)
    m.optional("path", &path)
    m.list("paths", &several)
    paths = path.map { [$0] } ?? several
    m.member(
      "parent", ifPresent: { (json) throws(BodyRefusal) in parents = try json.parents() },
      else: {
        parents.count == 1 ? $0.member("parent", parents[0]) : parents.isEmpty ? () : $0.array("parent", parents)
      })
    m.member(
      "params", ifPresent: { (json) throws(BodyRefusal) in params = try json.paramTypes() },
      else: { $0.types(of: params) })
    m.member(
      "screen", ifPresent: { (json) throws(BodyRefusal) in screen = try ScreenUpdate(ofRoute: json) },
      else: {
        guard screen != ScreenUpdate() else { return }
        $0.key("screen")
        $0.beginObject()
        screen.members(&$0)
        $0.endObject()
      })
    m.defaulted("again", &again, unless: .return)
    m.list("offers", &offers)
    m.optional("default", &defaultDetail)
    m.list("requires", &requires)
  }
}

extension JSONWriter {
  /// One word where it is the same in both classes.
  fileprivate mutating func opening(_ words: (compact: ScreenRoute.OpeningWord, regular: ScreenRoute.OpeningWord)?) {
    guard let words else { return }
    key("opens")
    guard words.compact != words.regular else { return plain(words.compact.rawValue) }
    beginObject()
    key("compact")
    plain(words.compact.rawValue)
    key("regular")
    plain(words.regular.rawValue)
    endObject()
  }

  /// Name and type of each param.
  fileprivate mutating func types(of params: [ScreenRoute.Param]) {
    guard !params.isEmpty else { return }
    key("params")
    beginObject()
    for param in params {
      key(param.name)
      plain(param.type.rawValue)
    }
    endObject()
  }
}

extension ScreenRoute.Offer: MemberBody {
  package static var empty: Self { Self(.close) }

  package mutating func members(_ m: inout some Members) {
    m.member({ (reader) throws(BodyRefusal) in action = try Action(members: &reader) }, else: { action.write(to: &$0) })
    m.member(
      "name", ifPresent: { (json) throws(BodyRefusal) in name = try json.offerName() },
      else: { $0.member("name", name) })
  }
}

extension ScreenRoute.Offer.Action {
  /// Throws `routes` for an offer with both or neither of `route` and `closes`, and for what says how `closes` opens.
  fileprivate init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    let closes = try reader.bool("closes") ?? false
    let route = try reader.string("route")
    guard closes != (route != nil) else { throw reader.object.refused(.opensOrCloses) }
    guard route != nil else {
      for name in ["params", "row"] as [StaticString] {
        if let member = reader.optional(name) { throw member.refused(.besideCloses("\(name)")) }
      }
      self = .close
      return
    }
    var sample = ScreenRoute.Sample.empty
    sample.members(&reader)
    self = .open(sample, row: reader.optional("row") == nil ? nil : try reader.requireRow("row"))
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .open(var sample, let row):
      sample.members(&writer)
      writer.member("row", row)
    case .close: writer.member("closes", true)
    }
  }
}

extension ScreenRoute.Sample: MemberBody {
  package static var empty: Self { Self(route: "") }

  package mutating func members(_ m: inout some Members) {
    m.required("route", &route)
    m.member(
      "params",
      ifPresent: { (json) throws(BodyRefusal) in
        var values = try json.object()
        texts = values.members.map { _, value in (try? value.string()) ?? value.compactText() }
        params = try Params(json: json)
      }, else: { if !params.isEmpty { $0.member("params", params) } })
  }
}

extension ScreenUpdate {
  /// The settable members of a screen but `route` and `params`, which the table and each offer say.
  fileprivate init(ofRoute json: JSONValue) throws(BodyRefusal) {
    var (reader, update) = (try json.object(), ScreenUpdate())
    update.members(&reader)
    try reader.check()
    self = update
    let excluded: [StaticString] = ["route", "params"]
    for name in excluded {
      if let member = reader.optional(name) { throw member.refused("no member of the screens of a route") }
    }
    try reader.finish()
  }
}

extension JSONValue {
  /// One word, or one for each class.
  fileprivate func openingWords() throws(BodyRefusal) -> (
    compact: ScreenRoute.OpeningWord, regular: ScreenRoute.OpeningWord
  ) {
    guard kind == .object else {
      let word = try word(ScreenRoute.OpeningWord.self)
      return (word, word)
    }
    var reader = try object()
    let words = (
      compact: try reader.requireWord("compact", ScreenRoute.OpeningWord.self),
      regular: try reader.requireWord("regular", ScreenRoute.OpeningWord.self)
    )
    try reader.finish()
    return words
  }

  /// A route, or a list of them.
  fileprivate func parents() throws(BodyRefusal) -> [String] {
    guard kind == .array else { return [try string()] }
    let parents = try array { (json) throws(BodyRefusal) in try json.string() }
    guard !parents.isEmpty else { throw refused("expected at least one route") }
    return parents
  }

  fileprivate func offerName() throws(BodyRefusal) -> String {
    let text = try string()
    guard (1...Limits.offerNameCharacters).contains(text.unicodeScalars.count) else {
      throw refused("expected a text of 1 to \(Limits.offerNameCharacters) characters")
    }
    return text
  }

  /// Name and type of each param.
  fileprivate func paramTypes() throws(BodyRefusal) -> [ScreenRoute.Param] {
    var (reader, params) = (try object(), [ScreenRoute.Param]())
    for (name, type) in reader.members { params.append(.init(name, try type.word(ScreenRoute.ParamType.self))) }
    return params
  }

  fileprivate func refused(_ fault: ScreenRoutes.Fault) -> BodyRefusal { .routes(fault, pointer: pointer) }
}

/// The conditions of a table, as a body has them beside its routes.
extension AppCondition {
  /// - Parameter json: `{"holds": false, "otherwise": "sign-in"}`; what holds is state, which `AppConditions` reads.
  fileprivate init(_ name: String, json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self.init(name, otherwise: try reader.optional("otherwise")?.string())
    _ = reader.optional("holds")
    try reader.finish()
  }

  /// Throws `routes` for too many.
  static func all(_ json: JSONValue) throws(BodyRefusal) -> [AppCondition] {
    var (reader, all) = (try json.object(), [AppCondition]())
    let members = Array(reader.members)
    guard members.count <= Limits.conditions else { throw .routes(.tooManyConditions, pointer: json.pointer) }
    for (name, value) in members {
      if all.contains(where: { $0.name == name }) { throw .routes(.repeatedCondition(name), pointer: value.pointer) }
      all.append(try AppCondition(name, json: value))
    }
    return all
  }
}

extension AppConditions {
  /// What a body says of its table's conditions; nil for a table without any.
  package init?(members reader: inout JSONObjectReader, of routes: ScreenRoutes?) throws(BodyRefusal) {
    guard let routes, !routes.conditions.isEmpty, let json = reader.optional("conditions") else { return nil }
    var (object, holding) = (try json.object(), ConditionSet())
    for (name, value) in object.members {
      var condition = try value.object()
      if try condition.bool("holds") == true { holding.formUnion(routes.condition(called: name) ?? []) }
    }
    self.init(
      holding: holding,
      parked: try reader.optional("parked").map { (json) throws(BodyRefusal) in
        let parked = try ParkedLink(json: json)
        guard let condition = routes.condition(called: parked.waitsFor), holding.isDisjoint(with: condition) else {
          throw json.refused("expected in \"waitsFor\" a condition that does not hold")
        }
        return parked
      })
  }
}

extension ParkedLink: MemberBody {
  package static var empty: Self { Self(open: .url(""), at: .automatic, waitsFor: "") }

  package mutating func members(_ m: inout some Members) {
    m.destination(&open)
    m.required("at", &at)
    m.required("waitsFor", &waitsFor)
  }
}

/// An object with a member for each.
extension ConditionValues: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self.init()
    for (name, value) in reader.members { all.append(ConditionValue(name, holds: try value.bool())) }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for value in all {
      writer.key(value.name)
      writer.bool(value.holds)
    }
    writer.endObject()
  }
}

/// The templates and prefixes of links, each a text.
extension LinkTemplate: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    guard let template = LinkTemplate(try json.string()) else {
      throw json.refused(
        "expected a path such as /chats/{chat} of at most \(Limits.linkSegments) segments, with each param once and as a "
          + "whole segment, of which the last may be optional, as in /products/{sort?}")
    }
    self = template
  }

  public func write(to writer: inout JSONWriter) { writer.string(text) }
}

extension LinkPrefix: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    guard let prefix = LinkPrefix(try json.string()) else {
      throw json.refused(
        "expected the start of URLs without params, such as https://shop.example/app, exp://host/-- or /en, of at most "
          + "\(Limits.linkPrefixBytes) bytes")
    }
    self = prefix
  }

  public func write(to writer: inout JSONWriter) { writer.string(text) }
}

/// The values of params as JSON, each type in one form.
public struct JSONParamValues: ParamValues {
  public init() {}

  public func json(of text: String, as type: ScreenRoute.ParamType) -> String? {
    switch type {
    case .string: quoted(text)
    // No JSON value of these types has a space, and JSON allows one around any.
    case .integer, .number, .boolean: text.utf8.contains { $0 <= 0x20 } ? nil : canonical(text, as: type)
    }
  }

  public func canonical(_ json: String, as type: ScreenRoute.ParamType) -> String? {
    guard let value = try? JSONDocument(Array(json.utf8)).root else { return nil }
    switch type {
    case .string: return (try? value.string()).map(quoted)
    case .boolean: return (try? value.bool()).map { $0 ? "true" : "false" }
    case .integer: return integer(value).map(String.init)
    case .number: return integer(value).map(String.init) ?? (try? value.double()).map(\.description)
    }
  }

  public func text(of json: String) -> String {
    json.utf8.first == UInt8(ascii: "\"") ? (try? JSONDocument(Array(json.utf8)).root.string()) ?? json : json
  }

  /// Also 42.0 and 4.2e1 are an integer.
  private func integer(_ value: JSONValue) -> Int? {
    (try? value.int()) ?? (try? value.double()).flatMap { Int(exactly: $0) }
  }

  private func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
