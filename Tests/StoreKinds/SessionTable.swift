import Navigation
import SessionStorage

/// The sessions of the tests' backends.
struct SessionTable {
  struct Entry {
    var session: StoredSession
    let number: Int64
    /// All records that may be retained.
    var history: History
  }

  /// Whether several engines write to it.
  let isShared: Bool
  let limits: StoreLimits
  var sessions: [SessionID: Entry] = [:]
  private var due: [SessionID: Timestamp] = [:]
  private var names = OwnerNames()
  private var creations: [Owner: [StoredAnswer]] = [:]
  private var bodies: [[UInt8]] = []
  private var lastNumber: Int64 = 0

  init(isShared: Bool, limits: StoreLimits) {
    self.isShared = isShared
    self.limits = limits
  }

  var contents: BackendContents {
    BackendContents(
      sessions: Dictionary(grouping: sessions.values, by: \.session.owner).mapValues(\.count), lastNumber: lastNumber,
      names: names)
  }

  func session(_ id: SessionID) -> LoadedSession? {
    sessions[id].map { ($0.session, $0.number) }
  }

  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) -> SessionLines {
    let found = sessions.values.filter { $0.session.owner == owner && $0.number < number }.sorted {
      $0.number > $1.number
    }
    let lines = found.filter { query.matches($0.session.head) }.prefix(count).map(
      Self.line)
    return SessionLines(lines: lines, next: lines.count == count ? lines.last?.number : nil)
  }

  private static func line(_ entry: Entry) -> SessionLine {
    SessionLine(
      entry.session.head, number: entry.number, revision: entry.session.revision, updatedAt: entry.session.updatedAt)
  }

  func due(at now: Timestamp, limit: Int) -> [SessionLine] {
    sessions.values.filter { now >= due[$0.session.id] ?? now }.prefix(limit).map(Self.line)
  }

  func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    guard let entry = sessions[session.id] else { throw .failed(.noSuchSession) }
    return try entry.history.steps(after: revision, upTo: session.revision, limit: limit)
  }

  func creationAnswers(of owner: Owner) -> [StoredAnswer] { creations[owner] ?? [] }

  func answerBody(at place: Int64) -> [UInt8] { bodies[Int(place)] }

  mutating func write(_ write: Write) throws(StoreError) -> Written {
    switch write {
    case .create(let session, let number, let answer): return try create(session, number, answer)
    case .update(let update):
      let change = update.change
      guard var entry = sessions[update.head.id] else {
        guard isShared else { throw .noSuchSession }
        return .superseded
      }
      guard follows(entry, update.link) else { return .superseded }
      let place = change.answer.map { keep($0) }
      entry.session.make(change, at: place, tail: min(History.tailCount, limits.history.revisions))
      entry.session.version = update.link?.after
      if change.kind != .answer { entry.history.append(change.record, isReplacing: change.kind == .inPlace) }
      entry.history.trim(to: limits.history(beside: change.session))
      empty(entry.session.answers, beyond: limits.answerBytes(beside: change.session))
      sessions[update.head.id] = entry
      return .committed(place: place)
    case .delete(let id, _, _, let link):
      if let entry = sessions[id], !follows(entry, link) || isShared && link == nil { return .superseded }
      guard sessions.removeValue(forKey: id) != nil || !isShared else { return .superseded }
    case .postpone(let id, _, let due): self.due[id] = due
    case .name(let owner, let name):
      var names = names
      if isShared, names[name] != nil || names.next() != owner { return .superseded }
      names.give(owner, to: name)
      self.names = names
    }
    return .committed(place: nil)
  }

  /// Whether a write follows from the current version.
  private func follows(_ entry: Entry, _ link: VersionLink?) -> Bool {
    !isShared || link?.before == entry.session.version
  }

  private mutating func create(_ session: StoredSession, _ number: Int64, _ answer: StoredAnswer?) throws(StoreError)
    -> Written
  {
    if isShared {
      let isUsed = creations[session.owner]?.contains { $0.key == answer?.key } ?? false
      guard sessions[session.id] == nil, !isUsed else { return .superseded }
    }
    guard sessions[session.id] == nil else { throw .idTaken }
    lastNumber = isShared ? lastNumber + 1 : number
    sessions[session.id] = Entry(session: session, number: lastNumber, history: session.tail)
    due[session.id] = session.expiresAt
    guard let answer else { return .committed(place: nil) }
    let place = keep(answer)
    var stored = answer
    stored.reply = .stored(place)
    creations[session.owner, default: []].append(stored)
    return .committed(place: place)
  }

  /// Evicts the oldest bodies beyond `limit` bytes.
  private mutating func empty(_ answers: AnswerLog, beyond limit: Int) {
    var bytes = 0
    for case .stored(let place) in answers.answers.reversed().map(\.reply) {
      bytes += bodies[Int(place)].count
      if bytes > limit { bodies[Int(place)] = [] }
    }
  }

  private mutating func keep(_ answer: StoredAnswer) -> Int64 {
    bodies.append(answer.body ?? [])
    return Int64(bodies.count - 1)
  }
}
