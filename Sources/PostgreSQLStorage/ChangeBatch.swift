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
  private let rows: [Row]
  var attempts: [Attempt] { rows.map(\.attempt) }

  /// A change as a row.
  private struct Row {
    var attempt: Attempt
    let body: Body
  }

  private enum Body {
    case creation(StoredSession, content: [UInt8], Answer?)
    case update(SessionUpdate, VersionLink, isWhole: Bool, content: [UInt8], Answer?)
    case removal(VersionLink)
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
    _ writes: [Write], _ limits: StoreLimits, text: (SessionID, Version) -> [UInt8]?
  ) -> (batches: [ChangeBatch], rest: [Int]) {
    var full: [Kind: [ChangeBatch]] = [:]
    var rows: [Kind: (rows: [Row], bytes: Int)] = [:]
    var rest: [Int] = []
    for (index, write) in writes.enumerated() {
      let made: (kind: Kind, row: Row, bytes: Int)?
      switch write {
      case .create(let session, _, let answer): made = creation(index, session, answer)
      case .update(let update): made = Self.update(index, update, limits: limits, text: text)
      case .delete(let id, _, _, let link):
        made = link.map {
          (.removal, Row(attempt: Attempt(index: index, session: id, version: $0.after), body: .removal($0)), 0)
        }
      case .postpone, .name:
        made = nil
        rest.append(index)
      }
      guard let (kind, row, bytes) = made else { continue }
      rows[kind, default: ([], 0)].rows.append(row)
      rows[kind]?.bytes += bytes
      if let group = rows[kind], group.bytes > byteLimit {
        full[kind, default: []].append(ChangeBatch(kind: kind, rows: group.rows))
        rows[kind] = nil
      }
    }
    let batches = Kind.allCases.flatMap { kind in
      (full[kind] ?? []) + (rows[kind].map { [ChangeBatch(kind: kind, rows: $0.rows)] } ?? [])
    }
    return (batches, rest)
  }

  /// Bytes of contents beyond which a batch is full.
  private static let byteLimit = 16 << 20

  private static func creation(_ index: Int, _ session: StoredSession, _ answer: StoredAnswer?) -> (Kind, Row, Int)? {
    guard let version = session.version else { return nil }
    let content = RecordRow.content(
      of: session.latest, session.session, session.timeline, session.gesture, after: nil, patches: 0)
    let answer = answer.map(Answer.init)
    let attempt = Attempt(
      index: index, session: session.id, version: version,
      place: answer.map { _ in AnswerPlace.creation(of: session.owner) }, stateText: content.stateText)
    let sealed = RowChecksum(session.head).sealed(content.bytes, 0, 0, session.latest.at.milliseconds, 1)
    let row = Row(attempt: attempt, body: .creation(session, content: sealed, answer))
    return (.creation, row, sealed.count + (answer?.row.count ?? 0))
  }

  /// The most writes between two whole states.
  private static let wholeInterval: Int64 = 16

  private static func update(
    _ index: Int, _ update: SessionUpdate, limits: StoreLimits, text: (SessionID, Version) -> [UInt8]?
  ) -> (Kind, Row, Int)? {
    guard let link = update.link else { return nil }
    let change = update.change
    // A replacement is whole, since the state before the replaced row is not in memory. So is one row in each interval,
    // to bound a replay. An answer alone replaces the latest row by the same: each version has a row.
    let isFar = link.after.count % wholeInterval == 0
    let before = change.kind == .new && !isFar ? text(update.head.id, link.before) : nil
    let content = RecordRow.content(
      of: change.record, change.session, change.timeline, change.gesture, after: before, patches: 0)
    let answer = change.answer.map(Answer.init)
    let attempt = Attempt(
      index: index, session: update.head.id, version: link.after, place: answer.map { _ in link.after.count },
      limits: RetentionLimits(
        limits, beside: change.session, content: content.bytes.count, answer: answer?.row.count),
      stateText: content.stateText)
    let sealed = RowChecksum(update.head).sealed(
      content.bytes, link.after.count, Int64(change.record.revision), change.record.at.milliseconds,
      content.isWhole ? 1 : 0)
    let row = Row(
      attempt: attempt, body: .update(update, link, isWhole: content.isWhole, content: sealed, answer))
    return (.change, row, sealed.count + (answer?.row.count ?? 0))
  }

  /// The batch split in two.
  var halves: [ChangeBatch] {
    let middle = rows.count / 2
    return [rows[..<middle], rows[middle...]].map { ChangeBatch(kind: kind, rows: Array($0)) }
  }

  private var creations: [(session: StoredSession, content: [UInt8], answer: Answer?)] {
    rows.compactMap { row in
      if case .creation(let session, let content, let answer) = row.body { (session, content, answer) } else { nil }
    }
  }

  private var updates: [(update: SessionUpdate, isWhole: Bool, content: [UInt8], answer: Answer?)] {
    rows.compactMap { row in
      if case .update(let update, _, let isWhole, let content, let answer) = row.body {
        (update, isWhole, content, answer)
      } else {
        nil
      }
    }
  }

  private var links: [VersionLink] {
    rows.compactMap { row in
      switch row.body {
      case .creation: nil
      case .update(_, let link, _, _, _), .removal(let link): link
      }
    }
  }

  /// The statement that writes all of them, and its parameters.
  func statement() -> (PostgreSQLConnection.Statement, Parameters) {
    var parameters = Parameters()
    parameters.array(rows) { $0.attempt.session }
    switch kind {
    case .creation: return (addCreations(to: &parameters), parameters)
    case .change: return (addUpdates(to: &parameters), parameters)
    case .removal:
      add(links, to: &parameters)
      return (ChangeStatements.removal, parameters)
    }
  }

  /// The sessions, versions and writers, which identify the attempts.
  var attemptParameters: Parameters {
    var parameters = Parameters()
    parameters.array(rows) { $0.attempt.session }
    parameters.array(rows) { $0.attempt.version.count }
    parameters.array(rows) { Int64(bitPattern: $0.attempt.version.writer) }
    return parameters
  }

  private func add(_ links: [VersionLink], to parameters: inout Parameters) {
    parameters.array(links) { $0.before.count }
    parameters.array(links) { Int64(bitPattern: $0.before.writer) }
    parameters.array(links) { Int64(bitPattern: $0.after.writer) }
  }

  private func addUpdates(to parameters: inout Parameters) -> PostgreSQLConnection.Statement {
    let updates = updates
    add(links, to: &parameters)
    parameters.array(updates) { Int64($0.update.change.record.revision) }
    parameters.array(updates) { $0.update.change.record.at.milliseconds }
    parameters.array(updates) { $0.update.change.kind == .new ? 0 : 1 }
    parameters.array(updates) { $0.isWhole ? 1 : 0 }
    parameters.bytes(updates) { $0.content }
    let answered = updates.compactMap { row in row.answer.map { (row.update.head.id, $0) } }
    guard !answered.isEmpty else { return ChangeStatements.change }
    parameters.array(answered) { $0.0 }
    parameters.texts(answered) { $0.1.answer.key.description }
    parameters.bytes(answered) { [UInt8]($0.1.answer.fingerprint) }
    parameters.array(answered) { Int64($0.1.answer.revision) }
    parameters.bytes(answered) { $0.1.row }
    return ChangeStatements.answeredChange
  }

  private func addCreations(to parameters: inout Parameters) -> PostgreSQLConnection.Statement {
    let creations = creations
    parameters.array(creations) { Int64($0.session.owner.number) }
    parameters.array(creations) { $0.session.head.createdAt.milliseconds }
    parameters.array(creations) { Int64($0.session.head.timeToLive) }
    parameters.array(creations) { $0.session.expiresAt.milliseconds }
    parameters.array(rows) { Int64(bitPattern: $0.attempt.version.writer) }
    parameters.array(creations) { $0.session.latest.at.milliseconds }
    parameters.bytes(creations) { $0.session.head.client.map { Array($0.utf8) } }
    parameters.bytes(creations) { $0.content }
    var (bounds, labels): ([(Int, Int)], [[UInt8]]) = ([], [])
    for creation in creations {
      let own = creation.session.head.labels.elements
      bounds.append((labels.count + 1, labels.count + own.count))
      labels += own
    }
    parameters.array(bounds) { Int64($0.0) }
    parameters.array(bounds) { Int64($0.1) }
    parameters.texts(creations) { $0.answer?.answer.key.description }
    parameters.bytes(creations) { $0.answer.map { [UInt8]($0.answer.fingerprint) } }
    parameters.bytes(creations) { $0.answer?.row }
    parameters.bytes(labels) { $0 }
    let routed = creations.compactMap { creation in creation.session.sharedRoutes.map { (creation.session.head, $0) } }
    guard !routed.isEmpty else { return ChangeStatements.creation }
    parameters.array(routed) { $0.0.id }
    parameters.bytes(routed) { $0.1.row(RowChecksum($0.0)) }
    return ChangeStatements.routedCreation
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
