/// The owner of a session: a client known by name, or the unnamed owner of all sessions of a server without API keys.
///
/// A number, so that a million sessions of one client do not repeat its name. The store assigns it to one name only.
public struct Owner: Hashable, Sendable {
  /// 0 for the unnamed owner, from 1 for names.
  public let number: UInt16

  public init(number: UInt16) { self.number = number }

  /// An owner as a durable store has it.
  package init(stored number: Int64) { self.number = UInt16(clamping: number) }

  /// The single owner on a server without API keys.
  public static let unnamed = Owner(number: 0)
}

package struct OwnerNames: Sendable {
  private var owners: [String: Owner]
  /// The highest number ever assigned.
  private var last: UInt16

  /// - Parameter owners: by ascending number.
  package init(_ owners: [(owner: Owner, name: String)] = []) {
    self.owners = Dictionary(owners.map { ($0.name, $0.owner) }) { _, later in later }
    last = owners.last?.owner.number ?? 0
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

/// What each owner holds of something limited, such as sessions.
///
/// Where all hold as much as the limit, only an owner with its fair share is refused: the limit divided by the owners
/// that hold something. An owner with less may exceed the limit: no owner is refused for what others hold.
public struct Shares: Sendable {
  /// The limit that was reached.
  public enum Refusal: Error, Hashable, Sendable {
    /// That of all owners.
    case ofAll(Int)
    /// That of one owner.
    case ofOne(Int)
  }

  private let limit: Int
  private let limitOfOne: Int?
  private var held: [Owner: Int]
  public private(set) var total: Int

  /// - Parameters:
  ///   - limitOfOne: the limit of each owner; nil for none but its share.
  ///   - held: what is held already; each number is positive.
  public init(limit: Int, limitOfOne: Int?, held: [Owner: Int] = [:]) {
    (self.limit, self.limitOfOne, self.held) = (limit, limitOfOne, held)
    total = held.values.reduce(0, +)
  }

  /// Counts one more for an owner. Throws where that is refused.
  public mutating func take(for owner: Owner) throws(Refusal) {
    let own = held[owner, default: 0]
    if let limitOfOne, own >= limitOfOne { throw .ofOne(limitOfOne) }
    let owners = held.count + (own == 0 ? 1 : 0)
    guard total < limit || own < limit / owners else { throw .ofAll(limit) }
    held[owner] = own + 1
    total += 1
  }

  /// Counts one less for an owner.
  public mutating func giveBack(for owner: Owner) {
    guard let own = held[owner] else { return }
    held[owner] = own > 1 ? own - 1 : nil
    total -= 1
  }

  mutating func replace(with held: [Owner: Int]) { self = Shares(limit: limit, limitOfOne: limitOfOne, held: held) }
}
