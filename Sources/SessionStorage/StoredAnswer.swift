public import Navigation

/// The stored answer to an accepted request with an idempotency key.
public struct StoredAnswer: Sendable {
  public let key: IdempotencyKey
  /// Distinguishes a repetition from another request with the same key.
  public let fingerprint: Fingerprint
  public let sessionID: SessionID
  /// The revision after the request.
  public let revision: Int
  public var reply: Reply

  public enum Reply: Sendable {
    /// As JSON. Shared with the record, where it has the same bytes.
    case written([UInt8])
    /// Stored in the backend at this place; read on demand.
    case stored(Int64)
    /// Evicted, since it exceeded the room of its session. The request's acceptance remains recorded.
    case gone
  }

  public init(key: IdempotencyKey, fingerprint: Fingerprint, sessionID: SessionID, revision: Int, reply: Reply) {
    self.key = key
    self.fingerprint = fingerprint
    self.sessionID = sessionID
    self.revision = revision
    self.reply = reply
  }

  /// The body as a row of a durable store, with its checksum; empty without a body.
  package var row: [UInt8] { body.map { RowChecksum(self).sealed($0) } ?? [] }

  /// The body in a row; empty if it was evicted. Throws `unreadable` if the row is not from `row`.
  package func body(row: [UInt8]) throws(StoreError) -> [UInt8] {
    row.isEmpty ? [] : try RowChecksum(self).opened(row)
  }

  /// The body. Throws `answerGone`, or `unreadable` if the body is only in the backend.
  package func readBody() throws(StoreError) -> [UInt8] {
    if case .gone = reply { throw .answerGone(revision: revision) }
    guard let body else { throw .unreadable }
    return body
  }

  /// The body; nil if it is evicted or only in the backend.
  public var body: [UInt8]? {
    switch reply {
    case .written(let bytes): bytes
    case .stored, .gone: nil
    }
  }

  /// Bytes of the body if it is written.
  package var byteCount: Int { body?.count ?? 0 }
}

/// The latest answers of one session, oldest first.
public struct AnswerLog: Sendable {
  /// Answers retained for one session.
  public static let limit = 64

  public private(set) var answers: [StoredAnswer]
  /// Bytes of the written bodies.
  package private(set) var byteCount: Int

  public init(_ answers: [StoredAnswer] = []) {
    self.answers = answers.suffix(Self.limit)
    byteCount = self.answers.reduce(0) { $0 + $1.byteCount }
  }

  public func answer(for key: IdempotencyKey) -> StoredAnswer? { answers.last { $0.key == key } }

  /// Appends an answer and drops the oldest beyond the limit.
  public mutating func append(_ answer: StoredAnswer) {
    if answers.count >= Self.limit {
      let surplus = answers.count - Self.limit + 1
      for answer in answers.prefix(surplus) { byteCount -= answer.byteCount }
      answers.removeFirst(surplus)
    }
    byteCount += answer.byteCount
    answers.append(answer)
  }

  /// Evicts the oldest written bodies until at most `bytes` remain.
  package mutating func trim(to bytes: Int) {
    for index in answers.indices {
      guard byteCount > bytes else { return }
      let freed = answers[index].byteCount
      guard freed > 0 else { continue }
      answers[index].reply = .gone
      byteCount -= freed
    }
  }
}

/// A 128-bit hash that detects reuse of an idempotency key for another request; stable across processes and versions.
///
/// It guards clients against their own mistakes, so it need not resist a deliberate search for collisions.
public struct Fingerprint: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The fingerprint of `parts`, each hashed with its length, so that no boundary between two is ambiguous.
  public init(of parts: ArraySlice<UInt8>...) {
    var high: UInt64 = 0x9E37_79B9_7F4A_7C15
    var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    for part in parts {
      Self.mix(UInt64(part.count), into: &high, &low)
      part.withUnsafeBytes { bytes in
        var offset = 0
        while offset &+ 8 <= bytes.count {
          // SAFETY: the eight bytes from `offset` lie within `bytes`.
          Self.mix(
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)), into: &high, &low)
          offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
          rest = rest << 8 | UInt64(bytes[offset])
          offset &+= 1
        }
        Self.mix(rest, into: &high, &low)
      }
    }
    self.init(high: high, low: low)
  }

  /// Two multiplication chains with different odd constants, each folded onto itself.
  private static func mix(_ word: UInt64, into high: inout UInt64, _ low: inout UInt64) {
    let first = (high ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    high = (first.high ^ first.low) &+ 0x8EBC_6AF0_9C88_C6E3
    let second = (low &+ word).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    let folded = second.high ^ second.low
    low = (folded << 23 | folded >> 41) ^ word
  }
}
