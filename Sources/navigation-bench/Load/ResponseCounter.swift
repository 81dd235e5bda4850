import Glibc

/// Finds the ends of the responses in a byte stream, by Content-Length alone.
struct ResponseCounter {
  /// One response whose last byte has arrived.
  struct Seen: Equatable {
    var complete = 0
    /// Of them, those with a status other than 2xx.
    var notSuccessful = 0
  }

  enum Failure: Error, Equatable {
    case notHTTP
    case chunked
    case headTooLong
  }

  /// Bytes of one head.
  static let headLimit = 64 << 10

  /// The beginning of a head whose end has not arrived.
  private var carried: [UInt8] = []
  private var bodyLeft = 0
  private var bodyIsSuccess = true

  /// Takes the next bytes of the stream.
  mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Seen {
    if carried.isEmpty { return try scan(bytes) }
    let joined = carried + bytes
    carried = []
    do { return try joined.withUnsafeBytes { try scan($0) } } catch let failure as Failure { throw failure } catch { throw .notHTTP }
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Seen {
    var seen = Seen()
    var rest = bytes[...]
    while true {
      if bodyLeft > 0 {
        let here = min(bodyLeft, rest.count)
        rest = rest.dropFirst(here)
        bodyLeft -= here
        if bodyLeft > 0 { return seen }
        seen.count(success: bodyIsSuccess)
      }
      if rest.isEmpty { return seen }
      guard let head = Self.head(UnsafeRawBufferPointer(rebasing: rest)) else {
        guard rest.count < Self.headLimit else { throw .headTooLong }
        carried = Array(rest)
        return seen
      }
      let (status, length) = try Self.parse(head)
      rest = rest.dropFirst(head.count)
      bodyLeft = length
      bodyIsSuccess = status / 100 == 2
      if length == 0 { seen.count(success: bodyIsSuccess) }
    }
  }

  /// The bytes up to and with the first blank line, or nil.
  private static func head(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var line = 0
    while let next = nextLine(bytes, after: line) {
      if bytes.count >= next + 2, bytes[next] == 0x0D, bytes[next + 1] == 0x0A {
        return UnsafeRawBufferPointer(rebasing: bytes[..<(next + 2)])
      }
      line = next
    }
    return nil
  }

  private static func parse(_ head: UnsafeRawBufferPointer) throws(Failure) -> (status: Int, length: Int) {
    // "HTTP/1.1 200"
    guard head.count >= 12, head.starts(with: "HTTP/1.".utf8), let status = decimal(head[9..<12]) else { throw .notHTTP }
    var length = 0
    var line = 12
    while let next = nextLine(head, after: line) {
      line = next
      if hasName("content-length:", head, at: line) {
        var value = head[(line + 15)...]
        value = value.drop { $0 == 0x20 || $0 == 0x09 }
        guard let number = decimal(value.prefix { $0 >= 0x30 && $0 <= 0x39 }) else { throw .notHTTP }
        length = number
      } else if hasName("transfer-encoding:", head, at: line) {
        throw .chunked
      }
    }
    return (status, status == 204 || status == 304 ? 0 : length)
  }

  /// Where the line behind the next line end starts, or nil when nothing follows it.
  private static func nextLine(_ head: UnsafeRawBufferPointer, after offset: Int) -> Int? {
    guard let base = head.baseAddress, offset < head.count, let end = memchr(base + offset, 0x0A, head.count - offset) else { return nil }
    let next = UnsafeRawPointer(end) - base + 1
    return next < head.count ? next : nil
  }

  private static func hasName(_ name: StaticString, _ head: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard let base = head.baseAddress, head.count - offset >= name.utf8CodeUnitCount, head[offset] | 0x20 == name.utf8Start[0] else {
      return false
    }
    return strncasecmp(
      (base + offset).assumingMemoryBound(to: CChar.self), UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      name.utf8CodeUnitCount) == 0
  }

  private static func decimal(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard !digits.isEmpty, digits.count <= 15 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}

extension ResponseCounter.Seen {
  fileprivate mutating func count(success: Bool) {
    complete += 1
    if !success { notSuccessful += 1 }
  }
}
