import Glibc

/// The parts of a response head that a load needs.
struct ResponseHead {
  enum Failure: Error, Equatable {
    case notHTTP
    case chunked
    case tooLong
  }

  /// Maximum bytes of one head.
  static let limit = 64 << 10

  private(set) var status = 0
  /// Bytes including the blank line.
  private(set) var bytes = 0
  private(set) var bodyBytes = 0
  /// Whether an endless stream of events follows.
  private(set) var isStream = false

  /// Nil until the blank line has arrived.
  init?(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var line = 0
    var isChunked = false
    while let end = bytes.newline(from: line) {
      let text = bytes[line..<end]
      if line == 0 {
        // "HTTP/1.1 200"
        guard text.count >= 12, text.starts(with: "HTTP/1.".utf8), let number = Self.decimal(text[9..<12]) else {
          throw .notHTTP
        }
        status = number
      } else if text.count <= 1 {
        self.bytes = end + 1
        if isChunked, !isStream { throw .chunked }
        if status == 204 || status == 304 { bodyBytes = 0 }
        return
      } else if let value = Self.value("content-length:", text) {
        guard let number = Self.decimal(value.prefix { $0 >= 0x30 && $0 <= 0x39 }) else { throw .notHTTP }
        bodyBytes = number
      } else if let value = Self.value("content-type:", text) {
        isStream = value.starts(with: "text/event-stream".utf8)
      } else if Self.value("transfer-encoding:", text) != nil {
        isChunked = true
      }
      line = end + 1
    }
    if bytes.count >= Self.limit { throw .tooLong }
    return nil
  }

  /// The value of a field whose name is given in lower case, with its colon.
  private static func value(_ name: StaticString, _ line: Slice<UnsafeRawBufferPointer>) -> Slice<
    UnsafeRawBufferPointer
  >? {
    let count = name.utf8CodeUnitCount
    // The first letter and the colon distinguish most fields.
    guard line.count >= count, line[line.startIndex] | 0x20 == name.utf8Start[0],
      line[line.startIndex + count - 1] == 0x3A,
      line.prefix(count - 1).enumerated().allSatisfy({ $1 | 0x20 == name.utf8Start[$0] | 0x20 })
    else { return nil }
    return line.dropFirst(count).drop { $0 == 0x20 || $0 == 0x09 }
  }

  private static func decimal(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard !digits.isEmpty, digits.count <= 15, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

/// Finds the ends of the responses in a byte stream, by Content-Length only; in a stream of events, the ends of the
/// events.
struct ResponseCounter {
  /// The completed responses.
  struct Seen: Equatable {
    var complete = 0
    /// Of them, those with a status other than 2xx.
    var notSuccessful = 0
  }

  /// The part of an incomplete head.
  private var carried: [UInt8] = []
  private var bodyLeft = 0
  private var isSuccess = true
  private var events: EventEnds?

  /// Takes the next bytes of the stream.
  mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(ResponseHead.Failure) -> Seen {
    if carried.isEmpty { return try scan(bytes) }
    let joined = carried + bytes
    carried = []
    do { return try joined.withUnsafeBytes { try scan($0) } } catch { throw error as? ResponseHead.Failure ?? .notHTTP }
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(ResponseHead.Failure) -> Seen {
    var seen = Seen()
    var rest = bytes
    while !rest.isEmpty {
      if let whole = events?.count(in: rest) {
        seen.complete += whole
        return seen
      }
      if bodyLeft == 0 {
        guard let head = try ResponseHead(rest) else {
          carried = Array(rest)
          return seen
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[head.bytes...])
        (bodyLeft, isSuccess) = (head.bodyBytes, head.status / 100 == 2)
        if head.isStream, isSuccess {
          events = EventEnds()
          continue
        }
      }
      let here = min(bodyLeft, rest.count)
      rest = UnsafeRawBufferPointer(rebasing: rest[here...])
      bodyLeft -= here
      if bodyLeft > 0 { break }
      seen.complete += 1
      if !isSuccess { seen.notSuccessful += 1 }
    }
    return seen
  }
}

/// Counts events by their lines, without parsing them: one ends with a blank line, and a comment is none.
private struct EventEnds {
  /// Bytes of the incomplete line, and the first of them.
  private var lineBytes = 0
  private var first: UInt8 = 0
  private var hasBegun = false

  mutating func count(in bytes: UnsafeRawBufferPointer) -> Int {
    var whole = 0
    var line = 0
    while line < bytes.count {
      if lineBytes == 0 { first = bytes[line] }
      guard let end = bytes.newline(from: line) else {
        lineBytes += bytes.count - line
        break
      }
      if lineBytes + end == line {
        if hasBegun { whole += 1 }
        hasBegun = false
      } else if first == UInt8(ascii: "e") {
        hasBegun = true
      }
      (line, lineBytes) = (end + 1, 0)
    }
    return whole
  }
}

extension UnsafeRawBufferPointer {
  /// The end of the line that begins at `offset`.
  fileprivate func newline(from offset: Int) -> Int? {
    guard let base = baseAddress, offset < count, let end = memchr(base + offset, 0x0A, count - offset) else {
      return nil
    }
    return UnsafeRawPointer(end) - base
  }
}
