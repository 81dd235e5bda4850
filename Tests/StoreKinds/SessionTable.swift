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
    sessions[id].map { entry in
      var session = entry.session
      if let latest = entry.history.entries.last {
        session.history = History(start: latest.revision - 1, latest: latest, routes: session.history.routes)
      }
      return LoadedSession(session: session, number: entry.number)
    }
  }

  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) -> SessionLines {
    let found = sessions.values.filter { $0.session.owner == owner && $0.number < number }.sorted {
      $0.number > $1.number
    }
    let lines = found.filter { query.matches(client: $0.session.client, labels: $0.session.labels) }.prefix(count).map(
      Self.line)
    return SessionLines(lines: lines, next: lines.count == count ? lines.last?.number : nil)
  }

  private static func line(_ entry: Entry) -> SessionLine {
    let session = entry.session
    return SessionLine(
      number: entry.number, id: session.id, client: session.client, labels: session.labels,
      createdAt: session.createdAt,
      timeToLive: session.timeToLive, moment: .init(revision: session.revision, updatedAt: session.updatedAt))
  }

  func due(at now: Timestamp, limit: Int) -> [SessionLine] {
    sessions.values.filter { now >= due[$0.session.id] ?? now }.prefix(limit).map(Self.line)
  }

  func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    guard let entry = sessions[session.id] else { throw .failed(.noSuchSession) }
    guard revision ?? 0 <= session.revision else { throw .ahead }
    return try entry.history.steps(after: revision, limit: limit).filter { $0.entry.revision <= session.revision }
  }

  func creationAnswers(of owner: Owner) -> [StoredAnswer] { creations[owner] ?? [] }

  func answerBody(at place: Int64) -> [UInt8] { bodies[Int(place)] }

  mutating func write(_ change: Change) throws(StoreError) -> Written {
    switch change {
    case .create(let session, let number, let answer): return try create(session, number, answer)
    case .update(let update):
      guard var entry = sessions[update.after.id] else {
        guard isShared else { throw .noSuchSession }
        return .superseded
      }
      guard follows(entry, update.link) else { return .superseded }
      entry.session = update.after
      switch update.record {
      case .new, .inPlace: for record in update.after.history.entries.suffix(1) { entry.history.append(record) }
      case nil: break
      }
      entry.history.forget(to: limits.history(beside: entry.session.session))
      let place = update.answer.map { keep($0) }
      if let answer = update.answer, let place { entry.session.answers.replaceReply(answer.key, as: .stored(place)) }
      empty(entry.session.answers, beyond: limits.answerBytes(beside: entry.session.session))
      sessions[update.after.id] = entry
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
    sessions[session.id] = Entry(session: session, number: lastNumber, history: session.history)
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
