import NavigationModel

extension Outcome {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let handled = try reader.require("handled").readBool()
    let returned = try reader.require("returned").readArray { (id) throws(BodyRefusal) in try id.readID() }
    let blockedBy = try reader.id("blockedBy")
    let takenBy = try reader.id("takenBy")
    try reader.finish()
    self.init(handled: handled, returned: returned, blockedBy: blockedBy, takenBy: takenBy)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("handled", handled)
    writer.key("returned")
    writer.ids(returned)
    writer.member("blockedBy", blockedBy)
    writer.member("takenBy", takenBy)
    writer.endObject()
  }
}
