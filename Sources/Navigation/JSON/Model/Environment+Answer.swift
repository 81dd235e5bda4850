extension Environment {
  /// In a snapshot: the members from which the same environment can be created. In a session: all derived members as
  /// well.
  public func write(to writer: inout JSONWriter, form: WrittenForm) {
    writer.beginObject()
    writer.word("system", system)
    switch form {
    case .request, .snapshot: writePlace(to: &writer)
    case .session: writeEverything(to: &writer)
    }
    writer.flag("background", isInBackground)
    writer.word("deviceOrientation", heldOrientation)
    writer.word("unfoldedMultitasking", unfoldedMultitasking)
    writer.endObject()
  }

  private func writePlace(to writer: inout JSONWriter) {
    switch place {
    case .device(let device, let orientation, let multitasking):
      writer.member("device", device.name)
      writer.word("pose", device.model.pose)
      writer.word("orientation", orientation)
      writer.word("multitasking", multitasking)
    case .deviceWindow(let device, let orientation, let size):
      writer.member("device", device.name)
      writer.word("pose", device.model.pose)
      writer.word("orientation", orientation)
      writer.word("multitasking", Multitasking.window)
      writer.size(size)
    case .free(let size, let idiom, let scale):
      writer.word("idiom", idiom)
      writer.size(size)
      writer.member("scale", scale)
    }
    writer.word("horizontalSizeClass", forcedHorizontal)
    writer.word("verticalSizeClass", forcedVertical)
  }

  private func writeEverything(to writer: inout JSONWriter) {
    writer.member("device", device?.name)
    writer.word("pose", pose)
    writer.word("idiom", idiom)
    writer.word("orientation", orientation)
    writer.word("multitasking", multitasking)
    writer.size(size)
    writer.member("scale", scale)
    writer.word("horizontalSizeClass", horizontal)
    writer.word("verticalSizeClass", vertical)
    writer.fold(fold)
    guard forcedHorizontal != nil || forcedVertical != nil else { return }
    let forced = [(forcedHorizontal, Axis.horizontal), (forcedVertical, .vertical)].filter { $0.0 != nil }
    writer.array("forced", forced.map(\.1.rawValue))
  }
}

extension JSONWriter {
  /// The members `width` and `height`, in points.
  package mutating func size(_ size: Size) {
    member("width", size.width)
    member("height", size.height)
  }
}

extension Fold {
  /// `{"axis", "from", "to"}`, points along the longer side; another band than the display's is refused.
  package init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self = try reader.requireWord("axis", Fold.self)
    let edges: [(name: StaticString, at: Double)] = [("from", Fold.band.lowerBound), ("to", Fold.band.upperBound)]
    for (name, edge) in edges {
      let value = try reader.require(name)
      guard try value.double() == edge else { throw value.refused("the fold has another place") }
    }
    try reader.finish()
  }
}

extension JSONWriter {
  /// The member `fold`; nothing where there is none.
  package mutating func fold(_ fold: Fold?) {
    guard let fold else { return }
    key("fold")
    beginObject()
    word("axis", fold)
    member("from", Fold.band.lowerBound)
    member("to", Fold.band.upperBound)
    endObject()
  }
}
