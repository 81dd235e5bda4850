import NavigationModel

/// The one table of what an app answers, of a tree, a layout and a change alike.
extension SplitDelegateUpdate {
  /// What is named is set; null takes it back to its default.
  package init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    var (values, named) = (SplitDelegate(), Set<Member>())
    if let word = reader.given(.onShowDetail, &named, "onShowDetail") {
      values.onShowDetail = try word.readWord(SplitDelegate.OnShowDetail.self)
    }
    if let word = reader.given(.onShow, &named, "onShow") {
      values.onShow = try word.readWord(SplitDelegate.OnShow.self)
    }
    if let word = reader.given(.onCollapse, &named, "onCollapse") {
      values.onCollapse = try word.readWord(SplitDelegate.OnCollapse.self)
    }
    if let word = reader.given(.onSeparate, &named, "onSeparate") {
      values.onSeparate = try word.readWord(SplitDelegate.OnSeparate.self)
    }
    if let word = reader.given(.onTabSwitch, &named, "onTabSwitch") {
      values.onTabSwitch = try word.readWord(SplitDelegate.OnTabSwitch.self)
    }
    if let tree = reader.given(.primaryForCollapsing, &named, "primaryForCollapsing") {
      values.primaryForCollapsing = try Controller(json: tree)
    }
    if let tree = reader.given(.primaryForExpanding, &named, "primaryForExpanding") {
      values.primaryForExpanding = try Controller(json: tree)
    }
    if let tree = reader.given(.secondaryForSeparating, &named, "secondaryForSeparating") {
      values.secondaryForSeparating = try Controller(json: tree)
    }
    if let screen = reader.given(.placeholder, &named, "placeholder") {
      values.placeholder = try Controller(placeholder: screen)
    }
    if let allows = reader.given(.allowsReturnToPlaceholder, &named, "allowsReturnToPlaceholder") {
      values.allowsReturnToPlaceholder = try allows.readBool()
    }
    if let word = reader.given(.topColumnForCollapsing, &named, "topColumnForCollapsing") {
      values.topColumnForCollapsing = try word.readWord(SplitDelegate.TopColumnForCollapsing.self)
    }
    if let word = reader.given(.displayModeForExpanding, &named, "displayModeForExpanding") {
      values.displayModeForExpanding = try word.readWord(OrProposed.self).mode
    }
    if let word = reader.given(.targetDisplayModeForAction, &named, "targetDisplayModeForAction") {
      values.targetDisplayModeForAction = try word.readWord(OrAutomatic<DisplayMode>.self).word
    }
    if let flattens = reader.given(.flattenOnCollapse, &named, "flattenOnCollapse") {
      values.flattenOnCollapse = try flattens.readBool()
    }
    if let word = reader.given(.supportedInterfaceOrientations, &named, "supportedInterfaceOrientations") {
      values.supportedInterfaceOrientations = try word.readWord(SplitDelegate.SupportedInterfaceOrientations.self)
    }
    try reader.finish()
    self.init(values, naming: named)
  }

  /// What is to change, and nothing else; a word that goes back to its default as that word.
  func write(to writer: inout JSONWriter) { values.write(to: &writer, form: .request, naming: members) }
}

extension SplitDelegate {
  public init(json: JSONValue) throws(BodyRefusal) { self = try SplitDelegateUpdate(json: json).values }

  /// What is not as by default, and what is named.
  public func write(to writer: inout JSONWriter, form: WrittenForm, naming named: Set<SplitDelegateUpdate.Member> = [])
  {
    writer.beginObject()
    if onShowDetail != .system || named.contains(.onShowDetail) { writer.word("onShowDetail", onShowDetail) }
    if onShow != .system || named.contains(.onShow) { writer.word("onShow", onShow) }
    if onCollapse != .system || named.contains(.onCollapse) { writer.word("onCollapse", onCollapse) }
    if onSeparate != .system || named.contains(.onSeparate) { writer.word("onSeparate", onSeparate) }
    if onTabSwitch != .keepDetail || named.contains(.onTabSwitch) { writer.word("onTabSwitch", onTabSwitch) }
    writer.tree("primaryForCollapsing", primaryForCollapsing, form: form, orNull: named.contains(.primaryForCollapsing))
    writer.tree("primaryForExpanding", primaryForExpanding, form: form, orNull: named.contains(.primaryForExpanding))
    writer.tree(
      "secondaryForSeparating", secondaryForSeparating, form: form, orNull: named.contains(.secondaryForSeparating))
    if let placeholder {
      writer.key("placeholder")
      placeholder.writePlaceholder(to: &writer)
    } else if named.contains(.placeholder) {
      writer.key("placeholder")
      writer.null()
    }
    if !allowsReturnToPlaceholder || named.contains(.allowsReturnToPlaceholder) {
      writer.member("allowsReturnToPlaceholder", allowsReturnToPlaceholder)
    }
    if topColumnForCollapsing != .proposed || named.contains(.topColumnForCollapsing) {
      writer.word("topColumnForCollapsing", topColumnForCollapsing)
    }
    if displayModeForExpanding != nil || named.contains(.displayModeForExpanding) {
      writer.word("displayModeForExpanding", OrProposed(displayModeForExpanding))
    }
    if targetDisplayModeForAction != nil || named.contains(.targetDisplayModeForAction) {
      writer.word("targetDisplayModeForAction", OrAutomatic(targetDisplayModeForAction))
    }
    if flattenOnCollapse || named.contains(.flattenOnCollapse) { writer.member("flattenOnCollapse", flattenOnCollapse) }
    if supportedInterfaceOrientations != .system || named.contains(.supportedInterfaceOrientations) {
      writer.word("supportedInterfaceOrientations", supportedInterfaceOrientations)
    }
    writer.endObject()
  }
}

extension BodyReader {
  /// A member of `behavior`, to refuse it.
  mutating func answer(_ name: StaticString) throws(BodyRefusal) -> JSONValue {
    var members = try BodyReader(try require("behavior"))
    return try members.require(name)
  }

  /// The member where it is there and says something else than its default; wherever it is there, it is named.
  fileprivate mutating func given(
    _ member: SplitDelegateUpdate.Member, _ named: inout Set<SplitDelegateUpdate.Member>, _ name: StaticString
  ) -> JSONValue? {
    guard let value = optional(name) else { return nil }
    named.insert(member)
    return value.isNull ? nil : value
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
  /// When nil, nothing or null.
  mutating func tree(_ name: StaticString, _ controller: Controller?, form: WrittenForm, orNull: Bool = false) {
    guard let controller else {
      if orNull {
        key(name)
        null()
      }
      return
    }
    key(name)
    controller.write(to: &self, form: form)
  }
}
