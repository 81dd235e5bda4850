extension JSONValue {
  /// A system, by one of its words. Another number is no typing error: it is told which systems a word stands for.
  fileprivate func system() throws(BodyRefusal) -> SystemVersion {
    if let system = SystemVersion(rawValue: try string()) { return system }
    let words = SystemVersion.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw refused("expected one of \(words); iOS14 is iOS 14 to 17, and 18 but for its form sheets")
  }
}

extension Environment: JSONMember {
  /// The axes in `forced`.
  private enum Axis: String, CaseIterable {
    case horizontal, vertical
  }

  /// An environment as a request or a snapshot gives it.
  ///
  /// Throws `unknownDevice`, `noSuchPose`, `noSuchMultitasking` and `invalidSize` at the members that are to blame.
  public init(json: JSONValue) throws(BodyRefusal) { try self.init(json, isAnswer: false) }

  /// An environment as a session's answer gives it: everything is there, and `forced` names the classes that are.
  public init(answer json: JSONValue) throws(BodyRefusal) { try self.init(json, isAnswer: true) }

  private init(_ json: JSONValue, isAnswer: Bool) throws(BodyRefusal) {
    var reader = try json.object()
    let system = try reader.optional("system")?.system() ?? .standard
    let request = try PlaceRequest(members: &reader, isAnswer: isAnswer)
    let horizontal = try reader.word("horizontalSizeClass", SizeClass.self)
    let vertical = try reader.word("verticalSizeClass", SizeClass.self)
    let forced =
      isAnswer
      ? try reader.optional("forced")?.array { (axis) throws(BodyRefusal) in try axis.word(Axis.self) } ?? []
      : Axis.allCases
    let isInBackground = try reader.bool("background") ?? false
    let device = try DeviceState(members: &reader)
    let fold = isAnswer ? reader.optional("fold") : nil
    try reader.finish()
    let place = try request.place()
    do {
      try self.init(
        system: system, place: place, forcedHorizontal: forced.contains(.horizontal) ? horizontal : nil,
        forcedVertical: forced.contains(.vertical) ? vertical : nil)
    } catch { throw request.refusal(error) }
    self.isInBackground = isInBackground
    try device.set(in: &self)
    if let fold, try Fold(json: fold) != self.fold { throw fold.refused("no such fold crosses this window") }
  }

  public func write(to writer: inout JSONWriter) { write(to: &writer, form: .request) }
}

/// The members of a device that differs from its window: written only where it does.
private struct DeviceState {
  private let orientation, unfolded: JSONValue?

  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    orientation = reader.optional("deviceOrientation")
    unfolded = reader.optional("unfoldedMultitasking")
  }

  func set(in environment: inout Environment) throws(BodyRefusal) {
    if let orientation, !environment.hold(try orientation.word(Orientation.self)) {
      throw orientation.refused("a free window is on no device")
    }
    guard let unfolded else { return }
    let multitasking = try unfolded.word(Multitasking.self)
    if !environment.remember(unfolded: multitasking) {
      throw unfolded.refused("the window is on no closed device that has this state when unfolded")
    }
  }
}

/// What a request says of its window, member by member, each with its place in the text.
private struct PlaceRequest {
  let object: JSONValue
  /// Whether everything is there, also what the device decides.
  let isAnswer: Bool
  let device, pose, orientation, multitasking, width, height, idiom, scale: JSONValue?

  init(members reader: inout JSONObjectReader, isAnswer: Bool) throws(BodyRefusal) {
    object = reader.object
    self.isAnswer = isAnswer
    device = reader.optional("device")
    pose = reader.optional("pose")
    idiom = reader.optional("idiom")
    orientation = reader.optional("orientation")
    multitasking = reader.optional("multitasking")
    width = reader.optional("width")
    height = reader.optional("height")
    scale = reader.optional("scale")
    if width != nil, height == nil { throw reader.missing("height") }
    if height != nil, width == nil { throw reader.missing("width") }
  }

  /// A window on a device, or a free one where there is a size and no device.
  func place() throws(BodyRefusal) -> Environment.Place {
    let orientation = try orientation?.word(Orientation.self)
    let multitasking = try multitasking?.word(Multitasking.self)
    let isOfDevice = isAnswer && device != nil && multitasking != .window
    let size = isOfDevice ? nil : try size()
    if device == nil, let size {
      try refusePose(of: nil)
      return try free(size, orientation, multitasking)
    }
    if !isAnswer, let own = idiom ?? scale {
      throw own.refused(device == nil ? "needs width and height beside it" : "a device has its own")
    }
    let device = try namedDevice()
    let held = orientation ?? (device.model.idiom == .phone ? .portrait : .landscape)
    return try place(on: device, held: held, multitasking, size: size)
  }

  private func size() throws(BodyRefusal) -> Size? {
    guard let width, let height else { return nil }
    return Size(width: try width.double(), height: try height.double())
  }

  private func namedDevice() throws(BodyRefusal) -> Device {
    guard let device else {
      try refusePose(of: .standard)
      return .standard
    }
    let name = try device.string()
    guard let named = Device(named: name) else { throw device.refused(.unknownDevice(name)) }
    guard let pose, let posed = named.posed(try pose.word(Pose.self)) else {
      try refusePose(of: named)
      return named
    }
    return posed
  }

  /// Where one is given.
  private func refusePose(of device: Device?) throws(BodyRefusal) {
    if let pose { throw pose.refused(.noSuchPose(device: device?.name, try pose.word(Pose.self))) }
  }

  private func free(_ size: Size, _ orientation: Orientation?, _ multitasking: Multitasking?) throws(BodyRefusal)
    -> Environment.Place
  {
    let shape = Orientation(width: size.width, height: size.height)
    if let orientation, orientation != shape, let value = self.orientation {
      throw value.refused("a window of this size is \(shape.rawValue)")
    }
    if let multitasking, multitasking != .window {
      throw refusal(.noSuchMultitasking(device: nil, shape, multitasking, has: [.window]))
    }
    let idiom = try idiom?.word(Idiom.self) ?? .pad
    return .free(size, idiom, scale: try scale?.int(in: Limits.scale) ?? 2)
  }

  /// A size beside a device is that of a window on it, or the size that the app has there anyway.
  private func place(
    on device: Device, held orientation: Orientation, _ multitasking: Multitasking?, size: Size?
  ) throws(BodyRefusal) -> Environment.Place {
    let screen = device.model.screenSize(orientation)
    switch multitasking {
    case .window: return .deviceWindow(device, orientation, size ?? screen)
    case nil:
      guard let size, size != screen else { return .device(device, orientation, .fullScreen) }
      return .deviceWindow(device, orientation, size)
    case .fullScreen?, .twoThirds?, .half?, .third?, .slideOver?:
      let state = multitasking ?? .fullScreen
      if let size, let own = device.model.windowSize(orientation, state), size != own {
        throw refusal(.invalidSize(size))
      }
      return .device(device, orientation, state)
    }
  }

  /// The rejection with the member that is to blame.
  func refusal(_ rejection: Rejection) -> BodyRefusal {
    var member: JSONValue?
    if case .invalidSize(let size) = rejection { member = Limits.windowSide.contains(size.width) ? height : width }
    if case .noSuchMultitasking = rejection { member = multitasking ?? width }
    return (member ?? object).refused(rejection)
  }
}

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

extension TraitOverride: JSONMember {
  /// `{"compactBelowWidth": 1000, "compactWhenTall": true}`, `{"compactBelowHeight": 500}` or both,
  /// `{"horizontalSizeClass": "compact"}` or `{"asWindow": true}`, read whole: the members say which it is.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    if let forced = try reader.word("horizontalSizeClass", SizeClass.self) {
      self = .horizontal(forced)
    } else if let asWindow = reader.optional("asWindow") {
      guard try asWindow.bool() else { throw asWindow.refused("expected true") }
      self = .asWindow
    } else {
      let height = try reader.optional("compactBelowHeight").map(Self.points)
      let width: JSONValue? =
        if height == nil { try reader.require("compactBelowWidth") } else { reader.optional("compactBelowWidth") }
      self = .compactBelow(
        width: try width.map(Self.points) ?? 0, height: height ?? 0,
        orWhenTall: try reader.bool("compactWhenTall") ?? false)
    }
    try reader.finish()
  }

  private static func points(_ value: JSONValue) throws(BodyRefusal) -> Double {
    let points = try value.double()
    guard points >= 0 else { throw value.refused("expected a number of at least 0") }
    return points
  }

  /// A height or a width of 0 is left out, unless nothing else is there.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .compactBelow(let width, let height, let orWhenTall):
      if width > 0 || height == 0 { writer.member("compactBelowWidth", width) }
      if height > 0 { writer.member("compactBelowHeight", height) }
      writer.flag("compactWhenTall", orWhenTall)
    case .horizontal(let sizeClass):
      writer.word("horizontalSizeClass", sizeClass)
    case .asWindow:
      writer.member("asWindow", true)
    }
    writer.endObject()
  }
}
