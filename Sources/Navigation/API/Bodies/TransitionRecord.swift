/// The body of `POST /v1/sessions/{id}/transitions`.
public enum TransitionRequest: Hashable, Sendable, JSONBody {
  case transition(Transition)
  case history(HistoryRequest)
  /// One revision, all or nothing; 1 to `batchLimit` transitions.
  case batch([Transition])

  /// Maximum transitions of a batch.
  public static let batchLimit = 256

  public static var requestDepth: Int { CreateSession.requestDepth }

  /// The number of links that it opens.
  package var links: Int {
    switch self {
    case .transition(let transition): transition.action.body is Transition.Open ? 1 : 0
    case .batch(let transitions): transitions.reduce(0) { $0 + ($1.action.body is Transition.Open ? 1 : 0) }
    case .history: 0
    }
  }

  public var count: Int {
    switch self {
    case .transition, .history: 1
    case .batch(let transitions): transitions.count
    }
  }

  /// Throws `batchLimit`, and the errors of a transition.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    if let transitions = reader.optional("transitions") {
      try reader.finish()
      self = .batch(try Self.batch(transitions))
    } else {
      try self.init(members: reader)
    }
  }

  /// A single request: its `type` decides the rest.
  package init(members reader: consuming JSONObjectReader) throws(BodyRefusal) {
    if let type = reader.optional("type"), type.kind == .string, let kind = Transition.kinds[try type.string()] {
      self = .transition(try kind.body.read(&reader))
    } else {
      self = .history(try HistoryRequest(members: reader, after: Transition.kinds.words))
    }
  }

  /// Reads the members of a batch from an array.
  static func batch(_ json: JSONValue) throws(BodyRefusal) -> [Transition] {
    let elements = try json.elements
    guard !elements.isEmpty else { throw json.refused("expected at least one transition") }
    guard elements.count <= batchLimit else { throw .batchLimit(elements.count, pointer: json.pointer) }
    return try json.array { (member) throws(BodyRefusal) in
      switch try TransitionRequest(members: try member.object()) {
      case .transition(let transition): return transition
      case .history, .batch: throw .notInBatch(pointer: member.pointer)
      }
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .transition(let transition): transition.write(to: &writer)
    case .history(let request): request.write(to: &writer)
    case .batch(let transitions):
      writer.object { $0.array("transitions", transitions) }
    }
  }
}

/// A move through a session's history: the session itself does not know its past, so that this is no transition.
public enum HistoryMove: Hashable, Sendable {
  /// Back before the last change that is not undone.
  case undo
  /// Forward again.
  case redo
  /// To the state of any revision, as a change like any other.
  case revert(revision: Int)
}

/// The request of a move, with the options of a transition.
public struct HistoryRequest: Hashable, Sendable, KindedBody {
  public var move: HistoryMove
  /// Nil: not animated.
  public var animated: Bool?
  /// Removes screens that block their removal.
  public var confirm: Bool

  public init(_ move: HistoryMove, animated: Bool? = nil, confirm: Bool = false) {
    self.move = move
    self.animated = animated
    self.confirm = confirm
  }

  package static let kinds = JSONKinds<HistoryRequest>(
    [.undo, .redo, .revert(revision: 0)].map { HistoryRequest($0) }, word: \.type)

  package var type: StaticString {
    switch move {
    case .undo: "undo"
    case .redo: "redo"
    case .revert: "revert"
    }
  }

  package func members(_ m: inout some Members) -> HistoryRequest {
    var request = self
    if case .revert(var revision) = move {
      m.integer("revision", &revision, atLeast: 0)
      request.move = .revert(revision: revision)
    }
    m.optional("animated", &request.animated)
    m.flag("confirm", &request.confirm)
    return request
  }
}

/// The record of one revision: the answer to a creation or a transition.
public struct TransitionRecord: Sendable, JSONBody {
  /// The request and its outcome. Behind one reference: each copy on the way to the record and the history would retain
  /// every member (3 % of a POST).
  public indirect enum Content: Hashable, Sendable {
    /// Revision 0: the creation.
    case creation
    case single(Transition, Outcome)
    case history(HistoryRequest, Outcome)
    /// One outcome per transition; fewer if the last of them is blocked.
    case batch([Transition], [Outcome])

    /// Reads `transition` and `outcome`, `transitions` and `outcomes`, or neither.
    package init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
      if let transitions = reader.optional("transitions") {
        let members = try TransitionRequest.batch(transitions)
        let outcomes = try reader.require("outcomes")
        // An answer repeats the last one as `outcome`, as a client reads of any record.
        _ = reader.optional("outcome")
        let answers = try outcomes.array(Outcome.init(json:))
        let isStopped = answers.count < members.count && answers.last?.blocked.isEmpty == false
        guard answers.count == members.count || isStopped else {
          throw outcomes.refused("expected \(members.count) outcomes, one for each transition")
        }
        self = .batch(members, answers)
        return
      }
      guard let transition = reader.optional("transition") else {
        self = .creation
        return
      }
      let outcome = try Outcome(json: try reader.require("outcome"))
      switch try TransitionRequest(members: try transition.object()) {
      case .transition(let transition): self = .single(transition, outcome)
      case .history(let request): self = .history(request, outcome)
      case .batch: throw transition.refused("expected one transition")
      }
    }

    /// Writes the members that `init(members:)` reads.
    package func writeMembers(to writer: inout JSONWriter) {
      switch self {
      case .creation: break
      case .single(let transition, let outcome):
        writer.member("transition", transition)
        writer.member("outcome", outcome)
      case .history(let request, let outcome):
        writer.member("transition", request)
        writer.member("outcome", outcome)
      case .batch(let transitions, let outcomes):
        writer.array("transitions", transitions)
        writer.array("outcomes", outcomes)
      }
    }
  }

  public var sessionID: SessionID
  public var revision: Int
  public var at: Timestamp
  public var content: Content
  public var events: [ReceivedEvent]
  public var visible: [VisibleScreen]
  public var can: Can
  /// Whether nothing was committed; `revision` is the hypothetical one.
  public var isDryRun: Bool
  /// The session after the change, if requested.
  public var session: SessionView?
  /// The changes of `/environment` and `/root`, if requested.
  public var changes: [JSONPatchOperation]?

  public init(
    sessionID: SessionID, revision: Int, at: Timestamp, content: Content, events: [ReceivedEvent],
    visible: [VisibleScreen], can: Can,
    isDryRun: Bool = false, session: SessionView? = nil, changes: [JSONPatchOperation]? = nil
  ) {
    self.sessionID = sessionID
    self.revision = revision
    self.at = at
    self.content = content
    self.events = events
    self.visible = visible
    self.can = can
    self.isDryRun = isDryRun
    self.session = session
    self.changes = changes
  }

  /// The outcome of the transition, or of the last one executed in a batch; nil for a creation.
  public var outcome: Outcome? {
    switch content {
    case .creation: nil
    case .single(_, let outcome), .history(_, let outcome): outcome
    case .batch(_, let outcomes): outcomes.last
    }
  }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    sessionID = try SessionID(json: try reader.require("sessionId"))
    revision = try reader.require("revision").int(atLeast: 0)
    at = try Timestamp(json: try reader.require("at"))
    isDryRun = try reader.bool("dryRun") ?? false
    content = try Content(members: &reader)
    events = try reader.require("events").array(ReceivedEvent.init(json:))
    visible = try reader.require("visible").array(VisibleScreen.init(json:))
    can = try Can(json: try reader.require("can"))
    session = try reader.optional("session").map(SessionView.init(json:))
    changes = try reader.optional("changes")?.array(JSONPatchOperation.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    Self.write(
      to: &writer, sessionID: sessionID, revision: revision, at: at, isDryRun: isDryRun, content: content,
      anyEvents: events, visible: visible, can: can, session: session, changes: changes)
  }

  /// Writes the record of a change by this version from its parts, without creating a record first, and without the parts
  /// of it that are only sent when they are asked for.
  package static func write(
    to writer: inout JSONWriter, sessionID: SessionID, revision: Int, at: Timestamp, isDryRun: Bool, content: Content,
    events: [Event], visible: DisplayedScreens, can: Can
  ) {
    write(
      to: &writer, sessionID: sessionID, revision: revision, at: at, isDryRun: isDryRun, content: content,
      anyEvents: events, visible: visible, can: can)
  }

  private static func write(
    to writer: inout JSONWriter, sessionID: SessionID, revision: Int, at: Timestamp, isDryRun: Bool, content: Content,
    anyEvents: [some JSONWritable], visible: some JSONWritable, can: Can, session: SessionView? = nil,
    changes: [JSONPatchOperation]? = nil
  ) {
    writer.beginObject()
    writer.member("sessionId", sessionID)
    writer.member("revision", revision)
    writer.member("at", at)
    if isDryRun { writer.member("dryRun", true) }
    content.writeMembers(to: &writer)
    if case .batch(_, let outcomes) = content { writer.member("outcome", outcomes.last) }
    writer.array("events", anyEvents)
    writer.member("visible", visible)
    writer.member("can", can)
    writer.member("session", session)
    if let changes { writer.array("changes", changes) }
    writer.endObject()
  }
}

/// A page of a session's history, oldest first.
public struct TransitionList: Sendable, JSONBody, MemberBody {
  public var transitions: [TransitionRecord]

  package static var empty: Self { Self(transitions: []) }

  package mutating func members(_ m: inout some Members) { m.required("transitions", &transitions) }
}

/// An event as received; later versions of the server may send unknown types.
public enum ReceivedEvent: Hashable, Sendable, JSONBody {
  case event(Event)
  /// An event type or delegate method that this version does not know, as compact JSON.
  case other(type: String, json: String)

  /// The event, if this version knows it.
  public var event: Event? { if case .event(let event) = self { event } else { nil } }

  /// Unknown types are preserved in answers, and refused in requests.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    guard reader.isAnswer else {
      self = .event(try Event(json: json))
      return
    }
    if let event = try Event.known(json) {
      self = .event(event)
    } else {
      self = .other(type: try reader.requireString("type"), json: json.compactText())
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .event(let event): event.write(to: &writer)
    case .other(_, let json): writer.raw(json)
    }
  }
}

extension Event {
  /// Nil where the type of the event, or the method of a delegate call, is none of this version's.
  package static func known(_ json: JSONValue) throws(BodyRefusal) -> Event? {
    var reader = try json.object()
    guard let kind = kinds[try reader.requireString("type")] else { return nil }
    if case .delegateCall = kind, DelegateCall.kinds[try reader.requireString("method")] == nil { return nil }
    return try Event(json: json)
  }
}
