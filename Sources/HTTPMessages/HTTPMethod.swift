/// The methods that reach a handler; any other word is refused with 501 (RFC 9110 §9.1).
public enum HTTPMethod: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  /// A method word longer than this is refused before its line is complete.
  static let longestWord = 32

  /// The method that these bytes name; methods are case-sensitive (RFC 9110 §9.1).
  init?(_ bytes: Span<UInt8>, in range: ByteRange) {
    switch range.count {
    case 3 where bytes.equalsExactly("GET", in: range): self = .get
    case 3 where bytes.equalsExactly("PUT", in: range): self = .put
    case 4 where bytes.equalsExactly("POST", in: range): self = .post
    case 4 where bytes.equalsExactly("HEAD", in: range): self = .head
    case 5 where bytes.equalsExactly("PATCH", in: range): self = .patch
    case 6 where bytes.equalsExactly("DELETE", in: range): self = .delete
    case 7 where bytes.equalsExactly("OPTIONS", in: range): self = .options
    default: return nil
    }
  }
}
