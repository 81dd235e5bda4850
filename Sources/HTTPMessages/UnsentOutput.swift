/// The output that a client has not accepted. Large parts are shared with other responses; small ones are copied.
public struct UnsentOutput: Sendable {
  private var parts: [Part]
  /// Bytes of the first part already sent.
  private var start = 0
  /// Nil until the system has refused bytes.
  public private(set) var progress: Progress?
  /// Earlier bytes that were queued in the system when progress began, and the bytes sent since.
  private var (queuedBytes, sentBytes) = (0, 0)
  /// Bytes that the system held for the client, as last seen.
  public private(set) var systemBytes = 0
  /// The system's buffer is full.
  private(set) var isBlocked = false

  /// The client's progress in reading its output.
  public struct Progress: Sendable, Equatable {
    /// When the system's buffer first was full.
    public var since: Int
    /// When the client last read something, as far as seen, or `since`.
    public var last: Int
    /// Bytes read by the client after `since`.
    public var takenBytes = 0

    public init(since: Int, last: Int, takenBytes: Int = 0) {
      (self.since, self.last, self.takenBytes) = (since, last, takenBytes)
    }
  }

  struct Part: Sendable {
    var bytes: [UInt8]
    var isShared: Bool
  }

  /// The rest of an output from `start` on.
  init(_ output: borrowing HTTPOutput, from start: Int) { parts = output.parts(from: start) }

  var isEmpty: Bool { parts.isEmpty }

  /// Bytes held by this value alone.
  public var ownBytes: Int { parts.reduce(0) { $0 + ($1.isShared ? 0 : $1.bytes.count) } }

  /// The parts that other values may share.
  public var sharedParts: [[UInt8]] { parts.compactMap { $0.isShared ? $0.bytes : nil } }

  mutating func append(_ output: borrowing HTTPOutput) { parts += output.parts(from: 0) }

  /// Calls `body` with the next bytes to send, at most `limit`, and whether more follow.
  public func withNext<Result>(atMost limit: Int, _ body: (RawSpan, _ hasMore: Bool) -> Result) -> Result {
    guard let part = parts.first else { return body(RawSpan(), false) }
    let rest = part.bytes.span.bytes.extracting(droppingFirst: start)
    let next = rest.extracting(first: limit)
    return body(next, next.byteCount < rest.byteCount || parts.count > 1)
  }

  /// Records that the system has accepted the next `count` bytes.
  mutating func wrote(_ count: Int) {
    guard let part = parts.first else { return }
    sentBytes += count
    start += count
    guard start >= part.bytes.count else { return }
    parts.removeFirst()
    start = 0
  }

  /// The system's buffer is full, and holds `queuedBytes` that the client has not read.
  mutating func block(queuedBytes: Int, at now: Int) {
    isBlocked = true
    systemBytes = queuedBytes
    guard progress == nil else { return updateProgress(queuedBytes: queuedBytes, at: now) }
    progress = Progress(since: now, last: now)
    (self.queuedBytes, sentBytes) = (queuedBytes, 0)
  }

  /// The system's buffer has room.
  mutating func unblock() { isBlocked = false }

  /// Updates the progress: the system's buffer still holds `queuedBytes` for the client.
  mutating func updateProgress(queuedBytes: Int, at now: Int) {
    systemBytes = queuedBytes
    let takenBytes = self.queuedBytes + sentBytes - queuedBytes
    guard let progress, takenBytes > progress.takenBytes else { return }
    self.progress = Progress(since: progress.since, last: now, takenBytes: takenBytes)
  }
}
