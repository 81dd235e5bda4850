/// A session as an answer's body.
public struct SessionView: Hashable, Sendable {
  /// Its members are written inline with the others.
  public var summary: SessionSummary
  public var environment: Environment
  public var root: Controller
  public var visible: [VisibleScreen]
  /// The URL of the last visible screen that has one.
  public var url: String? { visible.last { $0.url != nil }?.url }
  public var can: Can
  /// The conditions of the app's table, in its order.
  public var conditions: ConditionValues
  /// The link that waits for one of them.
  public var parked: ParkedLink?

  public init(
    summary: SessionSummary, environment: Environment, root: Controller, visible: [VisibleScreen], can: Can,
    conditions: ConditionValues = ConditionValues(), parked: ParkedLink? = nil
  ) {
    self.summary = summary
    self.environment = environment
    self.root = root
    self.visible = visible
    self.can = can
    self.conditions = conditions
    self.parked = parked
  }

  public var id: SessionID { summary.id }
  public var revision: Int { summary.revision }
}

extension SessionView: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    var summary = SessionSummary.empty
    summary.members(&reader)
    try reader.check()
    self.summary = summary
    environment = try Environment(answer: try reader.require("environment"))
    root = try Controller(json: try reader.require("root"))
    visible = try reader.require("visible").array(VisibleScreen.init(json:))
    _ = try reader.string("url")
    can = try Can(json: try reader.require("can"))
    conditions = try reader.optional("conditions").map(ConditionValues.init(json:)) ?? ConditionValues()
    parked = try reader.optional("parked").map(ParkedLink.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    var summary = summary
    summary.members(&writer)
    writer.key("environment")
    environment.write(to: &writer, form: .session(environment))
    writer.key("root")
    root.write(to: &writer, form: .session(environment))
    writer.array("visible", visible)
    writer.member("url", url)
    writer.member("can", can)
    if !conditions.all.isEmpty { writer.member("conditions", conditions) }
    writer.member("parked", parked)
    writer.endObject()
  }
}

/// What a user can do in a session now.
public struct MoveList: Hashable, Sendable {
  public var moves: [Move]

  public init(_ moves: [Move]) { self.moves = moves }
}

extension MoveList: JSONBody, MemberBody {
  package static var empty: Self { Self([]) }

  package mutating func members(_ m: inout some Members) { m.required("moves", &moves) }
}
