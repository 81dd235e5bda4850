/// One final HTTP response as a value; interim (1xx) responses are dropped.
public struct TransportResponse: Sendable, Equatable {
  public var status: Int
  /// The header section; trailer fields are not merged into it (RFC 9110 §6.5.1).
  public var fields: TransportFields
  /// Empty for HEAD, 204 and 304.
  public var body: [UInt8]

  public init(status: Int, fields: TransportFields = TransportFields(), body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
