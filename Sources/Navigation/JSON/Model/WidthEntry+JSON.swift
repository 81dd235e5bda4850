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
