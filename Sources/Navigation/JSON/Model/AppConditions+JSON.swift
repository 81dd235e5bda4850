/// The conditions of a table, as a body has them beside its routes.
extension AppCondition {
  /// - Parameter json: `{"holds": false, "otherwise": "sign-in"}`; what holds is state, which `AppConditions` reads.
  fileprivate init(_ name: String, json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self.init(name, otherwise: try reader.optional("otherwise")?.string())
    _ = reader.optional("holds")
    try reader.finish()
  }

  /// Throws `routes` for too many.
  static func all(_ json: JSONValue) throws(BodyRefusal) -> [AppCondition] {
    var (reader, all) = (try json.object(), [AppCondition]())
    let members = Array(reader.members)
    guard members.count <= Limits.conditions else { throw .routes(.tooManyConditions, pointer: json.pointer) }
    for (name, value) in members {
      if all.contains(where: { $0.name == name }) { throw .routes(.repeatedCondition(name), pointer: value.pointer) }
      all.append(try AppCondition(name, json: value))
    }
    return all
  }
}

extension ScreenRoutes {
  /// - Parameter state: what holds; nil writes the table alone.
  func writeConditions(to writer: inout JSONWriter, _ state: AppConditions?) {
    guard !conditions.isEmpty else { return }
    writer.key("conditions")
    writer.beginObject()
    for (index, condition) in conditions.enumerated() {
      writer.key(condition.name)
      writer.beginObject()
      if state?.holding.contains(ConditionSet(index: index)) == true { writer.member("holds", true) }
      writer.member("otherwise", condition.otherwise)
      writer.endObject()
    }
    writer.endObject()
    writer.member("parked", state?.parked)
  }
}

extension AppConditions {
  /// What a body says of its table's conditions; nil for a table without any.
  package init?(members reader: inout JSONObjectReader, of routes: ScreenRoutes?) throws(BodyRefusal) {
    guard let routes, !routes.conditions.isEmpty, let json = reader.optional("conditions") else { return nil }
    var (object, holding) = (try json.object(), ConditionSet())
    for (name, value) in object.members {
      var condition = try value.object()
      if try condition.bool("holds") == true { holding.formUnion(routes.condition(called: name) ?? []) }
    }
    self.init(
      holding: holding,
      parked: try reader.optional("parked").map { (json) throws(BodyRefusal) in
        let parked = try ParkedLink(json: json)
        guard let condition = routes.condition(called: parked.waitsFor), holding.isDisjoint(with: condition) else {
          throw json.refused("expected in \"waitsFor\" a condition that does not hold")
        }
        return parked
      })
  }
}

extension ParkedLink: MemberBody {
  package static var empty: Self { Self(open: .url(""), at: .automatic, waitsFor: "") }

  package mutating func members(_ m: inout some Members) {
    m.destination(&open)
    m.required("at", &at)
    m.required("waitsFor", &waitsFor)
  }
}

/// An object with a member for each.
extension ConditionValues: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self.init()
    for (name, value) in reader.members { all.append(ConditionValue(name, holds: try value.bool())) }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for value in all {
      writer.key(value.name)
      writer.bool(value.holds)
    }
    writer.endObject()
  }
}
