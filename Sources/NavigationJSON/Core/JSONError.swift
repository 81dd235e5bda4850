/// Why a text was refused, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// The two classes of refusal, which a service answers with different problem codes.
  public enum Kind: Sendable {
    /// Not JSON by RFC 8259, a repeated member name, or nested too deeply.
    case malformed
    /// JSON of another shape than was asked for.
    case invalid
  }

  /// Decides between `malformed-json` and `invalid-body`.
  public var kind: Kind
  /// RFC 6901 pointer at the refused value; of a missing member: at its object; of malformed text: at the innermost value begun.
  public var pointer: String
  /// Bytes before the place, from the start of the text.
  public var offset: Int
  /// One English sentence without a full stop, for people; perhaps a question behind it.
  public var detail: String

  public init(kind: Kind, pointer: String, offset: Int, detail: String) {
    self.kind = kind
    self.pointer = pointer
    self.offset = offset
    self.detail = detail
  }

  /// Unicode scalars of the caller's own text that a detail repeats.
  static let quotedLimit = 64

  /// The caller's text in quotation marks, cut at `quotedLimit`.
  public static func quoted(_ text: String) -> String {
    // Not by characters: one of those may be of any length.
    let head = text.unicodeScalars.prefix(quotedLimit)
    return head.endIndex == text.endIndex ? "\"\(text)\"" : "\"\(String(head))…\""
  }
}
