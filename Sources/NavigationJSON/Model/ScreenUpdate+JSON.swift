import NavigationModel

extension ScreenUpdate {
  /// The settable members of a screen; null takes an optional text away.
  init(members reader: inout BodyReader) throws(BodyRefusal) {
    self.init()
    route = try reader.string("route")
    title = try Self.text(reader.optional("title"))
    hasLargeTitle = try reader.bool("largeTitle")
    if let params = reader.optional("params") { self.params = try Params(json: params) }
    clearsSelectionOnAppear = try reader.word("clearsSelectionOnAppear", Screen.ClearsSelection.self)
    hidesBottomBarWhenPushed = try reader.bool("hidesBottomBarWhenPushed")
    leftBarButton = try Self.text(reader.optional("leftBarButton"))
    leftItemsSupplementBackButton = try reader.bool("leftItemsSupplementBackButton")
    hidesBackButton = try reader.bool("hidesBackButton")
    backButtonTitle = try Self.text(reader.optional("backButtonTitle"))
    blocksRemoval = try reader.bool("blocksRemoval")
    leftBarAction = try Self.action(reader.optional("leftBarAction"))
    isModalInPresentation = try reader.bool("isModalInPresentation")
    onShouldDismiss = try reader.bool("onShouldDismiss")
  }

  private static func action(_ json: JSONValue?) throws(BodyRefusal) -> Screen.LeftBarAction?? {
    guard let json else { return nil }
    return .some(json.isNull ? nil : try json.readWord(Screen.LeftBarAction.self))
  }

  private static func text(_ json: JSONValue?) throws(BodyRefusal) -> String?? {
    guard let json else { return nil }
    return .some(json.isNull ? nil : try json.readString())
  }

  /// What is to change, and nothing else.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("route", route)
    if let title { writer.nullable("title", title) }
    writer.member("largeTitle", hasLargeTitle)
    if let params {
      writer.key("params")
      params.write(to: &writer)
    }
    writer.word("clearsSelectionOnAppear", clearsSelectionOnAppear)
    writer.member("hidesBottomBarWhenPushed", hidesBottomBarWhenPushed)
    if let leftBarButton { writer.nullable("leftBarButton", leftBarButton) }
    writer.member("leftItemsSupplementBackButton", leftItemsSupplementBackButton)
    writer.member("hidesBackButton", hidesBackButton)
    if let backButtonTitle { writer.nullable("backButtonTitle", backButtonTitle) }
    writer.member("blocksRemoval", blocksRemoval)
    if let leftBarAction { writer.nullable("leftBarAction", leftBarAction?.rawValue) }
    writer.member("isModalInPresentation", isModalInPresentation)
    writer.member("onShouldDismiss", onShouldDismiss)
  }
}
