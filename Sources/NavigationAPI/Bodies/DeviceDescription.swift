import NavigationJSON
import NavigationModel

/// A device of the catalogue, with its screen in each orientation.
public struct DeviceDescription: Hashable, Sendable {
  /// Apple's marketing name.
  public var name: String
  public var idiom: Idiom
  /// Pixels per point.
  public var scale: Int
  /// For a foldable device: closed.
  public var portrait: Screen
  public var landscape: Screen
  /// The multitasking states of each system, in any pose and orientation.
  public var multitasking: [SystemVersion: [Multitasking]]
  /// The poses of a foldable device; empty for any other.
  public var poses: [Posed]

  /// The screen in one orientation.
  public struct Screen: Hashable, Sendable {
    /// The traits of a full-screen app.
    public var traits: Traits
    /// The multitasking windows of all systems, widest first; empty for most phones.
    public var windows: [Window]
  }

  /// A foldable device in one pose.
  public struct Posed: Hashable, Sendable {
    public var pose: Pose
    public var portrait: Screen
    public var landscape: Screen
  }

  /// A multitasking window, as high as the screen.
  public struct Window: Hashable, Sendable {
    public var multitasking: Multitasking
    public var traits: Traits
  }

  /// Nil for a device without a full screen; every device of the catalogue has one.
  public init?(_ device: Device) {
    guard let portrait = Screen(device, .portrait), let landscape = Screen(device, .landscape) else { return nil }
    self.portrait = portrait
    self.landscape = landscape
    name = device.name
    idiom = device.model.idiom
    scale = device.model.scale
    multitasking = Dictionary(
      uniqueKeysWithValues: SystemVersion.allCases.map { system in
        (system, Multitasking.allCases.filter { state in Self.has(state, device, in: system) })
      })
    poses = device.model.pose == nil ? [] : device.poses.compactMap(Posed.init)
  }

  private static func has(_ multitasking: Multitasking, _ device: Device, in system: SystemVersion) -> Bool {
    device.poses.contains { posed in
      Orientation.allCases.contains { posed.model.has(multitasking, $0, in: system.rules) }
    }
  }
}

extension DeviceDescription.Posed {
  fileprivate init?(_ device: Device) {
    guard let pose = device.model.pose, let portrait = DeviceDescription.Screen(device, .portrait),
      let landscape = DeviceDescription.Screen(device, .landscape)
    else { return nil }
    self.init(pose: pose, portrait: portrait, landscape: landscape)
  }
}

extension DeviceDescription.Screen {
  fileprivate init?(_ device: Device, _ orientation: Orientation) {
    /// The size classes of a device are the same in every system that has the state.
    func traits(_ multitasking: Multitasking) -> Traits? {
      guard
        let system = SystemVersion.allCases.first(where: { device.model.has(multitasking, orientation, in: $0.rules) })
      else { return nil }
      return (try? Environment(system: system, place: .device(device, orientation, multitasking)))?.traits
    }
    guard let full = traits(.fullScreen) else { return nil }
    self.traits = full
    windows = Multitasking.allCases.compactMap { multitasking in
      guard multitasking != .fullScreen, multitasking != .window, let traits = traits(multitasking) else { return nil }
      return DeviceDescription.Window(multitasking: multitasking, traits: traits)
    }
  }
}

extension DeviceDescription: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    name = try reader.requireString("name")
    idiom = try reader.requireWord("idiom", Idiom.self)
    scale = try reader.require("scale").int(in: Limits.scale)
    portrait = try Screen(try reader.require("portrait"), scale: scale)
    landscape = try Screen(try reader.require("landscape"), scale: scale)
    var systems = try reader.require("multitasking").object()
    multitasking = [:]
    for system in SystemVersion.allCases {
      multitasking[system] = try systems.require(system.name).array { (word) throws(BodyRefusal) in
        try word.word(Multitasking.self)
      }
    }
    try systems.finish()
    let scale = scale
    poses =
      try reader.optional("poses")?.array { (posed) throws(BodyRefusal) in try Posed(posed, scale: scale) } ?? []
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.word("idiom", idiom)
    writer.member("scale", scale)
    writer.key("portrait")
    portrait.write(to: &writer)
    writer.key("landscape")
    landscape.write(to: &writer)
    writer.key("multitasking")
    writer.beginObject()
    for system in SystemVersion.allCases {
      writer.key(system.name)
      writer.beginArray()
      for state in multitasking[system] ?? [] { writer.string(state.rawValue) }
      writer.endArray()
    }
    writer.endObject()
    if !poses.isEmpty { writer.array("poses", poses) }
    writer.endObject()
  }
}

extension SystemVersion {
  /// The member's name.
  fileprivate var name: StaticString {
    switch self {
    case .iOS26: "iOS26"
    case .iOS14: "iOS14"
    case .iOS27: "iOS27"
    }
  }
}

extension DeviceDescription.Posed: JSONWritable {
  fileprivate init(_ json: JSONValue, scale: Int) throws(BodyRefusal) {
    var reader = try json.object()
    pose = try reader.requireWord("pose", Pose.self)
    portrait = try DeviceDescription.Screen(try reader.require("portrait"), scale: scale)
    landscape = try DeviceDescription.Screen(try reader.require("landscape"), scale: scale)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.word("pose", pose)
    writer.key("portrait")
    portrait.write(to: &writer)
    writer.key("landscape")
    landscape.write(to: &writer)
    writer.endObject()
  }
}

extension DeviceDescription.Screen {
  fileprivate init(_ json: JSONValue, scale: Int) throws(BodyRefusal) {
    var reader = try json.object()
    traits = try Traits(members: &reader, scale: scale)
    traits.fold = try reader.optional("fold").map(Fold.init(json:))
    windows =
      try reader.optional("windows")?.array { (window) throws(BodyRefusal) in
        try DeviceDescription.Window(window, scale: scale)
      } ?? []
    try reader.finish()
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.traits(traits)
    writer.fold(traits.fold)
    if !windows.isEmpty { writer.array("windows", windows) }
    writer.endObject()
  }
}

extension DeviceDescription.Window: JSONWritable {
  fileprivate init(_ json: JSONValue, scale: Int) throws(BodyRefusal) {
    var reader = try json.object()
    multitasking = try reader.requireWord("multitasking", Multitasking.self)
    traits = try Traits(members: &reader, scale: scale)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.word("multitasking", multitasking)
    writer.traits(traits)
    writer.endObject()
  }
}

/// The body of `GET /v1/devices`: the catalogue.
public struct DeviceList: Hashable, Sendable {
  public var devices: [DeviceDescription]

  public init(devices: [DeviceDescription]) { self.devices = devices }

  /// All devices of this version.
  public static let catalogue = DeviceList(devices: Device.all.compactMap(DeviceDescription.init))
}

extension DeviceList: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    devices = try reader.require("devices").array(DeviceDescription.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("devices", devices)
    writer.endObject()
  }
}
