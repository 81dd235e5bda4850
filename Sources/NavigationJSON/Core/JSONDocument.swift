/// A JSON text (RFC 8259), validated completely in one pass; its values are read in place.
public struct JSONDocument: Sendable {
  /// What `JSONObjectReader.finish` does about members that were not asked for.
  public enum UnknownMembers: Sendable {
    /// For requests: an error.
    case refuse
    /// For snapshots, which have members that no other request has: an error.
    case refuseInSnapshot
    /// For answers, which may grow: ignored.
    case skip
  }

  /// Maximum nesting: 64 open brackets are accepted, 65 are not.
  public static let defaultMaximumDepth = 64
  /// Maximum bytes of a text; offsets on the tape have 32 bits.
  public static let maximumLength = Int(Int32.max)

  /// The top-level value.
  public let root: JSONValue

  /// Validates `bytes` and builds the tape; throws `malformed` with the byte offset, also for a repeated member name.
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

  /// Validates `text`; see `init(_:unknownMembers:maximumDepth:)`.
  public init(
    _ text: String, unknownMembers: UnknownMembers = .refuse, maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONError) {
    try self.init(Array(text.utf8), unknownMembers: unknownMembers, maximumDepth: maximumDepth)
  }
}

/// The immutable storage shared by all cursors into one document.
///
/// Cursors read it at every step, so it points to the bytes: access through the array would retain and release it each
/// time.
@usableFromInline
final class JSONStorage: Sendable {
  /// The text, which owns the memory of `bytes`.
  private let text: [UInt8]
  // SAFETY: the bytes of `text`, which are in one heap object that `text` retains. They never change, as a write to an
  // array with another owner copies it first.
  private nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>
  let tape: JSONTape
  let unknownMembers: JSONDocument.UnknownMembers

  init(_ text: [UInt8], tape: consuming JSONTape, unknownMembers: JSONDocument.UnknownMembers) {
    self.text = text
    bytes = text.withUnsafeBufferPointer { $0 }
    self.tape = tape
    self.unknownMembers = unknownMembers
  }

  /// The same text for readers with another policy for unknown members.
  func copy(_ unknownMembers: JSONDocument.UnknownMembers) throws(JSONError) -> JSONStorage {
    let tape = try JSONParser(bytes, maximumDepth: .max).read()
    return JSONStorage(text, tape: tape, unknownMembers: unknownMembers)
  }

  /// Calls `body` with the bytes of the text, which are valid during the call only.
  @inline(__always)
  func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }
}
