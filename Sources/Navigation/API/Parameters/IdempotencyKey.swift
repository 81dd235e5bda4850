/// A client's key for an idempotent request, which may be repeated safely: 1 to 255 visible ASCII characters.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
  public static let field: StaticString = "Idempotency-Key"
  public static let lengths = 1...255

  public let description: String

  /// Nil for an invalid key.
  public init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    description = text
  }
}

/// The id of a request in answers, problems and log lines: 1 to 128 visible ASCII characters.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  public static let field: StaticString = "X-Request-Id"
  public static let lengths = 1...128

  public let description: String

  /// Nil for an invalid id.
  public init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    description = text
  }
}
