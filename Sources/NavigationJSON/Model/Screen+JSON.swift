import NavigationModel

/// Read and written by hand, since every push does: by the visit a `showDetail` took 2.2 % more instructions, and 4.4 %
/// where it was not inlined. A test holds both to the visit.
extension Screen {
  /// The members of a screen but `id`; `placeholder` is one of them unless the place decides it.
  init(members reader: inout JSONObjectReader, isPlaceholder: Bool? = nil) throws(BodyRefusal) {
    let placeholder = if let isPlaceholder { isPlaceholder } else { try reader.bool("placeholder") ?? false }
    self.init(
      route: try reader.requireString("route"), title: try reader.string("title"),
      hasLargeTitle: try reader.bool("largeTitle") ?? false,
      params: try reader.optional("params").map(Params.init(json:)) ?? Params(),
      isPlaceholder: placeholder, selection: try reader.string("selection"),
      clearsSelectionOnAppear: try reader.word("clearsSelectionOnAppear", ClearsSelection.self) ?? .whenCollapsed,
      hidesBottomBarWhenPushed: try reader.bool("hidesBottomBarWhenPushed") ?? false,
      leftBarButton: try reader.string("leftBarButton"),
      leftItemsSupplementBackButton: try reader.bool("leftItemsSupplementBackButton") ?? false,
      hidesBackButton: try reader.bool("hidesBackButton") ?? false,
      backButtonTitle: try reader.string("backButtonTitle"), blocksRemoval: try reader.bool("blocksRemoval") ?? false,
      leftBarAction: try reader.word("leftBarAction", LeftBarAction.self),
      selectionFollowsDetail: try reader.bool("selectionFollowsDetail") ?? false, row: try reader.string("row"))
  }
}

/// Each member is read where it is stored: a screen that is passed on is copied with all its texts.
extension ContentStorage<Screen> {
  /// The members of a screen but `id`; `placeholder` is left out where the place says it.
  func writeMembers(to writer: inout JSONWriter, saysPlaceholder: Bool) {
    writer.member("route", value.route)
    writer.member("title", value.title)
    writer.flag("largeTitle", value.hasLargeTitle)
    if !value.params.isEmpty {
      writer.key("params")
      value.params.write(to: &writer)
    }
    writer.flag("placeholder", value.isPlaceholder && saysPlaceholder)
    writer.member("selection", value.selection)
    writer.word("clearsSelectionOnAppear", value.clearsSelectionOnAppear, unless: .whenCollapsed)
    writer.flag("hidesBottomBarWhenPushed", value.hidesBottomBarWhenPushed)
    writer.member("leftBarButton", value.leftBarButton)
    writer.flag("leftItemsSupplementBackButton", value.leftItemsSupplementBackButton)
    writer.flag("hidesBackButton", value.hidesBackButton)
    writer.member("backButtonTitle", value.backButtonTitle)
    writer.flag("blocksRemoval", value.blocksRemoval)
    writer.word("leftBarAction", value.leftBarAction)
    writer.flag("selectionFollowsDetail", value.selectionFollowsDetail)
    writer.member("row", value.row)
  }
}

extension Params: JSONMember {
  /// Brackets that may be open at once within them, so that a tree of any depth leaves room for them in its snapshot.
  package static let maximumDepth = JSONDocument.defaultMaximumDepth

  /// Any object; values are kept as they are written, without whitespace.
  public init(json: JSONValue) throws(BodyRefusal) {
    if json.isDeeper(than: Self.maximumDepth) { throw json.refused("nested more than \(Self.maximumDepth) deep") }
    var reader = try json.object()
    let members = reader.members
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, value) in members { self.members.append(Member(name: name, json: value.compactText())) }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.name)
      writer.raw(member.json)
    }
    writer.endObject()
  }
}

extension ScreenUpdate {
  /// The settable members of a screen, and those of other controllers; null takes an optional one away.
  mutating func members(_ m: JSONArchive) {
    var (screen, answers, visitor) = (Screen(route: ""), ControllerAnswers(), JSONUpdate(archive: m))
    Screen.visit(&screen, &self, &visitor)
    ControllerAnswers.visit(&answers, &self, &visitor)
    m.optional("isTabBarHidden", &isTabBarHidden)
    m.settable("traitOverride", &traitOverride)
  }
}
