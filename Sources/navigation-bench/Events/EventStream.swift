import CReferenceServer

/// What one subscriber has been told so far: finds the head of the answer, the whole session and each transition in the bytes as they come,
/// without reading them as JSON.
struct EventStream {
  enum Stage: Equatable {
    case subscribing
    /// The head says 200; the session is still to come.
    case answered
    /// The session has come whole, and so many transitions after it.
    case following(Int)
  }

  enum Failure: Error, Equatable {
    case notHTTP(String)
  }

  private(set) var stage = Stage.subscribing
  /// Whether the blank line of the event that has begun is still to come.
  private var isInEvent = false
  /// The last bytes, in which a word may have begun.
  private var carried: [UInt8] = []

  private static let answered = Array("HTTP/1.1 200 ".utf8)
  private static let session = Array("event: session\n".utf8)
  private static let transition = Array("event: transition\n".utf8)
  private static let blankLine = Array("\n\n".utf8)

  /// Takes the next bytes; returns whether an event has become whole.
  mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    if carried.isEmpty { return try scan(bytes) }
    let joined = carried + bytes
    carried = []
    do { return try joined.withUnsafeBytes { try scan($0) } } catch let failure as Failure { throw failure } catch { return false }
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    var rest = bytes
    var isWhole = false
    while let end = Self.end(of: word, in: rest) {
      rest = UnsafeRawBufferPointer(rebasing: rest[end...])
      isWhole = advance() || isWhole
    }
    if stage == .subscribing, rest.count >= Self.answered.count {
      throw .notHTTP(String(decoding: rest.prefix(200), as: UTF8.self))
    }
    carried = Array(rest.suffix(word.count - 1))
    return isWhole
  }

  /// What has to come next.
  private var word: [UInt8] {
    switch (stage, isInEvent) {
    case (_, true): Self.blankLine
    case (.subscribing, false): Self.answered
    case (.answered, false): Self.session
    case (.following, false): Self.transition
    }
  }

  /// Goes on behind the word; returns whether it ended an event.
  private mutating func advance() -> Bool {
    switch (stage, isInEvent) {
    case (.subscribing, _): stage = .answered
    case (_, false): isInEvent = true
    case (.answered, true): (stage, isInEvent) = (.following(0), false)
    case (.following(let count), true): (stage, isInEvent) = (.following(count + 1), false)
    }
    return !isInEvent && stage != .answered
  }

  private static func end(of word: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = benchmark_find(base, bytes.count, word, word.count) else { return nil }
    return found - base + word.count
  }
}
