public import NavigationAPI
public import NavigationModel

/// One revision of a session as it is kept: its record, and the state after it, which shares all it can with its
/// neighbours.
public final class HistoryEntry: Sendable {
  public let revision: Int
  public let at: Timestamp
  /// What was asked, and what it came to.
  public let content: TransitionRecord.Content
  public let events: [Event]
  public let can: Can
  public let session: Session
  /// What it is a stage of where it drags something: the next one of the same gesture may take its place.
  let gesture: Gesture?
  /// The state that a stage of a gesture found which took another's place; nil for all else, whose state before is that
  /// of the entry before.
  let origin: Origin?
  /// The body of the request, where the record can be worked out from it and the state before.
  let request: [UInt8]?
  /// About the bytes of memory that go with it, `origin` apart.
  private let ownBytes: Int

  /// About the bytes of memory that go with it.
  var byteCount: Int { ownBytes + (origin?.byteCount ?? 0) }

  /// A state that no entry has any more.
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
  public convenience init(
    creationAt at: Timestamp, events: consuming [Event], can: Can, session: borrowing Session, bodyBytes: Int
  ) {
    let bytes = Self.bytes(.creation, events, bodyBytes) + session.bytesAlone
    self.init(
      revision: 0, at: at, content: .creation, events: events, can: can, session: session.withoutDisplay, gesture: nil,
      request: nil,
      ownBytes: bytes)
  }

  /// A change of a session.
  ///
  /// The states are lent: a copy of one counts the owners of all that is in it.
  ///
  /// - Parameters:
  ///   - before: the state that it changed.
  ///   - body: that of the request, whose values `content` holds.
  public convenience init(
    revision: Int, at: Timestamp, content: consuming TransitionRecord.Content, events: consuming [Event], can: Can,
    session: borrowing Session, from before: borrowing Session, body: [UInt8]
  ) {
    let gesture = Self.gesture(of: content, from: before, to: revision)
    let isWorkedOut = gesture == nil && content.isOfTheModel && !body.isEmpty
    let bytes = Self.bytes(content, events, body.count) + session.bytes(beyond: before)
    self.init(
      revision: revision, at: at, content: content, events: events, can: can, session: session.withoutDisplay,
      gesture: gesture,
      request: isWorkedOut ? body : nil, ownBytes: bytes)
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

  private static func gesture(of content: TransitionRecord.Content, from before: borrowing Session, to revision: Int)
    -> Gesture?
  {
    guard case .single(let transition, _) = content, let dragged = before.dragged(by: transition) else { return nil }
    return Gesture(dragged, startRevision: revision - 1, start: before.withoutDisplay)
  }

  /// The same but for its state, and what it stands for.
  private init(_ entry: HistoryEntry, _ session: Session, _ gesture: Gesture?, _ origin: Origin?) {
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

  /// An entry that was kept as JSON, or as what was asked, whose own bytes are counted where it is; or an answer that
  /// is no revision.
  package convenience init(
    revision: Int, at: Timestamp, content: consuming TransitionRecord.Content, events: consuming [Event], can: Can,
    session: consuming Session, gesture: Gesture? = nil
  ) {
    let bytes = Self.bytes(content, events, 0) + MemoryLayout<Session>.stride
    self.init(
      revision: revision, at: at, content: content, events: events, can: can, session: session, gesture: gesture,
      request: nil,
      ownBytes: bytes)
  }

  /// Whether both tell the same.
  func isSame(as other: HistoryEntry) -> Bool {
    revision == other.revision && at == other.at && content == other.content && events == other.events
      && can == other.can
      && session == other.session
  }

  /// This entry behind `earlier`, whose gesture it may go on with; in its place where that told nothing.
  func after(_ earlier: HistoryEntry) -> HistoryEntry {
    guard let gesture = earlier.gesture, gesture.dragged == self.gesture?.dragged, !earlier.endsGesture, !beginsGesture
    else { return self }
    return HistoryEntry(self, session, gesture, earlier.events.isEmpty ? Origin(earlier) : nil)
  }

  /// Whether no other one goes on with its gesture.
  var endsGesture: Bool { if case .single(let transition, _) = content { transition.endsDrag } else { false } }
  private var beginsGesture: Bool {
    if case .single(let transition, _) = content { transition.beginsDrag } else { false }
  }

  /// The entry of a session that was kept elsewhere, ready for the next stage of its gesture.
  ///
  /// - Parameter state: reads the state of a revision; nil where that is not kept.
  package func resumingGesture(_ state: (_ revision: Int) throws -> Session?) rethrows -> HistoryEntry {
    guard let gesture else { return self }
    let start = try state(gesture.startRevision)
    return HistoryEntry(
      self, session, Gesture(gesture.dragged, startRevision: gesture.startRevision, start: start), origin)
  }

  /// Values take more room than the JSON that they came from: eight bytes for one are seldom exceeded.
  private static let bytesPerBodyByte = 8

  private static func bytes(_ content: TransitionRecord.Content, _ events: [Event], _ bodyBytes: Int) -> Int {
    let transitions: Int
    switch content {
    case .creation: transitions = 0
    case .single: transitions = 1
    case .batch(let members, _): transitions = members.count
    }
    // Besides the entry: its place, the headers of its arrays, and what the allocator adds.
    return 160 + MemoryLayout<TransitionRecord.Content>.stride + MemoryLayout<Event>.stride * events.count
      + (MemoryLayout<Transition>.stride + MemoryLayout<Outcome>.stride) * max(transitions - 1, 0) + bytesPerBodyByte
      * bodyBytes
  }
}

extension TransitionRecord.Content {
  /// Whether the model comes to it again from the same state: a way through the history takes another one.
  fileprivate var isOfTheModel: Bool {
    switch self {
    case .creation: false
    case .single(let transition, _): if case .history = transition.action { false } else { true }
    case .batch: true
    }
  }
}

/// Scrolls of the same top tabs, or resizes of one drag of the window's edge, one after another: one step of the
/// history.
package final class Gesture: Sendable {
  let dragged: Dragged
  /// The revision that it began from.
  let startRevision: Int
  /// The state of that revision; nil where the revision is not kept, and in a record that is only read.
  let start: Session?

  init(_ dragged: Dragged, startRevision: Int, start: Session?) {
    self.dragged = dragged
    self.startRevision = startRevision
    self.start = start
  }
}
