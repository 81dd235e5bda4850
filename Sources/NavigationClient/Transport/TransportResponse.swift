/// One final HTTP response as a value; interim (1xx) responses and trailers are no part of it.
struct TransportResponse: Sendable, Equatable {
  var status: Int
  /// Those of `fieldNames` that it has; one that comes more than once is one list (RFC 9110 §5.3).
  var fields: [String: String] = [:]
  var body: [UInt8] = []

  /// The header fields that are read, in small letters.
  static let fieldNames = ["content-type", "etag", "idempotency-replayed", "link"]
}
