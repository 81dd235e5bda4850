/// The body of `POST /v1/sessions`, which creates a session.
public struct CreateSession: Hashable, Sendable, JSONBody {
  public enum Start: Hashable, Sendable {
    /// A named arrangement, which the server expands.
    case layout(Layout)
    /// A tree that appears for the first time.
    case root(Controller)
    /// A tree from a snapshot, which is restored unchanged.
    case restored(Controller, countedIDs: Int)

    /// Creates a session from a snapshot.
    public init(_ snapshot: Snapshot) {
      self = snapshot.countedIDs.map { .restored(snapshot.root, countedIDs: $0) } ?? .root(snapshot.root)
    }

    fileprivate init(members reader: inout JSONObjectReader, isRestored: Bool) throws(BodyRefusal) {
      switch (reader.optional("layout"), reader.optional("root")) {
      case (let layout?, nil): self = .layout(try Layout(json: layout))
      case (nil, let root?):
        let tree = try Controller(json: root)
        self = isRestored ? .restored(tree, countedIDs: try Snapshot.countedIDs(&reader)) : .root(tree)
      case (nil, nil): throw reader.object.refused("missing member \"layout\" or \"root\"")
      case (_?, _?): throw reader.object.refused("expected only one of \"layout\" and \"root\"")
      }
    }

    /// With another tree, which takes an arrangement's place.
    func with(_ tree: Controller) -> Self {
      switch self {
      case .layout, .root: .root(tree)
      case .restored(_, let countedIDs): .restored(tree, countedIDs: countedIDs)
      }
    }
  }

  /// The default time to live: 7 days, in seconds after the last change.
  public static let defaultTimeToLive = 604_800
  /// Valid times to live in seconds: up to 365 days.
  public static let timesToLive = 1...31_536_000
  /// Bytes of `client`.
  public static let clientBytes = 1...128
  /// The rule of `clientBytes` for people.
  static let clientRule = "\(clientBytes.lowerBound) to \(clientBytes.upperBound) bytes"

  /// The caller's name for itself, not an identity.
  public var client: String?
  public var environment: Environment
  public var start: Start
  public var labels: Labels
  /// Seconds after the last change; nil: `defaultTimeToLive`.
  public var timeToLive: Int?
  /// The app's routes; nil without.
  public var routes: ScreenRoutes?
  /// Which conditions of the routes hold; nil: none.
  public var conditions: AppConditions?

  public init(
    client: String? = nil, environment: Environment = Environment(), start: Start, labels: Labels = Labels(),
    timeToLive: Int? = nil, routes: ScreenRoutes? = nil, conditions: AppConditions? = nil
  ) {
    self.client = client
    self.environment = environment
    self.start = start
    self.labels = labels
    self.timeToLive = timeToLive
    self.routes = routes
    self.conditions = conditions
  }

  /// The session and the events of its first appearance. Throws if the tree is invalid.
  public func open() throws(Rejection) -> (session: Session, events: [Event]) {
    let conditions = routes?.conditions.isEmpty == false ? conditions ?? AppConditions() : nil
    return switch start {
    case .layout(let layout):
      try Session.open(try layout.controller(), in: environment, conditions: conditions, routes: routes)
    case .root(let root): try Session.open(root, in: environment, conditions: conditions, routes: routes)
    case .restored(let root, let countedIDs):
      try Session.restore(root, in: environment, countedIDs: countedIDs, conditions: conditions, routes: routes)
    }
  }

  /// The problem of a creation that `open` refused: it points at the controller at fault, or at the root or the layout.
  public func problem(of rejection: Rejection) -> Problem {
    var problem = Problem(rejection)
    switch start {
    case .layout(let layout):
      var writer = JSONWriter()
      layout.write(to: &writer)
      problem.pointer = "/layout" + (rejection.controller(in: writer.bytes)?.pointer ?? "")
    case .root(let root), .restored(let root, countedIDs: _):
      problem.pointer = "/root" + pointer(in: root.withAllNamed, at: rejection)
    }
    return problem
  }

  /// - Parameter root: the tree, in which each controller has an id, so that the same refusal names one.
  private func pointer(in root: Controller, at rejection: Rejection) -> String {
    var (named, fault) = (self, rejection)
    named.start = start.with(root)
    do throws(Rejection) { _ = try named.open() } catch { fault = error }
    var writer = JSONWriter()
    root.write(to: &writer, form: .snapshot)
    guard let controller = fault.controller(in: writer.bytes) else { return "" }
    if case .noSuchColumn(_, let column) = fault, var members = try? controller.object(),
      let content = members.optional(column.name)
    {
      return content.pointer
    }
    return controller.pointer
  }

  public static var requestDepth: Int { JSONDocument.treeDepth }

  /// Reads exactly one of `layout` and `root`, or a snapshot. Throws `unknownSchema`, and the errors of its parts.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try Snapshot.checked(json).object()
    try self.init(members: &reader)
    try reader.finish(nulls: Snapshot.ownMembers)
  }

  /// - Parameter reader: at a body whose schema is checked.
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    let isRestored = reader.optional("schema") != nil
    let client = try reader.optional("client")?.readClient()
    let environment = try reader.optional("environment").map(Environment.init(json:)) ?? Environment()
    let start = try Start(members: &reader, isRestored: isRestored)
    let labels = try reader.optional("labels").map(Labels.init(json:)) ?? Labels()
    let timeToLive = try reader.optional("timeToLive")?.int(in: Self.timesToLive)
    let routes = try ScreenRoutes(members: &reader)
    self.init(
      client: client, environment: environment, start: start, labels: labels, timeToLive: timeToLive, routes: routes,
      conditions: try AppConditions(members: &reader, of: routes))
  }

  public func write(to writer: inout JSONWriter) { writer.object { writeMembers(to: &$0) } }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("client", client)
    switch start {
    case .layout(let layout):
      if environment != Environment() {
        writer.key("environment")
        environment.write(to: &writer, form: .request)
      }
      writer.member("layout", layout)
      routes?.writeMembers(to: &writer, conditions)
    case .root(let root):
      Snapshot(environment: environment, root: root, countedIDs: nil, routes: routes, conditions: conditions)
        .writeMembers(to: &writer)
    case .restored(let root, let countedIDs):
      Snapshot(environment: environment, root: root, countedIDs: countedIDs, routes: routes, conditions: conditions)
        .writeMembers(to: &writer)
    }
    if !labels.isEmpty { writer.member("labels", labels) }
    writer.member("timeToLive", timeToLive)
  }
}

extension Rejection {
  /// The controller at fault in a tree or a layout as JSON; nil where the JSON does not have it.
  package func controller(in json: [UInt8]) -> JSONValue? {
    guard let id = Problem(self).controller,
      let document = try? JSONDocument(json, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
    else { return nil }
    var found: [JSONValue] = []
    document.root.collectControllers(with: id, &found)
    // Of two controllers with one id, the second one is refused.
    if case .duplicateController = self { return found.last }
    return found.first
  }
}

extension JSONValue {
  fileprivate func readClient() throws(BodyRefusal) -> String {
    let client = try string()
    guard CreateSession.clientBytes.contains(client.utf8.count) else {
      throw refused("expected \(CreateSession.clientRule)")
    }
    return client
  }

  /// Adds the controllers with this id, at most two, in the order of the text; an app's params have none.
  fileprivate func collectControllers(with id: String, _ found: inout [JSONValue]) {
    if found.count == 2 { return }
    if var members = try? object() {
      if (try? members.optional("id")?.string()) == id { found.append(self) }
      for member in members.members where member.name != "params" { member.value.collectControllers(with: id, &found) }
    } else if let elements = try? elements {
      for element in elements { element.collectControllers(with: id, &found) }
    }
  }
}

/// A session as the body that creates it again: `{"schema": 1, "environment": …, "root": …, "countedIds": 3}`.
public struct Snapshot: Hashable, Sendable, JSONBody {
  public static let schema = 1
  /// Valid counts of ids assigned by a session's own counter.
  public static let countsOfIDs = 0...1_000_000_000_000

  public var environment: Environment
  public var root: Controller
  /// Ids assigned by the session's own counter; nil without `schema`: the tree appears for the first time.
  public var countedIDs: Int?
  /// The app's routes; nil without.
  public var routes: ScreenRoutes?
  /// Which conditions of the routes hold, and the link that waits; nil: none.
  public var conditions: AppConditions?

  public init(
    environment: Environment, root: Controller, countedIDs: Int?, routes: ScreenRoutes? = nil,
    conditions: AppConditions? = nil
  ) {
    self.environment = environment
    self.root = root
    self.countedIDs = countedIDs
    self.routes = routes
    self.conditions = conditions
  }

  public init(_ session: Session, routes: ScreenRoutes? = nil) {
    self.init(
      environment: session.environment, root: session.root, countedIDs: session.countedIDs, routes: routes,
      conditions: session.conditions)
  }

  public static var requestDepth: Int { JSONDocument.treeDepth }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try Self.checked(json).object()
    let isRestored = reader.optional("schema") != nil
    environment = try Environment(json: try reader.require("environment"))
    root = try Controller(json: try reader.require("root"))
    countedIDs = isRestored ? try Self.countedIDs(&reader) : nil
    routes = try ScreenRoutes(members: &reader)
    conditions = try AppConditions(members: &reader, of: routes)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) { writer.object { writeMembers(to: &$0) } }

  /// Without `countedIDs` a tree alone.
  func writeMembers(to writer: inout JSONWriter) {
    if countedIDs != nil { writer.member("schema", Self.schema) }
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.tree("root", root, form: countedIDs == nil ? .request : .snapshot)
    writer.member("countedIds", countedIDs)
    routes?.writeMembers(to: &writer, conditions)
  }

  /// The body, which has the members of a snapshot only with `schema`. Throws `unknownSchema` before anything else is
  /// read.
  static func checked(_ json: JSONValue) throws(BodyRefusal) -> JSONValue {
    var reader = try json.object()
    guard let value = reader.optional("schema") else { return json }
    guard value.kind == .number else { throw value.refused("expected the number \(schema)") }
    guard (try? value.int()) == schema else { throw .unknownSchema(pointer: value.pointer) }
    return json.unknownMembers == .refuse ? json.reading(.refuseInSnapshot) : json
  }

  /// The members that only a snapshot has.
  static let ownMembers: [StaticString] = ["countedIds", "parked"]

  static func countedIDs(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Int {
    try reader.optional("countedIds")?.int(in: countsOfIDs) ?? 0
  }
}
