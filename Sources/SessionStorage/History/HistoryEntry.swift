public import Navigation

/// One revision of a session: its record, and the state after it, which shares storage with its neighbours.
public final class HistoryEntry: Sendable {
  public let revision: Int
  public let at: Timestamp
  /// The request and its outcome.
  public let content: TransitionRecord.Content
  public let events: [Event]
  public let can: Can
  public let session: Session
  /// The gesture that it is a stage of; the next stage may replace it.
  let gesture: Gesture?
  /// The state before, for a stage that replaced another; otherwise nil, since the previous entry has it.
  let origin: Origin?
  /// The request's body, if the record can be replayed from it and the state before.
  let request: [UInt8]?
  /// Approximate bytes of memory, without `origin`.
  private let ownBytes: Int

  /// Approximate bytes of memory.
  var byteCount: Int { ownBytes + (origin?.byteCount ?? 0) }

  /// The state of a replaced entry.
  final class Origin: Sendable {
    let revision: Int
    let session: Session
    let byteCount: Int

    init(_ entry: HistoryEntry) {
      revision = entry.revision
      session = entry.session
      byteCount = entry.ownBytes
    }
  }

  /// The creation of a session.
  ///
  /// - Parameter body: the body of a `CreateSession`; empty if the state came from elsewhere.
  public convenience init(
    creationAt at: Timestamp, events: consuming [Event], can: Can, session: borrowing Session, body: [UInt8]
  ) {
    // The present state has the same trees, and the log has the body alone.
    let bytes = Self.bytes(.creation, events, bodyBytes: 0) + (body.isEmpty ? session.jsonBytesAtMost : body.count)
    self.init(
      revision: 0, at: at, content: .creation, events: events, can: can, session: session.withoutDisplay, gesture: nil,
      request: body.isEmpty ? nil : body, ownBytes: bytes)
  }

  /// A change of a session.
  ///
  /// The states are borrowed: a copy of one retains each of its members.
  ///
  /// - Parameters:
  ///   - before: the state before the change.
  ///   - start: the revision of that state at rest.
  ///   - body: the request's body, which `content` was parsed from.
  public convenience init(
    revision: Int, at: Timestamp, content: consuming TransitionRecord.Content, events: consuming [Event], can: Can,
    session: borrowing Session, from before: borrowing Session, since start: Int, body: [UInt8]
  ) {
    let gesture = Self.gesture(of: content, from: before, since: start)
    let isWorkedOut = gesture == nil && content.isOfTheModel && !body.isEmpty
    // Of the states that a request gives again few are held: a rough number will do.
    let trees =
      isWorkedOut
      ? max(session.jsonBytesAtMost - before.jsonBytesAtMost, 0) + Self.pathBytes : session.bytes(beyond: before)
    let bytes = Self.bytes(content, events, bodyBytes: body.count) + trees
    self.init(
      revision: revision, at: at, content: content, events: events, can: can, session: session.withoutDisplay,
      gesture: gesture, request: isWorkedOut ? body : nil, ownBytes: bytes)
  }

  /// The record of a request that was made on the state before it; without one, of a creation. Throws if it was not.
  convenience init(
    replaying body: [UInt8], on before: Session?, as revision: Int, at: Timestamp, _ can: Can,
    with routes: SharedRoutes?
  ) throws {
    guard let before else {
      let (session, events) = try CreateSession(request: body).open()
      self.init(creationAt: at, events: events, can: can, session: session, body: body)
      return
    }
    var session = before
    let (content, events): (TransitionRecord.Content, [Event])
    switch try TransitionRequest(request: body) {
    case .transition(let transition):
      let answer = try session.apply(transition, routes: routes?.routes)
      (content, events) = (.single(transition, answer.outcome), answer.events)
    case .history: throw StoreError.unreadable
    case .batch(let transitions):
      let answer = try session.apply(batch: transitions, routes: routes?.routes)
      (content, events) = (.batch(transitions, answer.outcomes), answer.events)
    }
    self.init(
      revision: revision, at: at, content: content, events: events, can: can, session: session, from: before,
      since: revision - 1, body: body)
  }

  private init(
    revision: Int, at: Timestamp, content: consuming TransitionRecord.Content, events: consuming [Event], can: Can,
    session: consuming Session, gesture: consuming Gesture?, request: consuming [UInt8]?, ownBytes: Int
  ) {
    self.revision = revision
    self.at = at
    self.content = content
    self.events = events
    self.can = can
    self.session = session
    self.gesture = gesture
    origin = nil
    self.request = request
    self.ownBytes = ownBytes
  }

  private static func gesture(of content: TransitionRecord.Content, from before: borrowing Session, since start: Int)
    -> Gesture?
  {
    guard case .single(let transition, _) = content, let dragged = before.dragged(by: transition) else { return nil }
    return Gesture(dragged, startRevision: start, start: before.atRest)
  }

  /// A copy with another state, gesture and origin.
  private init(_ entry: HistoryEntry, _ session: Session, gesture: Gesture?, origin: Origin?) {
    revision = entry.revision
    at = entry.at
    content = entry.content
    events = entry.events
    can = entry.can
    self.session = session
    self.gesture = gesture
    self.origin = origin
    request = nil
    ownBytes = entry.ownBytes
  }

  /// An entry restored from JSON or replayed, whose own bytes are counted elsewhere; or an answer without a revision.
  package convenience init(
    revision: Int, at: Timestamp, content: consuming TransitionRecord.Content, events: consuming [Event], can: Can,
    session: consuming Session, gesture: Gesture? = nil
  ) {
    let bytes = Self.bytes(content, events, bodyBytes: 0)
    self.init(
      revision: revision, at: at, content: content, events: events, can: can, session: session, gesture: gesture,
      request: nil, ownBytes: bytes)
  }

  /// Whether its request gives the same record once more; true without one.
  func isReplayed(on before: Session?, with routes: SharedRoutes?) -> Bool {
    guard let request else { return true }
    guard let again = try? HistoryEntry(replaying: request, on: before, as: revision, at: at, can, with: routes) else {
      return false
    }
    return again.content == content && again.events == events && again.session == session
  }

  /// The entry as appended after `earlier`; it replaces an earlier stage of its gesture that had no events.
  func after(_ earlier: HistoryEntry) -> HistoryEntry {
    guard let gesture = earlier.gesture, gesture.dragged == self.gesture?.dragged, !earlier.endsGesture, !beginsGesture
    else { return self }
    return HistoryEntry(self, session, gesture: gesture, origin: earlier.events.isEmpty ? Origin(earlier) : nil)
  }

  /// Whether no later entry can continue its gesture.
  var endsGesture: Bool { if case .single(let transition, _) = content { transition.endsDrag } else { false } }
  private var beginsGesture: Bool {
    if case .single(let transition, _) = content { transition.beginsDrag } else { false }
  }

  /// A stored entry, ready for the next stage of its gesture.
  ///
  /// - Parameter state: reads the state of a revision; nil if that is not retained.
  package func resumingGesture(_ state: (_ revision: Int) throws -> Session?) rethrows -> HistoryEntry {
    guard let gesture else { return self }
    let start = try state(gesture.startRevision)?.atRest
    return HistoryEntry(
      self, session, gesture: Gesture(gesture.dragged, startRevision: gesture.startRevision, start: start),
      origin: origin)
  }

  /// The containers that a small change makes anew.
  private static let pathBytes = 1_024

  /// Bytes of memory per byte of a request's JSON; rarely exceeded.
  private static let bytesPerBodyByte = 8

  private static func bytes(_ content: TransitionRecord.Content, _ events: [Event], bodyBytes: Int) -> Int {
    let transitions: Int
    switch content {
    case .creation: transitions = 0
    case .single, .history: transitions = 1
    case .batch(let members, _): transitions = members.count
    }
    // Beyond the entry: its slot, the headers of its arrays, and the allocator's overhead.
    return 160 + MemoryLayout<Session>.stride + MemoryLayout<TransitionRecord.Content>.stride
      + MemoryLayout<Event>.stride * events.count
      + (MemoryLayout<Transition>.stride + MemoryLayout<Outcome>.stride) * max(transitions - 1, 0)
      + bytesPerBodyByte * bodyBytes
  }
}

extension TransitionRecord.Content {
  /// Whether replaying it on the same state gives the same result; `history` moves depend on other states.
  fileprivate var isOfTheModel: Bool {
    switch self {
    case .creation, .history: false
    case .single, .batch: true
    }
  }
}

/// Successive scrolls of the same top tabs, or resizes of one drag of the window's edge: one step of the history.
package final class Gesture: Sendable {
  let dragged: Dragged
  /// The revision before the gesture.
  let startRevision: Int
  /// The state of that revision; nil if it is not retained, and in records that are only read.
  let start: Session?

  init(_ dragged: Dragged, startRevision: Int, start: Session?) {
    self.dragged = dragged
    self.startRevision = startRevision
    self.start = start
  }
}
