import NavigationModel

extension Screen {
  /// The members of a screen but `id`; `placeholder` is one of them unless the place decides it.
  init(members reader: inout BodyReader, isPlaceholder: Bool? = nil) throws(BodyRefusal) {
    self.init(route: "")
    var update = ScreenUpdate()
    try Self.visit(&self, &update, &reader)
    self.isPlaceholder = if let isPlaceholder { isPlaceholder } else { try reader.bool("placeholder") ?? false }
    selection = try reader.string("selection")
  }
}

/// Each member is read where it is kept: a screen that is passed on is copied with all its texts.
extension KeptContent<Screen> {
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
  }
}

extension Params {
  /// Brackets that may be open at once within them, so that a tree of any depth leaves room for them in its snapshot.
  package static let maximumDepth = JSONDocument.defaultMaximumDepth

  /// Any object; values are kept as they are written, without whitespace.
  public init(json: JSONValue) throws(BodyRefusal) {
    if json.isDeeper(than: Self.maximumDepth) { throw json.refused("nested more than \(Self.maximumDepth) deep") }
    var reader: JSONObjectReader
    do { reader = try json.object() } catch { throw .json(error) }
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
