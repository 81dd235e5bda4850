/// The body of `POST /v1/sessions`, which creates a session.
public struct CreateSession: Hashable, Sendable {
  /// The initial tree.
  public enum Start: Hashable, Sendable {
    /// A named arrangement, which the server expands.
    case layout(Layout)
    /// A tree that appears for the first time.
    case root(Controller)
    /// A tree from a snapshot, which is restored unchanged.
    case restored(Controller, countedIDs: Int)
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
}

extension CreateSession.Start {
  /// Creates a session from a snapshot.
  public init(_ snapshot: Snapshot) {
    self = snapshot.countedIDs.map { .restored(snapshot.root, countedIDs: $0) } ?? .root(snapshot.root)
  }
}

extension CreateSession: JSONBody {
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

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

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

extension CreateSession.Start {
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
}

extension JSONValue {
  fileprivate func readClient() throws(BodyRefusal) -> String {
    let client = try string()
    guard CreateSession.clientBytes.contains(client.utf8.count) else {
      throw refused("expected \(CreateSession.clientRule)")
    }
    return client
  }
}

extension Archive where Self: ~Copyable {
  /// Absent where there are none.
  mutating func labels(_ labels: inout Labels) {
    member(
      "labels", ifPresent: { (json) throws(BodyRefusal) in labels = try Labels(json: json) },
      else: { if !labels.isEmpty { $0.member("labels", labels) } })
  }
}
