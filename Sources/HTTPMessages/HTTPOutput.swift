/// Bytes on their way to a client: a buffer that is filled, sent and filled again.
///
/// An array would be asked for its owner and its room at every piece of a head; this is asked for its room alone.
public struct HTTPOutput: ~Copyable, @unchecked Sendable {
  // SAFETY: this value is the buffer's only owner: it cannot be copied, and no pointer leaves a call.
  // The first `count` bytes are initialised, and `count` is never above `storage.count`.
  private var storage: UnsafeMutableBufferPointer<UInt8>
  public private(set) var count = 0

  /// An empty buffer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    storage = .allocate(capacity: max(capacity, 64))
  }

  deinit {
    storage.deallocate()
  }

  public var isEmpty: Bool { count == 0 }
  /// Bytes that it holds without growing.
  public var capacity: Int { storage.count }

  /// A copy of the bytes from `start` on.
  public func bytes(from start: Int = 0) -> [UInt8] {
    Array(storage[min(start, count)..<count])
  }

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[..<count]))
  }

  /// Empties it, and gives memory beyond `capacity` bytes back.
  public mutating func removeAll(keepingCapacity capacity: Int) {
    count = 0
    guard storage.count > capacity else { return }
    storage.deallocate()
    storage = .allocate(capacity: max(capacity, 64))
  }

  /// Makes room for `additional` more bytes.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if storage.count - count < additional { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(count + additional, storage.count * 2))
    _ = larger.update(fromContentsOf: storage[..<count])
    storage.deallocate()
    storage = larger
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    storage.baseAddress?.advanced(by: count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Adds the magnitude of `number` in decimal.
  mutating func append(decimal number: Int) {
    var rest = number.magnitude
    var digits = 1
    var bound: UInt = 10
    while digits < 19, rest >= bound {
      digits += 1
      bound &*= 10
    }
    reserve(digits)
    var index = count + digits
    count = index
    while index > count - digits {
      index -= 1
      storage[index] = ASCII.zero &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Adds a field's value; control characters become spaces, so that none begins a new line (RFC 9110 §5.5).
  mutating func append(fieldValue value: borrowing String) {
    let value = value.utf8Span.span
    value.withUnsafeBufferPointer { append($0) }
    var index = value.firstControl(in: 0..<value.count)
    while index < value.count {
      storage[count - value.count + index] = ASCII.space
      index = value.firstControl(in: (index + 1)..<value.count)
    }
  }
}
