import NavigationAPI
import NavigationJSON
import NavigationModel

/// What changes in a session, at rest: its records, its state, and its answers as they are.
struct PackedSession: Sendable {
  /// The records before the latest as `PackedHistory` has them. Behind them the state and the latest record as packed
  /// JSON, which refers to them: most of a state is in the record before it, too.
  private let bytes: [UInt8]
  /// How many bytes those records take, and how many there are.
  private let (olderBytes, olderCount): (UInt32, UInt32)
  /// All settled.
  private let answers: [StoredAnswer]

  init(_ stored: StoredSession, limits: StoreLimits) {
    var answers = AnswerLog(stored.answers.answers.map { $0.packed() })
    answers.trim(to: limits.answerBytes(beside: stored.session))
    self.answers = answers.answers.exact
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    stored.session.writeStoredMembers(to: &writer)
    let history = stored.history.packed(within: limits.history(beside: stored.session, answerBytes: answers.byteCount))
    let start = history?.start ?? stored.history.start
    // Most have all from their creation on.
    if start != History().start { writer.member("start", start) }
    var timeline = stored.timeline
    timeline.forget(through: start)
    // Most have neither undone anything nor scrolled.
    if timeline != Timeline(after: start, present: stored.revision) { writer.member("timeline", timeline.description) }
    if let latest = history?.latest {
      // Its state is the session's.
      writer.key("latest")
      writer.beginObject()
      StoredRecord(latest).writeMembers(to: &writer)
      writer.endObject()
    }
    writer.endObject()
    let older = history?.older.content ?? PackedHistory.Content()
    bytes = (older.bytes + PackedJSON.pack(writer.bytes, after: older.bytes[...])).exact
    (olderBytes, olderCount) = (UInt32(older.bytes.count), UInt32(older.count))
  }

  /// What was packed.
  struct Content {
    var session: Session
    var answers: AnswerLog
    var history: History
    var timeline: Timeline
  }

  /// Throws `unreadable` where the state is not what `init` wrote.
  func unpacked(revision: Int) throws(StoreError) -> Content {
    guard let content = try? content(revision) else { throw .unreadable }
    return content
  }

  private func content(_ revision: Int) throws -> Content {
    let older = bytes.prefix(Int(olderBytes))
    let text = try PackedJSON.unpack(bytes.dropFirst(older.count), after: older)
    let document = try JSONDocument(text, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
    let session = try Session(stored: document.root)
    var reader = try document.root.object()
    var history = History(after: try reader.optional("start")?.int() ?? History().start)
    if let latest = reader.optional("latest") {
      var members = try latest.object()
      let older = PackedHistory(.init(bytes: Array(older), count: Int(olderCount)))
      let entry = try StoredRecord(members: &members).entry(revision: revision, session: session)
      history = History(start: history.start, packed: older, latest: try entry.resumingGesture(older.state))
    }
    return Content(
      session: session, answers: AnswerLog(answers), history: history,
      timeline: try timeline(&reader, history.start, revision))
  }

  private func timeline(_ reader: inout JSONObjectReader, _ start: Int, _ revision: Int) throws -> Timeline {
    guard let text = try reader.string("timeline") else { return Timeline(after: start, present: revision) }
    guard let timeline = Timeline(text) else { throw StoreError.unreadable }
    return timeline
  }

  /// Bytes of what is packed.
  var byteCount: Int { answers.reduce(bytes.count) { $0 + $1.byteCount } }
}

extension StoredAnswer {
  /// The answer with its reply as packed JSON.
  package func packed() -> StoredAnswer {
    guard case .deferred(let write) = reply else { return self }
    var packed = self
    packed.reply = .packed(PackedJSON.pack(write()).exact)
    return packed
  }

  /// The reply's JSON; nil where it cannot be read, or the store has it elsewhere.
  public var body: [UInt8]? {
    switch reply {
    case .packed(let packed): return try? PackedJSON.unpack(packed)
    case .deferred(let write): return write()
    case .kept, .gone: return nil
    }
  }
}

extension Array {
  /// The same elements in memory of their own size.
  var exact: [Element] {
    // All empty arrays are one object, whose count the initialiser below would write from every thread at once.
    guard !isEmpty else { return [] }
    return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      // SAFETY: the buffer has room for `count` elements, and all of them are initialised here.
      initialized = buffer.initialize(fromContentsOf: self)
    }
  }
}
