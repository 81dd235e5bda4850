/// A device of the catalogue, with its screen in each orientation.
public struct DeviceDescription: Hashable, Sendable, JSONBody, MemberBody {
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
  public struct Screen: Hashable, Sendable, MemberBody {
    /// The traits of a full-screen app.
    public var traits: Traits
    /// The multitasking windows of all systems, widest first; empty for most phones.
    public var windows: [Window]

    package static var empty: Self { Self(traits: .empty, windows: []) }

    package mutating func members(_ m: inout some Members) {
      traits.members(&m)
      m.fold(&traits.fold)
      m.list("windows", &windows)
    }

    fileprivate mutating func set(_ scale: Int) {
      traits.scale = scale
      for index in windows.indices { windows[index].traits.scale = scale }
    }
  }

  /// A foldable device in one pose.
  public struct Posed: Hashable, Sendable, MemberBody {
    public var pose: Pose
    public var portrait: Screen
    public var landscape: Screen

    package static var empty: Self { Self(pose: .open, portrait: .empty, landscape: .empty) }

    package mutating func members(_ m: inout some Members) {
      m.required("pose", &pose)
      m.required("portrait", &portrait)
      m.required("landscape", &landscape)
    }
  }

  /// A multitasking window, as high as the screen.
  public struct Window: Hashable, Sendable, MemberBody {
    public var multitasking: Multitasking
    public var traits: Traits

    package static var empty: Self { Self(multitasking: .fullScreen, traits: .empty) }

    package mutating func members(_ m: inout some Members) {
      m.required("multitasking", &multitasking)
      traits.members(&m)
    }
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

  package static var empty: Self { Self(name: "", idiom: .pad, scale: 0, portrait: .empty, landscape: .empty) }

  private init(name: String, idiom: Idiom, scale: Int, portrait: Screen, landscape: Screen) {
    (self.name, self.idiom, self.scale, self.portrait, self.landscape) = (name, idiom, scale, portrait, landscape)
    (multitasking, poses) = ([:], [])
  }

  package mutating func members(_ m: inout some Members) {
    m.required("name", &name)
    m.required("idiom", &idiom)
    m.integer("scale", &scale, in: Limits.scale)
    m.required("portrait", &portrait)
    m.required("landscape", &landscape)
    m.member(
      { (reader) throws(BodyRefusal) in multitasking = try Self.multitasking(try reader.require("multitasking")) },
      else: writeMultitasking)
    m.list("poses", &poses)
    // A screen does not say it again.
    portrait.set(scale)
    landscape.set(scale)
    for index in poses.indices {
      poses[index].portrait.set(scale)
      poses[index].landscape.set(scale)
    }
  }

  private static func multitasking(_ json: JSONValue) throws(BodyRefusal) -> [SystemVersion: [Multitasking]] {
    var (systems, multitasking) = (try json.object(), [SystemVersion: [Multitasking]]())
    for system in SystemVersion.allCases {
      multitasking[system] = try systems.require(system.name).array { (word) throws(BodyRefusal) in
        try word.word(Multitasking.self)
      }
    }
    try systems.finish()
    return multitasking
  }

  private func writeMultitasking(to writer: inout JSONWriter) {
    writer.object("multitasking") { writer in
      for system in SystemVersion.allCases {
        writer.array(system.name, multitasking[system, default: []].map(\.rawValue))
      }
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
      return (try? Environment(system: system, place: .device(device, orientation, multitasking)))?.traits.answered
    }
    guard let full = traits(.fullScreen) else { return nil }
    self.traits = full
    windows = Multitasking.allCases.compactMap { multitasking in
      guard multitasking != .fullScreen, multitasking != .window, let traits = traits(multitasking) else { return nil }
      return DeviceDescription.Window(multitasking: multitasking, traits: traits)
    }
  }
}

extension SystemVersion {
  fileprivate var name: StaticString {
    switch self {
    case .iOS26: "iOS26"
    case .iOS14: "iOS14"
    case .iOS27: "iOS27"
    }
  }
}

/// The body of `GET /v1/devices`: the catalogue.
public struct DeviceList: Hashable, Sendable, JSONBody, MemberBody {
  public var devices: [DeviceDescription]

  public static let catalogue = DeviceList(devices: Device.all.compactMap(DeviceDescription.init))

  package static var empty: Self { Self(devices: []) }

  package mutating func members(_ m: inout some Members) { m.required("devices", &devices) }
}
