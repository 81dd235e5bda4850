import Dispatch
import Navigation

/// A durable store that is read row by row, while no server uses it.
package protocol CopySource: AnyObject {
  /// The store in words that no other has, so that a copy is only continued from the same one.
  var identity: String { get }

  func sessionCount() throws -> Int

  /// The sessions with the next higher numbers, some MB of them; none at the end.
  func sessions(after number: Int64) throws -> [CopiedSession]

  func owners() throws -> [CopiedOwner]

  /// The owners with answers to creations.
  func creators() throws -> [Owner]

  /// The answers to an owner's creations, oldest first.
  func creations(of owner: Owner) throws -> [CopiedAnswer]

  /// Throws if a server uses the store.
  func requireUnused() throws
}

/// An empty store, or one with a part of a copy. No server opens it until it is complete.
package protocol CopyTarget: AnyObject {
  /// What is copied already.
  var content: any CopySource { get }

  /// Marks the store as incomplete, and writes the owners; returns the number of the last session written earlier.
  ///
  /// - Parameter source: its identity.
  func begin(from source: String, _ owners: [CopiedOwner]) throws -> Int64

  /// Writes all of the sessions or none.
  func write(_ sessions: [CopiedSession]) throws

  /// Writes the answers to an owner's creations in place of those written earlier.
  func write(_ creations: [CopiedAnswer], of owner: Owner) throws

  /// Takes the mark away, in one step.
  func finish() throws
}

package struct StoreCopy: Sendable {
  package private(set) var sessions = 0
  package private(set) var records = 0
  package private(set) var answers = 0
  /// Sessions that an earlier run had written.
  package private(set) var continued = 0

  /// What a copy does, and how many sessions of how many it is through with.
  package enum Stage: Sendable { case copying, comparing }

  package enum Fault: Error, Sendable {
    /// The target has sessions, or other content, and is no copy begun.
    case notEmpty(String)
    /// It is a copy begun of another store.
    case otherCopy(String)
    /// A session that cannot be read, and its first revision that cannot.
    case unreadable(SessionID, revision: Int?)
    case unreadableAnswers
    /// The first session that is not the same in both, nil for names or answers to creations.
    case differs(SessionID?)
  }

  /// Copies and compares; what is complete at the end is a store.
  ///
  /// - Parameter progress: called after some sessions.
  package init(
    from source: any CopySource, to target: any CopyTarget, progress: (Stage, Int, Int) -> Void
  ) throws {
    try source.requireUnused()
    let (total, owners) = (try source.sessionCount(), try source.owners())
    let last = try target.begin(from: source.identity, owners)
    continued = try target.content.sessionCount()
    var copied = continued
    let reading = ReadAhead(source, after: last)
    while true {
      let chunk = try reading.sessions()
      if chunk.isEmpty { break }
      try target.write(chunk)
      copied += chunk.count
      progress(.copying, copied, total)
    }
    for owner in try source.creators() { try target.write(source.creations(of: owner), of: owner) }
    try compare(source, target.content) { progress(.comparing, $0, total) }
    // A server that was started meanwhile has changed what was read already.
    try source.requireUnused()
    try target.finish()
  }

  private mutating func compare(
    _ source: any CopySource, _ target: any CopySource, progress: (Int) -> Void
  ) throws {
    let readings = (ReadAhead(source, after: .min), ReadAhead(target, after: .min))
    var chunks = ([CopiedSession]()[...], [CopiedSession]()[...])
    while true {
      if chunks.0.isEmpty { chunks.0 = try readings.0.sessions()[...] }
      if chunks.1.isEmpty { chunks.1 = try readings.1.sessions()[...] }
      guard let one = chunks.0.first, let other = chunks.1.first else {
        if let rest = chunks.0.first ?? chunks.1.first { throw Fault.differs(rest.id) }
        break
      }
      (chunks.0, chunks.1) = (chunks.0.dropFirst(), chunks.1.dropFirst())
      guard one.digest == other.digest else { throw Fault.differs(one.id) }
      sessions += 1
      records += one.records.count
      answers += one.answers.count
      if sessions % 1_000 == 0 { progress(sessions) }
    }
    try compareOwners(source, target)
  }

  private mutating func compareOwners(_ source: any CopySource, _ target: any CopySource) throws {
    guard try source.owners() == target.owners() else { throw Fault.differs(nil) }
    let creators = try source.creators()
    guard try creators == target.creators() else { throw Fault.differs(nil) }
    for owner in creators {
      let (one, other) = (try source.creations(of: owner), try target.creations(of: owner))
      let start = Fingerprint(high: 0, low: 0)
      guard one.reduce(start, { $1.added(to: $0) }) == other.reduce(start, { $1.added(to: $0) }) else {
        throw Fault.differs(nil)
      }
      answers += one.count
    }
  }
}

/// The sessions of a store in order: the next ones are read while the caller works on those before.
///
/// Until it is through, nothing else may use the store.
// SAFETY: only the queue, which is serial, uses `next` and the source.
final class ReadAhead: @unchecked Sendable {
  private let source: any CopySource
  private let queue = DispatchQueue(label: "navigation.copy")
  private var next: Result<[CopiedSession], any Error> = .success([])

  init(_ source: any CopySource, after number: Int64) {
    self.source = source
    read(after: number)
  }

  private func read(after number: Int64) {
    queue.async { [self] in next = Result { try source.sessions(after: number) } }
  }

  /// The next sessions; none at the end.
  func sessions() throws -> [CopiedSession] {
    let found = try queue.sync { try next.get() }
    if let last = found.last { read(after: last.number) }
    return found
  }
}

/// A session as rows, in the form that all durable stores share.
package struct CopiedSession: Sendable {
  package let number: Int64
  package let head: SessionHead
  /// The time of the next expiry check.
  package let due: Timestamp
  /// The row of its routes; nil without.
  package var routes: [UInt8]?
  /// Those retained, without replaced ones, oldest first.
  package var records: [RecordRow] = []
  /// Oldest first.
  package var answers: [CopiedAnswer] = []

  package init(_ head: SessionHead, number: Int64, due: Timestamp) {
    (self.head, self.number, self.due) = (head, number, due)
  }

  package var id: SessionID { head.id }
  package var checksum: RowChecksum { RowChecksum(head) }

  package var byteCount: Int {
    (routes?.count ?? 0) + records.reduce(256) { $0 + $1.content.count + 64 }
      + answers.reduce(0) { $0 + $1.row.count + 128 }
  }

  /// Equal for equal sessions, in whichever store.
  package var digest: Fingerprint {
    var digest = Fingerprint(of: checksum.beside[...])
    digest = digest.with([number, due.milliseconds, routes == nil ? 0 : 1], routes ?? [])
    for record in records {
      digest = digest.with([Int64(record.revision), record.at.milliseconds, Int64(record.patches)], record.content)
    }
    for answer in answers { digest = answer.added(to: digest) }
    return digest
  }
}

/// An answer to a request with a key, as a row.
package struct CopiedAnswer: Sendable {
  package let answer: StoredAnswer
  /// The body as stored, with its checksum; empty if it was evicted.
  package let row: [UInt8]

  /// Throws `unreadable` if the checksum is another one.
  package init(_ answer: StoredAnswer, row: [UInt8]) throws(StoreError) {
    (self.answer, self.row) = (answer, row)
    _ = try answer.body(row: row)
  }

  package func added(to digest: Fingerprint) -> Fingerprint {
    Fingerprint(of: [UInt8](digest)[...], RowChecksum(answer).beside[...], row[...])
  }
}

/// An owner's number and its name.
package struct CopiedOwner: Hashable, Sendable {
  package let owner: Owner
  package let name: String

  package init(owner: Owner, name: String) { (self.owner, self.name) = (owner, name) }
}

extension Fingerprint {
  fileprivate func with(_ words: [Int64], _ bytes: [UInt8]) -> Fingerprint {
    var head = [UInt8](self)
    for word in words { head.append(big: word) }
    return Fingerprint(of: head[...], bytes[...])
  }
}
