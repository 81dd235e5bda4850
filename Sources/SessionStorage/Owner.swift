/// Whose a session is: everybody's where the server has no API keys, else a client's, which is known by its name.
///
/// A number, so that a million sessions of one client do not carry its name a million times. The store gives it to the
/// name, and never to another.
public struct Owner: Hashable, Sendable {
  /// 0 for everybody, from 1 for names.
  public let number: UInt16

  public init(number: UInt16) { self.number = number }

  /// The one client of a server without keys.
  public static let everybody = Owner(number: 0)
}

/// Which number stands for which name.
package struct OwnerNames: Sendable {
  private var owners: [String: Owner]
  /// The highest number that was ever given.
  private var last: UInt16

  package init(_ owners: [String: Owner] = [:], last: UInt16 = 0) {
    self.owners = owners
    self.last = last
  }

  /// Whether any number was given.
  package var isEmpty: Bool { last == 0 }

  package subscript(name: String) -> Owner? { owners[name] }

  /// A number for a name that has none; nil where all have been given.
  package mutating func next() -> Owner? {
    guard last < .max else { return nil }
    last += 1
    return Owner(number: last)
  }

  package mutating func give(_ owner: Owner, to name: String) { owners[name] = owner }
}
