import NavigationJSON
import NavigationModel

/// The catalogue: `GET /v1/devices`.
public struct DeviceList: Hashable, Sendable {
  public var devices: [DeviceDescription]

  public init(devices: [DeviceDescription]) { self.devices = devices }

  /// Every device that this version knows.
  public static let catalogue = DeviceList(devices: Device.all.compactMap(DeviceDescription.init))
}

extension DeviceList: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    devices = try reader.require("devices").readArray(DeviceDescription.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("devices", devices)
    writer.endObject()
  }
}
