extension Presentation {
  /// `"style"?, "adaptation"?`, and the members of a sheet where it is one or becomes one (D-501).
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    let style = try reader.word("style", PresentationStyle.self) ?? .automatic
    let adaptation = try reader.word("adaptation", PresentationAdaptation.self)
    if adaptation != nil, !style.adapts, let json = reader.optional("adaptation") {
      throw json.refused("expected none, as \(style.rawValue) does not adapt")
    }
    self.init(style, adaptation)
    sheet = try Sheet(members: &reader, in: self)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.word("style", style, unless: .automatic)
    writer.word("adaptation", adaptation)
    guard let sheet else { return }
    if !sheet.detents.isEmpty { writer.array("detents", sheet.detents) }
    writer.member("selectedDetent", sheet.selectedDetent)
    writer.member("largestUndimmedDetent", sheet.largestUndimmedDetent)
    writer.flag("edgeAttached", sheet.edgeAttached)
    writer.member("source", sheet.source)
  }

  /// What the server works out of a sheet in a window.
  func writeState(in environment: Environment, to writer: inout JSONWriter) {
    writer.word("adaptedStyle", environment.adapted(self), unless: style)
    writer.member("detent", detent(in: environment)?.id)
    writer.member("dimmed", isDimmed(in: environment))
  }
}

extension Sheet {
  /// Throws `noSuchDetent` at the member that names none of its detents.
  fileprivate init(members reader: inout JSONObjectReader, in form: Presentation) throws(BodyRefusal) {
    self.init()
    let (detents, selected) = (reader.optional("detents"), reader.optional("selectedDetent"))
    let (undimmed, edge) = (reader.optional("largestUndimmedDetent"), reader.optional("edgeAttached"))
    if let json = detents ?? selected ?? undimmed ?? edge, !form.takesDetents {
      throw json.refused("expected none, as this presentation is never a sheet")
    }
    if let detents { self.detents = try detents.detents() }
    selectedDetent = try selected?.name(in: self)
    largestUndimmedDetent = try undimmed?.name(in: self)
    edgeAttached = try edge?.bool() ?? false
    if let edge, edgeAttached, form.adaptation != nil {
      throw edge.refused("expected none, as \"adaptation\" says what it is at compact height")
    }
    guard let json = reader.optional("source") else { return }
    guard form.style.adapts else { throw json.refused("expected none, as \(form.style.rawValue) points at nothing") }
    source = try json.id()
  }
}

extension Detents: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self.init(try json.detents()) }
  public func write(to writer: inout JSONWriter) { writer.array(list) }
}

extension Detent: JSONMember {
  /// `"medium"`, `"large"` or `{"id", "height", "inactiveInCompactHeight"?}`.
  public init(json: JSONValue) throws(BodyRefusal) {
    guard json.kind != .string else {
      switch try json.string() {
      case "medium": self = .medium
      case "large": self = .large
      case let other: throw json.refused(word: other, allowed: ["medium", "large"])
      }
      return
    }
    var reader = try json.object()
    let name = try reader.require("id")
    let id = try name.id().description
    if id == "medium" || id == "large" {
      throw name.refused("expected another id: the system has a detent of this one")
    }
    let height = try reader.require("height").readNumberOrNull(in: Limits.detentHeight)
    guard let height else { throw try reader.require("height").refused("expected a number") }
    self = .custom(id, height: height, inactiveInCompactHeight: try reader.bool("inactiveInCompactHeight") ?? false)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    guard case .custom(let id, let height, let isInactive) = self else { return writer.string(id) }
    writer.beginObject()
    writer.member("id", id)
    writer.member("height", height)
    writer.flag("inactiveInCompactHeight", isInactive)
    writer.endObject()
  }
}

extension JSONValue {
  /// At least one and at most `Limits.detents`, from the lowest to the highest (D-500).
  fileprivate func detents() throws(BodyRefusal) -> [Detent] {
    var detents: [Detent] = []
    for json in try elements {
      if detents.count == Limits.detents { throw json.refused("expected at most \(detents.count) detents") }
      let detent = try Detent(json: json)
      if detents.contains(where: { $0.id == detent.id }) { throw json.refused("expected each detent once") }
      if let last = detents.last, !last.mayPrecede(detent) {
        throw json.refused("expected a higher one than \(last.id): the detents ascend")
      }
      detents.append(detent)
    }
    if detents.isEmpty { throw refused("expected a detent") }
    return detents
  }

  fileprivate func name(in sheet: Sheet) throws(BodyRefusal) -> String {
    let name = try string()
    if sheet.detent(called: name) == nil { throw refused(sheet.noSuchDetent(name)) }
    return name
  }
}
