import NavigationModel

extension Environment {
  /// The axes in `forced`.
  private enum Axis: String, CaseIterable {
    case horizontal, vertical
  }

  /// An environment as a session's answer gives it: everything is there, and `forced` names the classes that are.
  ///
  /// Throws `unknownDevice`, `noSuchPose`, `noSuchMultitasking` and `invalidSize` where this version of the catalogue
  /// disagrees.
  public init(answer json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let system = try reader.requireWord("system", SystemVersion.self)
    let place = try Self.answeredPlace(&reader)
    let horizontal = try reader.requireWord("horizontalSizeClass", SizeClass.self)
    let vertical = try reader.requireWord("verticalSizeClass", SizeClass.self)
    let forced =
      try reader.optional("forced")?.array { (axis) throws(BodyRefusal) in try axis.word(Axis.self) } ?? []
    let isInBackground = try reader.bool("background") ?? false
    let device = try DeviceState(members: &reader)
    let fold = try reader.optional("fold").map { (json) throws(BodyRefusal) in (json, try Fold(json: json)) }
    try reader.finish()
    do {
      try self.init(
        system: system, place: place, forcedHorizontal: forced.contains(.horizontal) ? horizontal : nil,
        forcedVertical: forced.contains(.vertical) ? vertical : nil)
    } catch { throw json.refused(error) }
    self.isInBackground = isInBackground
    try device.set(in: &self)
    if let (json, fold) = fold, fold != self.fold { throw json.refused("no such fold crosses this window") }
  }

  private static func answeredPlace(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Place {
    let named = reader.optional("device")
    let pose = reader.optional("pose")
    let idiom = try reader.requireWord("idiom", Idiom.self)
    let orientation = try reader.requireWord("orientation", Orientation.self)
    let multitasking = try reader.requireWord("multitasking", Multitasking.self)
    let size = Size(width: try reader.require("width").double(), height: try reader.require("height").double())
    let scale = try reader.require("scale").int(in: Limits.scale)
    guard let named else { return .free(size, idiom, scale: scale) }
    let name = try named.string()
    guard var device = Device(named: name) else { throw named.refused(.unknownDevice(name)) }
    if let pose {
      let word = try pose.word(Pose.self)
      guard let posed = device.posed(word) else { throw pose.refused(.noSuchPose(device: name, word)) }
      device = posed
    }
    return multitasking == .window
      ? .deviceWindow(device, orientation, size) : .device(device, orientation, multitasking)
  }

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
    writer.key("forced")
    writer.beginArray()
    if forcedHorizontal != nil { writer.string(Axis.horizontal.rawValue) }
    if forcedVertical != nil { writer.string(Axis.vertical.rawValue) }
    writer.endArray()
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
