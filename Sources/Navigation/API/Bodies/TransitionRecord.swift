/// The record of one revision: the answer to a creation or a transition.
public struct TransitionRecord: Sendable {
  /// The request and its outcome. Behind one reference: each copy on the way to the record and the history would retain
  /// every member (3 % of a POST).
  public indirect enum Content: Hashable, Sendable {
    /// Revision 0: the creation.
    case creation
    case single(Transition, Outcome)
    case history(HistoryRequest, Outcome)
    /// One outcome per transition; fewer if the last of them is blocked.
    case batch([Transition], [Outcome])
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
}

extension TransitionRecord {
  /// The outcome of the transition, or of the last one executed in a batch; nil for a creation.
  public var outcome: Outcome? {
    switch content {
    case .creation: nil
    case .single(_, let outcome), .history(_, let outcome): outcome
    case .batch(_, let outcomes): outcomes.last
    }
  }
}

extension TransitionRecord: JSONBody {
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
      anyEvents: events, visible: visible, can: can, session: nil, changes: nil)
  }

  private static func write(
    to writer: inout JSONWriter, sessionID: SessionID, revision: Int, at: Timestamp, isDryRun: Bool, content: Content,
    anyEvents: [some JSONWritable], visible: some VisibleScreens, can: Can, session: SessionView?,
    changes: [JSONPatchOperation]?
  ) {
    writer.beginObject()
    writer.member("sessionId", sessionID)
    writer.member("revision", revision)
    writer.member("at", at)
    if isDryRun { writer.member("dryRun", true) }
    content.writeMembers(to: &writer)
    if case .batch(_, let outcomes) = content { writer.member("outcome", outcomes.last) }
    writer.array("events", anyEvents)
    writer.key("visible")
    visible.writeVisible(to: &writer)
    writer.member("can", can)
    writer.member("session", session)
    if let changes { writer.array("changes", changes) }
    writer.endObject()
  }
}

extension TransitionRecord.Content {
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

/// A page of a session's history, oldest first.
public struct TransitionList: Sendable {
  public var transitions: [TransitionRecord]

  public init(transitions: [TransitionRecord]) { self.transitions = transitions }
}

extension TransitionList: JSONBody, MemberBody {
  package static var empty: Self { Self(transitions: []) }

  package mutating func members(_ m: inout some Members) { m.required("transitions", &transitions) }
}
