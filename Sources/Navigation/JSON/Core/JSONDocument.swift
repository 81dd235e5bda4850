/// A JSON text (RFC 8259), validated completely in one pass; its values are read in place.
public struct JSONDocument: Sendable {
  /// What `JSONObjectReader.finish` does about members that were not read.
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
  /// Maximum bytes of a text; offsets have 32 bits.
  public static let maximumLength = Int(Int32.max)

  /// The top-level value.
  public let root: JSONValue

  /// Validates `bytes`; throws `malformed` with the byte offset, also for a repeated member name.
  public init(
    _ bytes: [UInt8], unknownMembers: UnknownMembers = .refuse, maximumDepth: Int = defaultMaximumDepth
  ) throws(BodyRefusal) {
    guard bytes.count <= Self.maximumLength else {
      throw .json(
        JSONError(kind: .malformed, pointer: "", offset: 0, detail: "longer than \(Self.maximumLength) bytes"))
    }
    do {
      let text = try JSONParser(bytes, maximumDepth: maximumDepth).read()
      root = JSONValue(storage: JSONStorage(text, unknownMembers), index: 0)
    } catch { throw .json(error) }
  }

  /// Validates `text`; see `init(_:unknownMembers:maximumDepth:)`.
  public init(
    _ text: String, unknownMembers: UnknownMembers = .refuse, maximumDepth: Int = defaultMaximumDepth
  ) throws(BodyRefusal) {
    try self.init(Array(text.utf8), unknownMembers: unknownMembers, maximumDepth: maximumDepth)
  }
}

/// The immutable storage shared by all values of one document.
final class JSONStorage: Sendable {
  let text: JSONText
  let unknownMembers: JSONDocument.UnknownMembers
  /// Whether the refusal of an unknown member has a guess: its reader keeps the names that are looked up.
  let guesses: Bool

  init(_ text: JSONText, _ unknownMembers: JSONDocument.UnknownMembers, guesses: Bool = false) {
    (self.text, self.unknownMembers, self.guesses) = (text, unknownMembers, guesses)
  }
}
