/// Output for a client: a buffer that is filled, sent and reused.
///
/// An array would check its owner and its capacity at every append, which costs 12 % of the instructions of a GET; this
/// checks its capacity alone. Large bodies are not copied: they stay arrays, placed between the copied bytes.
public struct HTTPOutput: ~Copyable, @unchecked Sendable {
  // SAFETY: this value is the buffer's only owner: it cannot be copied, and no pointer leaves a call.
  // The first `copied` bytes are initialised, and `copied` is never above `storage.count`.
  private var storage: UnsafeMutableBufferPointer<UInt8>
  private var copied = 0
  /// Arrays that are not copied, and the number of copied bytes before each.
  private var references: [(bytes: [UInt8], place: Int)] = []
  private var referencedBytes = 0

  /// The size in bytes from which a body is not copied: copying fewer costs less than a separate send.
  static let referenceBytes = 16 * 1024

  public init(capacity: Int = 0) {
    storage = .allocate(capacity: max(capacity, 64))
  }

  deinit {
    storage.deallocate()
  }

  /// All bytes, copied or not.
  public var count: Int { copied + referencedBytes }
  public var isEmpty: Bool { count == 0 }
  /// Whether `withBytes` has all bytes.
  var isContiguous: Bool { references.isEmpty }

  /// The bytes from `start` on in parts; the copied ones are copied again.
  func parts(from start: Int) -> [UnsentOutput.Part] {
    var parts: [UnsentOutput.Part] = []
    var (skipped, position) = (start, 0)
    func add(_ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) {
      let left = bytes.dropFirst(skipped)
      skipped -= bytes.count - left.count
      if !left.isEmpty { parts.append((Array(left), false)) }
    }
    for reference in references {
      add(storage[position..<reference.place])
      position = reference.place
      parts.append((reference.bytes, true))
    }
    add(storage[position..<copied])
    return parts
  }

  /// Calls `body` with the copied bytes: all bytes where `isContiguous`.
  public func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
    body(storage.extracting(..<copied).span.bytes)
  }

  /// Empties the buffer; its capacity stays allocated.
  public mutating func removeAll() {
    copied = 0
    if !references.isEmpty { (references, referencedBytes) = ([], 0) }
  }

  /// Makes room for `additional` more bytes.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if storage.count - copied < additional { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(copied + additional, storage.count * 2))
    _ = larger.update(fromContentsOf: storage[..<copied])
    storage.deallocate()
    storage = larger
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[copied] = byte
    copied += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    storage.baseAddress?.advanced(by: copied).update(from: source, count: bytes.count)
    copied += bytes.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends a body or a piece of one; a large one by reference.
  mutating func append(body bytes: [UInt8]) {
    guard bytes.count >= HTTPOutput.referenceBytes else { return append(bytes) }
    references.append((bytes, copied))
    referencedBytes += bytes.count
  }

  /// Appends the magnitude of `number` in decimal.
  mutating func append(decimal number: Int) {
    var rest = number.magnitude
    var digits = 1
    var bound: UInt = 10
    while digits < 19, rest >= bound {
      digits += 1
      bound &*= 10
    }
    reserve(digits)
    var index = copied + digits
    copied = index
    while index > copied - digits {
      index -= 1
      storage[index] = ASCII.zero &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends a field's value; control characters become spaces, so none begins a new line (RFC 9110 §5.5).
  mutating func append(fieldValue value: borrowing String) {
    let value = value.utf8Span.span
    value.withUnsafeBufferPointer { append($0) }
    var index = value.firstControl(in: 0..<value.count)
    while index < value.count {
      storage[copied - value.count + index] = ASCII.space
      index = value.firstControl(in: (index + 1)..<value.count)
    }
  }
}

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
  }

  typealias Part = (bytes: [UInt8], isShared: Bool)

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
