import NavigationAPI
import NavigationJSON
import NavigationModel

/// The mutable parts of a session, packed: records and state as bytes, answers as they are.
struct PackedSession: Sendable {
  /// The older records as `PackedHistory` stores them. Then the state and the latest record as packed JSON, which
  /// refers to those: most of a state is also in the record before it.
  private let bytes: [UInt8]
  /// Bytes and number of the older records.
  private let (olderBytes, olderCount): (UInt32, UInt32)
  /// None deferred.
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
    // Most histories start at the creation.
    if start != History().start { writer.member("start", start) }
    var timeline = stored.timeline
    timeline.forget(through: start)
    // Most sessions have neither undone anything nor scrolled.
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

  /// The unpacked content.
  struct Content {
    var session: Session
    var answers: AnswerLog
    var history: History
    var timeline: Timeline
  }

  /// Throws `unreadable` if the bytes are not from `init`.
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

  /// Packed bytes.
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

  /// The reply's JSON; nil if it is corrupt, evicted or only in the backend.
  public var body: [UInt8]? {
    switch reply {
    case .packed(let packed): return try? PackedJSON.unpack(packed)
    case .deferred(let write): return write()
    case .stored, .gone: return nil
    }
  }
}

extension Array {
  /// A copy without spare capacity.
  var exact: [Element] {
    // All empty arrays share one object, whose reference count would be contended by all threads.
    guard !isEmpty else { return [] }
    return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      // SAFETY: the buffer has room for `count` elements, all initialised here.
      initialized = buffer.initialize(fromContentsOf: self)
    }
  }
}
