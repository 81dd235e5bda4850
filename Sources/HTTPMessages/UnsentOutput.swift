/// What a client has not taken of its answers: large parts are those that were given, shared with all others that have
/// them; small ones are copies of its own.
public struct UnsentOutput: Sendable {
  private var parts: [Part]
  /// Bytes of the first part that are sent.
  private var start = 0
  /// Nil until the system has refused bytes.
  public private(set) var progress: Progress?
  /// Bytes that the client still had to take of those that were sent before; and how many were sent since.
  private var (queuedBytes, sentBytes) = (0, 0)
  /// The system takes no more for now.
  private(set) var isBlocked = false

  /// How a client takes what it is sent.
  public struct Progress: Sendable, Equatable {
    /// When there was first more than the system takes.
    public var since: Int
    /// When the client was last seen to have taken something, or `since`.
    public var last: Int
    /// Bytes that it has taken since then.
    public var takenBytes = 0

    public init(since: Int, last: Int, takenBytes: Int = 0) {
      (self.since, self.last, self.takenBytes) = (since, last, takenBytes)
    }
  }

  struct Part: Sendable {
    var bytes: [UInt8]
    var isShared: Bool
  }

  /// What is left of an output from `start` on.
  init(_ output: borrowing HTTPOutput, from start: Int) { parts = output.parts(from: start) }

  var isEmpty: Bool { parts.isEmpty }

  /// Bytes that are held here alone.
  public var ownBytes: Int { parts.reduce(0) { $0 + ($1.isShared ? 0 : $1.bytes.count) } }

  /// The parts that others may hold as well.
  public var sharedParts: [[UInt8]] { parts.compactMap { $0.isShared ? $0.bytes : nil } }

  mutating func append(_ output: borrowing HTTPOutput) { parts += output.parts(from: 0) }

  /// The next bytes to send, `limit` at most, and whether there are more behind them.
  public func withNext<Result>(atMost limit: Int, _ body: (UnsafeRawBufferPointer, _ hasMore: Bool) -> Result) -> Result
  {
    guard let part = parts.first else { return body(UnsafeRawBufferPointer(start: nil, count: 0), false) }
    return part.bytes.withUnsafeBytes { bytes in
      let next = bytes[start...].prefix(limit)
      return body(UnsafeRawBufferPointer(rebasing: next), next.endIndex < bytes.endIndex || parts.count > 1)
    }
  }

  /// Counts bytes of the next ones that the system has taken.
  mutating func wrote(_ count: Int) {
    guard let part = parts.first else { return }
    sentBytes += count
    start += count
    guard start >= part.bytes.count else { return }
    parts.removeFirst()
    start = 0
  }

  /// The system takes no more for now, and has `queuedBytes` that the client has not taken.
  mutating func block(queuedBytes: Int, at now: Int) {
    isBlocked = true
    guard progress == nil else { return look(queuedBytes: queuedBytes, at: now) }
    progress = Progress(since: now, last: now)
    (self.queuedBytes, sentBytes) = (queuedBytes, 0)
  }

  /// The system takes more.
  mutating func unblock() { isBlocked = false }

  /// Notes what the client has taken, as long as the system has `queuedBytes` for it.
  mutating func look(queuedBytes: Int, at now: Int) {
    let takenBytes = self.queuedBytes + sentBytes - queuedBytes
    guard let progress, takenBytes > progress.takenBytes else { return }
    self.progress = Progress(since: progress.since, last: now, takenBytes: takenBytes)
  }
}
