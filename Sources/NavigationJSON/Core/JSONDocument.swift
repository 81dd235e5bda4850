/// A JSON text (RFC 8259), checked whole in one pass, whose values are read where they stand.
public struct JSONDocument: Sendable {
  /// What `JSONObjectReader.finish` does about members that were not asked for.
  public enum UnknownMembers: Sendable {
    /// Requests are strict.
    case refuse
    /// So are snapshots, which have members that no other request has.
    case refuseInSnapshot
    /// Answers may grow.
    case skip
  }

  /// Containers within containers; 64 brackets open at once are accepted, 65 are not.
  public static let defaultMaximumDepth = 64
  /// Bytes of a text; offsets on the tape have 32 bits.
  public static let maximumLength = Int(Int32.max)

  /// The value that is the whole text.
  public let root: JSONValue

  /// Checks `bytes` and lays them out; throws `malformed` with the byte offset, for a repeated member name too.
  public init(
    _ bytes: [UInt8], unknownMembers: UnknownMembers = .refuse, maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONError) {
    guard bytes.count <= Self.maximumLength else {
      throw JSONError(kind: .malformed, pointer: "", offset: 0, detail: "longer than \(Self.maximumLength) bytes")
    }
    let storage = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      JSONStorage(
        bytes, tape: try JSONParser(buffer, maximumDepth: maximumDepth).read(), unknownMembers: unknownMembers)
    }
    root = JSONValue(storage: storage, index: 0)
  }

  /// Checks the UTF-8 of `text`; see `init(_:unknownMembers:maximumDepth:)`.
  public init(
    _ text: String, unknownMembers: UnknownMembers = .refuse, maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONError) {
    try self.init(Array(text.utf8), unknownMembers: unknownMembers, maximumDepth: maximumDepth)
  }
}

/// What all cursors into one document share; never changes.
///
/// Cursors ask for it at every step, so that it points to the text itself: the array would be retained and released
/// each time.
@usableFromInline
final class JSONStorage: Sendable {
  /// The text, whose memory this object keeps.
  private let text: [UInt8]
  // SAFETY: the bytes of `text`, which stand in one object of memory that `text` keeps. They never change, as an array
  // that has another owner is copied first.
  private nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>
  let tape: JSONTape
  let unknownMembers: JSONDocument.UnknownMembers

  init(_ text: [UInt8], tape: consuming JSONTape, unknownMembers: JSONDocument.UnknownMembers) {
    self.text = text
    bytes = text.withUnsafeBufferPointer { $0 }
    self.tape = tape
    self.unknownMembers = unknownMembers
  }

  /// The same text for readers that treat unknown members otherwise.
  func copy(_ unknownMembers: JSONDocument.UnknownMembers) throws(JSONError) -> JSONStorage {
    let tape = try JSONParser(bytes, maximumDepth: .max).read()
    return JSONStorage(text, tape: tape, unknownMembers: unknownMembers)
  }

  /// The text, for as long as `body` runs.
  @inline(__always)
  func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }
}
