import NavigationJSON
import NavigationModel

/// A device of the catalogue, with what an app has on it each way round.
public struct DeviceDescription: Hashable, Sendable {
  /// Apple's marketing name.
  public var name: String
  public var idiom: Idiom
  /// Pixels in a point.
  public var scale: Int
  public var portrait: Screen
  public var landscape: Screen

  /// The device held one way.
  public struct Screen: Hashable, Sendable {
    /// What an app that fills the screen has.
    public var traits: Traits
    /// The multitasking windows, widest first; none on a phone.
    public var windows: [Window]
  }

  /// A multitasking window, which is as high as the screen.
  public struct Window: Hashable, Sendable {
    public var multitasking: Multitasking
    public var traits: Traits
  }

  /// Nil where the device has no full screen; every one of the catalogue has.
  public init?(_ device: Device) {
    guard let portrait = Screen(device, .portrait), let landscape = Screen(device, .landscape) else { return nil }
    self.portrait = portrait
    self.landscape = landscape
    name = device.name
    idiom = device.model.idiom
    scale = device.model.scale
  }
}

extension DeviceDescription.Screen {
  fileprivate init?(_ device: Device, _ orientation: Orientation) {
    func traits(_ multitasking: Multitasking) -> Traits? {
      (try? Environment(place: .device(device, orientation, multitasking)))?.traits
    }
    guard let full = traits(.fullScreen) else { return nil }
    self.traits = full
    windows = Multitasking.allCases.compactMap { multitasking in
      guard multitasking != .fullScreen, let traits = traits(multitasking) else { return nil }
      return DeviceDescription.Window(multitasking: multitasking, traits: traits)
    }
  }
}

extension DeviceDescription: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    name = try reader.requireString("name")
    idiom = try reader.requireWord("idiom", Idiom.self)
    scale = try reader.require("scale").readInt(in: Limits.scale)
    portrait = try Screen(try reader.require("portrait"), scale: scale)
    landscape = try Screen(try reader.require("landscape"), scale: scale)
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
    writer.endObject()
  }
}

extension DeviceDescription.Screen {
  fileprivate init(_ json: JSONValue, scale: Int) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    traits = try Traits(members: &reader, scale: scale)
    windows =
      try reader.optional("windows")?.readArray { (window) throws(BodyRefusal) in try DeviceDescription.Window(window, scale: scale) } ?? []
    try reader.finish()
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.traits(traits)
    if !windows.isEmpty { writer.array("windows", windows) }
    writer.endObject()
  }
}

extension DeviceDescription.Window: JSONWritable {
  fileprivate init(_ json: JSONValue, scale: Int) throws(BodyRefusal) {
    var reader = try BodyReader(json)
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
