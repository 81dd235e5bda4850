import NavigationModel

extension SplitDelegate {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    self.init()
    if let word = try reader.word("onShowDetail", OnShowDetail.self) { onShowDetail = word }
    if let word = try reader.word("onShow", OnShow.self) { onShow = word }
    if let word = try reader.word("onCollapse", OnCollapse.self) { onCollapse = word }
    if let word = try reader.word("onSeparate", OnSeparate.self) { onSeparate = word }
    if let word = try reader.word("onTabSwitch", OnTabSwitch.self) { onTabSwitch = word }
    primaryForCollapsing = try reader.tree("primaryForCollapsing")
    primaryForExpanding = try reader.tree("primaryForExpanding")
    secondaryForSeparating = try reader.tree("secondaryForSeparating")
    if let placeholder = reader.optional("placeholder") { self.placeholder = try Controller(placeholder: placeholder) }
    if let allows = try reader.bool("allowsReturnToPlaceholder") { allowsReturnToPlaceholder = allows }
    if let word = try reader.word("topColumnForCollapsing", TopColumnForCollapsing.self) { topColumnForCollapsing = word }
    displayModeForExpanding = try reader.word("displayModeForExpanding", OrProposed.self)?.mode
    targetDisplayModeForAction = try reader.automatic("targetDisplayModeForAction", DisplayMode.self) ?? nil
    if let flattens = try reader.bool("flattenOnCollapse") { flattenOnCollapse = flattens }
    if let word = try reader.word("supportedInterfaceOrientations", SupportedInterfaceOrientations.self) {
      supportedInterfaceOrientations = word
    }
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter, form: WrittenForm) {
    writer.beginObject()
    writer.word("onShowDetail", onShowDetail, unless: .system)
    writer.word("onShow", onShow, unless: .system)
    writer.word("onCollapse", onCollapse, unless: .system)
    writer.word("onSeparate", onSeparate, unless: .system)
    writer.word("onTabSwitch", onTabSwitch, unless: .keepDetail)
    writer.tree("primaryForCollapsing", primaryForCollapsing, form: form)
    writer.tree("primaryForExpanding", primaryForExpanding, form: form)
    writer.tree("secondaryForSeparating", secondaryForSeparating, form: form)
    if let placeholder {
      writer.key("placeholder")
      placeholder.writePlaceholder(to: &writer)
    }
    if !allowsReturnToPlaceholder { writer.member("allowsReturnToPlaceholder", false) }
    writer.word("topColumnForCollapsing", topColumnForCollapsing, unless: .proposed)
    writer.word("displayModeForExpanding", displayModeForExpanding)
    writer.word("targetDisplayModeForAction", targetDisplayModeForAction)
    writer.flag("flattenOnCollapse", flattenOnCollapse)
    writer.word("supportedInterfaceOrientations", supportedInterfaceOrientations, unless: .system)
    writer.endObject()
  }
}

/// A display mode, or `proposed`: the one UIKit proposes.
private struct OrProposed: RawRepresentable, CaseIterable {
  var mode: DisplayMode?

  init(_ mode: DisplayMode?) { self.mode = mode }

  init?(rawValue: String) {
    mode = DisplayMode(rawValue: rawValue)
    if mode == nil, rawValue != Self.proposed { return nil }
  }

  var rawValue: String { mode?.rawValue ?? Self.proposed }
  static var allCases: [OrProposed] { [OrProposed(nil)] + DisplayMode.allCases.map { OrProposed($0) } }
  private static let proposed = "proposed"
}

extension JSONWriter {
  /// Nothing when nil.
  mutating func tree(_ name: StaticString, _ controller: Controller?, form: WrittenForm) {
    guard let controller else { return }
    key(name)
    controller.write(to: &self, form: form)
  }
}
