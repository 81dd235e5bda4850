/// Whose a session is: everybody's where the server has no API keys, else the client's of one key.
///
/// A number, so that a million sessions of one client do not carry its name a million times.
public struct Owner: Hashable, Sendable {
  /// 0 for everybody, else the place of the client's key, from 1.
  public let number: UInt16

  public init(number: UInt16) { self.number = number }

  /// The one client of a server without keys.
  public static let everybody = Owner(number: 0)
}
