extension SplitUpdate: MemberUpdate {
  package init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    self.init()
    members(&reader)
    try reader.check()
  }

  package func writeMembers(to writer: inout JSONWriter) {
    var update = self
    update.members(&writer)
  }

  /// The settable members of a split view but its columns, each of which may be absent.
  package mutating func members(_ m: inout some Members) {
    var preferences = SplitPreferences()
    m.ofUpdate { SplitPreferences.visit(&preferences, &self, &$0) }
    m.lists(of: &self)
    m.optional("behaviorFrom", &delegateFrom)
    m.optional("behavior", &delegate)
    m.settable("traitOverride", &traitOverride)
  }
}

extension SplitStyle {
  /// Throws `wrongStyle` at the first settable member that a split view of this style has not (M12).
  func refuseForeignMembers(_ reader: inout JSONObjectReader, of id: ControllerID) throws(BodyRefusal) {
    let ofThree: [StaticString] = [
      "preferredSupplementaryColumnWidth", "preferredSupplementaryColumnWidthFraction",
      "minimumSupplementaryColumnWidth", "maximumSupplementaryColumnWidth",
    ]
    let ofInspector: [StaticString] = [
      "preferredInspectorColumnWidth", "preferredInspectorColumnWidthFraction", "minimumInspectorColumnWidth",
      "maximumInspectorColumnWidth",
    ]
    let names: [StaticString] =
      switch self {
      case .classic: ["preferredSplitBehavior", "showsSecondaryOnlyButton"] + ofThree + ofInspector
      case .doubleColumn: ofThree
      case .tripleColumn: []
      }
    for name in names {
      if let value = reader.optional(name) { throw value.refused(.wrongStyle(id)) }
    }
  }
}

/// An app's answers, of a tree, a layout and a change alike: what is named is set, null takes it back to its default.
extension SplitDelegateUpdate: MemberBody {
  package static var empty: Self { Self() }

  /// What is to change, and nothing else; a word that goes back to its default as that word.
  package mutating func members(_ m: inout some Members) {
    var answers = SplitDelegate()
    m.ofUpdate { SplitDelegate.visit(&answers, &self, &$0) }
  }
}

extension SplitDelegate {
  public init(json: JSONValue) throws(BodyRefusal) {
    self.init()
    apply(try SplitDelegateUpdate(json: json))
  }

  /// Writes the answers that differ from the defaults.
  public func write(to writer: inout JSONWriter, form: WrittenForm) {
    var (answers, update) = (self, SplitDelegateUpdate())
    writer.beginObject()
    writer.with(form) { Self.visit(&answers, &update, &$0) }
    writer.endObject()
  }
}

extension JSONObjectReader {
  /// A member of `behavior`, to refuse it.
  mutating func answer(_ name: StaticString) throws(BodyRefusal) -> JSONValue {
    var members = try require("behavior").object()
    return try members.require(name)
  }
}

extension JSONWriter {
  /// Nothing when nil.
  mutating func tree(_ name: StaticString, _ controller: Controller?, form: WrittenForm) {
    guard let controller else { return }
    key(name)
    controller.write(to: &self, form: form)
  }

  /// Nothing when nil.
  mutating func placeholder(_ name: StaticString, _ controller: Controller?) {
    guard let controller else { return }
    key(name)
    controller.writePlaceholder(to: &self)
  }
}

extension WidthEntry: MemberBody {
  package static var empty: Self { Self(above: 0) }

  package mutating func members(_ m: inout some Members) {
    var none: DisplayMode??
    m.required("above", &above)
    m.word("preferredDisplayMode", or: Automatic.self, &displayMode, &none)
  }
}

extension Archive where Self: ~Copyable {
  /// The lists of a split view, which null empties.
  mutating func lists(of update: inout SplitUpdate) {
    member(
      "byWidth",
      ifGiven: { (json) throws(BodyRefusal) in update.byWidth = json.isNull ? [] : try json.widthEntries() },
      else: { if let entries = update.byWidth { $0.array("byWidth", entries) } })
    member(
      "gestureOffIn",
      ifGiven: { (json) throws(BodyRefusal) in update.gestureOffIn = json.isNull ? [] : try json.words() },
      else: { if let modes = update.gestureOffIn { $0.words("gestureOffIn", modes) } })
  }
}

extension JSONValue {
  /// From 0 on, ascending, at most `Limits.widthEntries`.
  fileprivate func widthEntries() throws(BodyRefusal) -> [WidthEntry] {
    var entries: [WidthEntry] = []
    for json in try elements {
      if entries.count == Limits.widthEntries { throw json.refused("expected at most \(entries.count) entries") }
      let entry = try WidthEntry(json: json)
      var reader = try json.object()
      let above = try reader.require("above")
      guard let last = entries.last?.above ?? (entry.above == 0 ? -1 : nil) else {
        throw above.refused("expected 0: the first entry is that of any width")
      }
      guard entry.above > last else { throw above.refused("expected more than \(last): the widths ascend") }
      _ = try above.readNumberOrNull(in: Limits.columnWidth)
      entries.append(entry)
    }
    return entries
  }
}
