#if PostgreSQL
import Navigation
import SessionStorage

/// Changes for one statement; at most one per session.
struct ChangeBatch {
  /// A change and what becomes of it once written.
  struct Attempt: Sendable {
    /// Its index in the call of `write`.
    let index: Int
    let session: SessionID
    let version: Version
    /// The place of its answer; nil if it has none.
    var place: Int64?
    /// The limits of its session's records and answers; nil if the session is new or deleted.
    var limits: RetentionLimits?
    /// The state text in its row; nil if the session is deleted.
    var stateText: [UInt8]?
  }

  enum Kind: CaseIterable { case creation, change, removal }

  let kind: Kind
  let attempts: [Attempt]
  private let creations: [Creation]
  private let updates: [Update]
  private let removals: [VersionLink]

  private struct Creation {
    let session: StoredSession
    let content: [UInt8]
    let at: Timestamp
    let answer: Answer?

    var row: [UInt8] { RowChecksum(session).sealed(content, 0, 0, at.milliseconds, 1) }
  }

  private struct Update {
    let link: VersionLink
    let session: StoredSession
    let revision: Int
    let at: Timestamp
    let isNew: Bool
    let isWhole: Bool
    let content: [UInt8]
    let answer: Answer?

    var row: [UInt8] {
      RowChecksum(session).sealed(content, link.after.count, Int64(revision), at.milliseconds, isWhole ? 1 : 0)
    }
  }

  private struct Answer {
    let answer: StoredAnswer
    let row: [UInt8]

    init(_ answer: StoredAnswer) { (self.answer, row) = (answer, answer.row) }
  }

  /// Groups changes into batches; `rest` has the indices of all others.
  ///
  /// - Parameter text: the state text in the row of a session's version; nil if unknown.
  static func sorted(
    _ changes: [Change], _ limits: StoreLimits, text: (SessionID, Version) -> [UInt8]?
  ) -> (batches: [ChangeBatch], rest: [Int]) {
    var batches: [Kind: [Builder]] = [:]
    var rest: [Int] = []
    func add(_ kind: Kind, _ body: (inout Builder) -> Void) {
      if batches[kind]?.last.map({ $0.bytes > byteLimit }) ?? true { batches[kind, default: []].append(Builder()) }
      if let last = batches[kind]?.indices.last { body(&batches[kind, default: []][last]) }
    }
    for (index, change) in changes.enumerated() {
      switch change {
      case .create(let session, _, let answer): add(.creation) { $0.add(index, session, answer: answer) }
      case .update(let update): add(.change) { $0.add(index, update, limits: limits, text) }
      case .delete(let id, _, _, let link): add(.removal) { $0.add(index, id, link: link) }
      case .postpone, .name: rest.append(index)
      }
    }
    return (Kind.allCases.flatMap { kind in (batches[kind] ?? []).map { $0.batch(kind) } }, rest)
  }

  /// Bytes of contents beyond which a batch is full.
  private static let byteLimit = 16 << 20

  private struct Builder {
    var attempts: [Attempt] = []
    var creations: [Creation] = []
    var updates: [Update] = []
    var removals: [VersionLink] = []
    /// Bytes of contents and answers.
    var bytes = 0

    mutating func add(_ index: Int, _ session: StoredSession, answer: StoredAnswer?) {
      guard let entry = session.history.entries.last, let version = session.version else { return }
      let content = RecordRow.content(of: entry, session.session, session.timeline, after: nil, patches: 0)
      let place = answer.map { _ in AnswerPlace.creation(of: session.owner) }
      let answer = answer.map(Answer.init)
      attempts.append(
        Attempt(index: index, session: session.id, version: version, place: place, stateText: content.stateText))
      creations.append(Creation(session: session, content: content.bytes, at: entry.at, answer: answer))
      bytes += content.bytes.count + (answer?.row.count ?? 0)
    }

    mutating func add(
      _ index: Int, _ update: SessionUpdate, limits: StoreLimits, _ text: (SessionID, Version) -> [UInt8]?
    ) {
      guard let link = update.link, let entry = update.after.history.entries.last else { return }
      let isNew = update.record == .new
      // A replacement is whole, since the state before the replaced row is not in memory. So is one row in each
      // interval, to bound a replay.
      let isFar = link.after.count % Self.wholeInterval == 0
      let before = isNew && !isFar ? text(update.after.id, link.before) : nil
      let content = RecordRow.content(of: entry, update.after.session, update.after.timeline, after: before, patches: 0)
      let answer = update.answer.map(Answer.init)
      attempts.append(
        Attempt(
          index: index, session: update.after.id, version: link.after, place: answer.map { _ in link.after.count },
          limits: RetentionLimits(
            limits, beside: update.after.session, content: content.bytes.count, answer: answer?.row.count),
          stateText: content.stateText))
      updates.append(
        Update(
          link: link, session: update.after, revision: entry.revision, at: entry.at, isNew: isNew,
          isWhole: content.isWhole,
          content: content.bytes, answer: answer))
      bytes += content.bytes.count + (answer?.row.count ?? 0)
    }

    /// The most writes between two whole states.
    private static let wholeInterval: Int64 = 16

    mutating func add(_ index: Int, _ id: SessionID, link: VersionLink?) {
      guard let link else { return }
      attempts.append(Attempt(index: index, session: id, version: link.after))
      removals.append(link)
    }

    func batch(_ kind: Kind) -> ChangeBatch {
      ChangeBatch(kind: kind, attempts: attempts, creations: creations, updates: updates, removals: removals)
    }
  }

  /// The batch split in two.
  var halves: [ChangeBatch] {
    let middle = attempts.count / 2
    return [0..<middle, middle..<attempts.count].map { part in
      ChangeBatch(
        kind: kind, attempts: Array(attempts[part]),
        creations: creations.isEmpty ? [] : Array(creations[part]),
        updates: updates.isEmpty ? [] : Array(updates[part]), removals: removals.isEmpty ? [] : Array(removals[part]))
    }
  }

  var statement: PostgreSQLConnection.Statement {
    switch kind {
    case .creation:
      creations.contains { $0.session.routes != nil } ? ChangeStatements.routedCreation : ChangeStatements.creation
    case .change: updates.contains { $0.answer != nil } ? ChangeStatements.answeredChange : ChangeStatements.change
    case .removal: ChangeStatements.removal
    }
  }

  var parameters: Parameters {
    var parameters = Parameters()
    parameters.array(attempts) { $0.session }
    switch kind {
    case .creation:
      addCreations(to: &parameters)
      addRoutes(to: &parameters)
    case .change:
      addUpdates(to: &parameters)
      addAnswers(to: &parameters)
    case .removal: add(removals, to: &parameters)
    }
    return parameters
  }

  /// The sessions, versions and writers, which identify the attempts.
  var attemptParameters: Parameters {
    var parameters = Parameters()
    parameters.array(attempts) { $0.session }
    parameters.array(attempts) { $0.version.count }
    parameters.array(attempts) { Int64(bitPattern: $0.version.writer) }
    return parameters
  }

  private func add(_ links: [VersionLink], to parameters: inout Parameters) {
    parameters.array(links) { $0.before.count }
    parameters.array(links) { Int64(bitPattern: $0.before.writer) }
    parameters.array(links) { Int64(bitPattern: $0.after.writer) }
  }

  private func addUpdates(to parameters: inout Parameters) {
    add(updates.map(\.link), to: &parameters)
    parameters.array(updates) { Int64($0.revision) }
    parameters.array(updates) { $0.at.milliseconds }
    parameters.array(updates) { $0.isNew ? 0 : 1 }
    parameters.array(updates) { $0.isWhole ? 1 : 0 }
    parameters.bytes(updates) { $0.row }
  }

  private func addAnswers(to parameters: inout Parameters) {
    let answered = zip(attempts, updates).compactMap { attempt, update in update.answer.map { (attempt.session, $0) } }
    guard !answered.isEmpty else { return }
    parameters.array(answered) { $0.0 }
    parameters.texts(answered) { $0.1.answer.key.description }
    parameters.bytes(answered) { [UInt8]($0.1.answer.fingerprint) }
    parameters.array(answered) { Int64($0.1.answer.revision) }
    parameters.bytes(answered) { $0.1.row }
  }

  private func addRoutes(to parameters: inout Parameters) {
    let routed = creations.compactMap { creation in creation.session.history.routes.map { (creation.session, $0) } }
    guard !routed.isEmpty else { return }
    parameters.array(routed) { $0.0.id }
    parameters.bytes(routed) { $0.1.row(RowChecksum($0.0)) }
  }

  private func addCreations(to parameters: inout Parameters) {
    parameters.array(creations) { Int64($0.session.owner.number) }
    parameters.array(creations) { $0.session.createdAt.milliseconds }
    parameters.array(creations) { Int64($0.session.timeToLive) }
    parameters.array(creations) { $0.session.expiresAt.milliseconds }
    parameters.array(attempts) { Int64(bitPattern: $0.version.writer) }
    parameters.array(creations) { $0.at.milliseconds }
    parameters.bytes(creations) { $0.session.client.map { Array($0.utf8) } }
    parameters.bytes(creations) { $0.row }
    var (bounds, labels): ([(Int, Int)], [[UInt8]]) = ([], [])
    for creation in creations {
      let own = creation.session.labels.elements
      bounds.append((labels.count + 1, labels.count + own.count))
      labels += own
    }
    parameters.array(bounds) { Int64($0.0) }
    parameters.array(bounds) { Int64($0.1) }
    parameters.texts(creations) { $0.answer?.answer.key.description }
    parameters.bytes(creations) { $0.answer.map { [UInt8]($0.answer.fingerprint) } }
    parameters.bytes(creations) { $0.answer?.row }
    parameters.bytes(labels) { $0 }
  }
}

/// The place of an answer: the version of its change, or a negative number for the owner of a creation.
enum AnswerPlace {
  static func creation(of owner: Owner) -> Int64 { -1 - Int64(owner.number) }

  /// The owner of a creation's answer; nil for the answer to a change.
  static func owner(of place: Int64) -> Int64? { place < 0 ? -1 - place : nil }
}

extension Labels {
  /// Each as `name:value`; a name has no colon.
  var elements: [[UInt8]] { pairs.map { Array("\($0.name):\($0.value)".utf8) } }

  /// Nil for elements that `elements` does not produce.
  init?(_ elements: [[UInt8]]) {
    self.init()
    for element in elements {
      guard let colon = element.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let (name, value) = (
        String(decoding: element[..<colon], as: UTF8.self), String(decoding: element[(colon + 1)...], as: UTF8.self)
      )
      guard set(name, to: value) else { return nil }
    }
  }
}
#endif
