import NavigationModel

extension SplitBehavior {
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
    if let flattens = try reader.bool("flattenOnCollapse") { flattenOnCollapse = flattens }
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
    writer.flag("flattenOnCollapse", flattenOnCollapse)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Nothing when nil.
  mutating func tree(_ name: StaticString, _ controller: Controller?, form: WrittenForm) {
    guard let controller else { return }
    key(name)
    controller.write(to: &self, form: form)
  }
}
