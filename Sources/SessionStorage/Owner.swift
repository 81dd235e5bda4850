/// The owner of a session: a client known by name, or the unnamed owner of all sessions of a server without API keys.
///
/// A number, so that a million sessions of one client do not repeat its name. The store assigns it to one name only.
public struct Owner: Hashable, Sendable {
  /// 0 for the unnamed owner, from 1 for names.
  public let number: UInt16

  public init(number: UInt16) { self.number = number }

  /// The single owner on a server without API keys.
  public static let unnamed = Owner(number: 0)
}

/// The numbers of owners by name.
package struct OwnerNames: Sendable {
  private var owners: [String: Owner]
  /// The highest number ever assigned.
  private var last: UInt16

  package init(_ owners: [String: Owner] = [:], last: UInt16 = 0) {
    self.owners = owners
    self.last = last
  }

  /// Whether no number has been assigned.
  package var isEmpty: Bool { last == 0 }

  package subscript(name: String) -> Owner? { owners[name] }

  /// The next free number; nil if all are assigned.
  package mutating func next() -> Owner? {
    guard last < .max else { return nil }
    last += 1
    return Owner(number: last)
  }

  package mutating func give(_ owner: Owner, to name: String) { owners[name] = owner }
}
