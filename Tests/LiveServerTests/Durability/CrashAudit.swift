#if SQLite || PostgreSQL
/// Compares the requests of a campaign with the store after each end of a server.
struct CrashAudit: Sendable {
  /// The outcomes of all changes. `faults` describes those counted by `lost` and `doubled`, and all other violations.
  struct Counts: Sendable, CustomStringConvertible {
    var rounds = 0
    var acknowledged = 0
    var unanswered = 0
    /// Refused with 503, 507, or 412 for a condition; none of them may be stored.
    var refused = 0
    /// Refused with the word that the change may be stored: after a failed sync, before the next commit.
    var doubtful = 0
    /// The unanswered changes found afterwards.
    var present = 0
    var repeated = 0
    var lost = 0
    var doubled = 0

    var description: String {
      "\(rounds) rounds: \(acknowledged) acknowledged, \(refused) refused, \(doubtful) doubtful, \(unanswered) unanswered, of which \(present) were kept; "
        + "\(repeated) repeated; lost \(lost), doubled \(doubled)"
    }
  }

  var counts = Counts()
  private(set) var faults: [String] = []
  private var sessions: [String: KnownSession] = [:]
  /// Sessions with changes not inspected since the last end.
  private var touched: Set<String> = []
  /// The answers to refused requests, by token.
  private var refused: [String: String] = [:]
  /// The requests of `Counts.doubtful`.
  private var doubtful: Set<String> = []
  private var openCreations: [Attempt] = []
  private var keyedCreations: [Attempt] = []
  /// Whether a server answers every begun request before its end.
  private let answersAll: Bool

  init(answersAll: Bool) { self.answersAll = answersAll }

  mutating func add(_ attempts: [Attempt]) {
    for var attempt in attempts {
      switch attempt.answer?.status {
      case nil: counts.unanswered += 1
      case attempt.wantedStatus: counts.acknowledged += 1
      case 503 where attempt.answer?.isDoubtful == true:
        counts.doubtful += 1
        doubtful.insert(attempt.token)
        attempt.answer = nil
      case 503, 507:
        counts.refused += 1
        refused[attempt.token] = attempt.answer?.text
        attempt.answer = nil
        // A refused deletion has no effect: the session must exist.
        if case .delete = attempt.change { continue }
      case 412 where attempt.follows != nil:
        counts.refused += 1
        refused[attempt.token] = attempt.answer?.text
        attempt.answer = nil
      case let status?: faults.append("\(attempt.token): \(status) \(attempt.answer?.text ?? "")")
      }
      guard let path = attempt.session else {
        openCreations.append(attempt)
        continue
      }
      sessions[path, default: KnownSession()].add(attempt)
      touched.insert(path)
      switch attempt.change {
      case .create: sessions[path]?.label = attempt.token
      case .fork(let source):
        let label = sessions[source]?.label ?? ""
        sessions[path]?.label = label
        sessions[path]?.isFork = true
      case .apply, .delete: continue
      }
      if attempt.hasKey { keyedCreations.append(attempt) }
    }
  }

  /// Inspects everything touched since the last end, and continues from the state found.
  mutating func inspect(_ reader: StoreReader) throws {
    for path in touched { try inspect(path, reader) }
    for attempt in openCreations {
      switch attempt.change {
      case .create: try settleCreation(attempt, reader)
      case .fork(let source): try settleFork(attempt, of: sessions[source], reader)
      case .apply, .delete: break
      }
    }
    for attempt in keyedCreations.filter(isRepeatable).suffix(4) { try repeatAnswered(attempt, reader) }
    (touched, openCreations, keyedCreations) = ([], [], [])
  }

  /// Whether the request can be repeated: a fork's path is that of its source, which may be deleted.
  private func isRepeatable(_ attempt: Attempt) -> Bool {
    switch attempt.change {
    case .create, .apply, .delete: true
    case .fork(let source): sessions[source]?.deletion == KnownSession.Deletion.none
    }
  }

  /// Inspects every session of the campaign.
  mutating func inspectAll(_ reader: StoreReader) throws {
    touched.formUnion(sessions.keys)
    try inspect(reader)
  }

  private mutating func inspect(_ path: String, _ reader: StoreReader) throws {
    guard var known = sessions[path] else { return }
    let history = try reader.history(of: path)
    switch (known.deletion, history) {
    case (.answered, nil): return
    case (.answered, _): return lose(1, "\(path) was deleted, and is there")
    case (.asked, nil):
      counts.present += 1
      if answersAll { faults.append("\(path) was deleted without an answer") }
      known.deletion = .answered
    case (.none, nil): lose(known.records.count, "\(path) is gone")
    case (.none, let history?), (.asked, let history?):
      compare(path, known, history)
      try compareState(path, history, isFork: known.isFork, reader)
      try settle(&known, path, history, reader)
    }
    sessions[path] = known
  }

  /// Notes a stored change without an answer.
  private mutating func noteUnanswered(_ attempt: Attempt) {
    if let text = refused[attempt.token] { faults.append("\(attempt.token) was refused, and is there: \(text)") }
    if answersAll, !doubtful.contains(attempt.token) { faults.append("\(attempt.token) was done without an answer") }
  }

  private mutating func lose(_ count: Int, _ words: String) {
    counts.lost += count
    faults.append("lost: " + words)
  }

  /// Each answered record is the stored one, and no request is stored twice.
  private mutating func compare(_ path: String, _ known: KnownSession, _ history: [StoreReader.Record]) {
    if history.map(\.revision) != Array(0..<history.count) {
      faults.append("\(path): revisions \(history.map(\.revision))")
    }
    for (revision, text) in known.records where !history.indices.contains(revision) || history[revision].text != text {
      lose(1, "\(path): revision \(revision) was \(text)")
    }
    let tokens = history.compactMap(\.token)
    let doubled = tokens.count - Set(tokens).count
    guard doubled > 0 else { return }
    counts.doubled += doubled
    faults.append("doubled: \(path): \(tokens)")
  }

  /// The state equals the result of the latest record, in all its parts.
  private mutating func compareState(
    _ path: String, _ history: [StoreReader.Record], isFork: Bool, _ reader: StoreReader
  ) throws {
    let state = try reader.state(of: path)
    let wanted = StoreReader.State(after: history)
    // A fork has the changes of its source, which its own records do not have.
    let isTold =
      wanted.tokens == state?.tokens
      && zip(wanted.marks, state?.marks ?? []).allSatisfy { $0 == $1 || isFork && $0 == nil }
    let isFresh = isFork && history.count == 1 && state?.tokens[0] == state?.tokens[1]
    if state?.revision != history.last?.revision || !(isTold || isFresh) {
      faults.append("\(path): the state is \(String(describing: state)) after \(history.last?.text ?? "nothing")")
    }
  }

  /// Repeats requests with a key, and determines the outcome of the others.
  private mutating func settle(
    _ known: inout KnownSession, _ path: String, _ history: [StoreReader.Record], _ reader: StoreReader
  ) throws {
    var revision = history.count - 1
    for attempt in known.open {
      let earlier = history.first { $0.token == attempt.token }
      if earlier != nil {
        counts.present += 1
        noteUnanswered(attempt)
      }
      guard attempt.hasKey else {
        if let earlier { known.records[earlier.revision] = earlier.text }
        continue
      }
      let answer = try reader.send(attempt)
      counts.repeated += 1
      if earlier == nil { revision += 1 }
      let wanted = earlier?.revision ?? revision
      if answer.status != 200 || answer.revision != wanted || answer.isReplayed != (earlier != nil) {
        faults.append("\(attempt.token), repeated for revision \(wanted): \(answer)")
      }
      known.records[wanted] = answer.text
    }
    known.open = []
    for attempt in known.repeatable { try repeatAnswered(attempt, reader) }
    let after = try reader.history(of: path) ?? []
    compare(path, known, after)
    if after.count != revision + 1 {
      counts.doubled += max(0, after.count - revision - 1)
      faults.append("\(path) has \(after.count - 1) revisions, not \(revision)")
    }
    try delete(&known, path, reader)
  }

  /// Repeats an unanswered deletion without an effect.
  private mutating func delete(_ known: inout KnownSession, _ path: String, _ reader: StoreReader) throws {
    switch known.deletion {
    case .none, .answered: return
    case .asked:
      let answer = try reader.send(Attempt("again", .delete(path)))
      if answer.status != 204 { faults.append("\(path), deleted again: \(answer)") }
      if try reader.history(of: path) != nil { faults.append("\(path) is there after its deletion") }
      known.deletion = .answered
    }
  }

  /// The repetition of an answered request has the same answer, byte for byte.
  private mutating func repeatAnswered(_ attempt: Attempt, _ reader: StoreReader) throws {
    let answer = try reader.send(attempt)
    counts.repeated += 1
    if answer.body != attempt.answer?.body || !answer.isReplayed {
      faults.append("\(attempt.token), repeated: \(answer)")
    }
  }

  /// Repeats a fork; all sessions derived from the same creation have its label.
  private mutating func settleFork(_ attempt: Attempt, of source: KnownSession?, _ reader: StoreReader) throws {
    guard let source, case .none = source.deletion else { return }
    let label = source.label
    let before = try reader.sessions(madeBy: label).count
    let answer = try reader.send(attempt)
    counts.repeated += 1
    if answer.isReplayed {
      counts.present += 1
      noteUnanswered(attempt)
    }
    let grown = try reader.sessions(madeBy: label).count - before
    if answer.status != 201 || grown != (answer.isReplayed ? 0 : 1) {
      faults.append("\(attempt.token), grown by \(grown): \(answer)")
    }
  }

  private mutating func settleCreation(_ attempt: Attempt, _ reader: StoreReader) throws {
    let before = try reader.sessions(madeBy: attempt.token)
    counts.present += before.count
    if !before.isEmpty { noteUnanswered(attempt) }
    var made = before
    if attempt.hasKey {
      var again = attempt
      let answer = try reader.send(attempt)
      counts.repeated += 1
      again.answer = answer
      made = try reader.sessions(madeBy: attempt.token)
      if answer.status != 201 || answer.isReplayed != !before.isEmpty || made != [again.session] {
        faults.append("\(attempt.token), repeated where there was \(before) and is \(made): \(answer)")
      }
    }
    if made.count > 1 {
      counts.doubled += made.count - 1
      faults.append("doubled: \(attempt.token): \(made)")
    }
    for path in made {
      if try reader.history(of: path)?.map(\.revision) != [0] { faults.append("\(path) is not whole") }
      try compareState(path, reader.history(of: path) ?? [], isFork: false, reader)
    }
  }
}

extension RawConnection.Response {
  var isReplayed: Bool { fields["idempotency-replayed"] == "true" }
}

extension RawConnection.Response {
  /// Whether a refused change may still be committed, as its answer says.
  var isDoubtful: Bool { text.contains("find it stored") || text.contains("may still be stored") }
}

/// The state of a session according to the answers to its changes.
struct KnownSession: Sendable {
  enum Deletion: Sendable {
    case none
    /// Requested, but not answered.
    case asked
    case answered
  }

  /// The answered records by revision.
  var records: [Int: String] = [:]
  var deletion = Deletion.none
  /// Its label: the token of the creation that it derives from.
  var label = ""
  /// Whether it is a fork of another session.
  var isFork = false
  /// Unanswered changes.
  var open: [Attempt] = []
  /// The latest answered transitions with a key; a store retains only the latest answers of a session.
  var repeatable: [Attempt] = []

  /// The number of repeated transitions per session.
  private static let repetitions = 3

  mutating func add(_ attempt: Attempt) {
    guard let answer = attempt.answer else {
      switch attempt.change {
      case .create, .fork: break
      case .apply: open.append(attempt)
      case .delete: deletion = .asked
      }
      return
    }
    switch attempt.change {
    // Its record is in the history without the session.
    case .create, .fork: records[0] = answer.text.prefix(before: #","session":{"#) + "}"
    case .apply:
      if let revision = answer.revision { records[revision] = answer.text }
      if attempt.hasKey { repeatable = repeatable.suffix(Self.repetitions - 1) + [attempt] }
    case .delete: deletion = .answered
    }
  }
}

extension RawConnection.Response {
  /// The revision of the entity tag.
  var revision: Int? { fields["etag"].flatMap { Int($0.filter { $0 != "\"" }) } }
}

extension String {
  /// The text before a mark; all of it if the mark does not occur.
  fileprivate func prefix(before mark: String) -> Substring {
    firstRange(of: mark).map { self[..<$0.lowerBound] } ?? self[...]
  }
}
#endif
