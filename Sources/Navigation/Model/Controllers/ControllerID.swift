/// A controller's identifier, unique in its session: 1 to 128 bytes of `A-Z a-z 0-9 . _ : -`.
public struct ControllerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let description: String

  /// Nil for an invalid id. A literal is checked too, but an invalid one stops the program.
  public init?(_ text: String) {
    guard Limits.idBytes.contains(text.utf8.count), Self.areAllowed(text.utf8) else { return nil }
    description = text
  }

  /// Reads contiguous bytes in place, which takes a tenth of the time of the view's own iterator.
  private static func areAllowed(_ text: String.UTF8View) -> Bool {
    text.withContiguousStorageIfAvailable { $0.allSatisfy { isAllowed($0) } } ?? text.allSatisfy(isAllowed)
  }

  private init(unchecked text: String) { description = text }

  /// Placeholder in a caller's tree for an id that the session assigns; never the id of a controller in a session.
  public static let automatic = ControllerID(unchecked: "")

  public var isAutomatic: Bool { description.isEmpty }

  /// An id from the session's counter: `c1`, `c2` …
  static func counted(_ number: Int) -> ControllerID { ControllerID(unchecked: "c" + String(number)) }

  /// Compares lengths first: most ids differ there, and a string comparison is slower.
  public static func == (left: ControllerID, right: ControllerID) -> Bool {
    left.description.utf8.count == right.description.utf8.count && left.description == right.description
  }

  public static func < (left: ControllerID, right: ControllerID) -> Bool { left.description < right.description }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

/// An id as a literal: `"chats"`. Text known only at run time goes through `ControllerID.init(_:)`, which may fail.
extension ControllerID: ExpressibleByStringLiteral {
  /// Stops the program with the literal in the message where it is invalid.
  public init(stringLiteral text: StaticString) {
    let (id, bytes) = (Self.init(text.description), Limits.idBytes)
    precondition(
      id != nil,
      "\"\(text)\" is not the id of a controller: \(bytes.lowerBound) to \(bytes.upperBound) bytes of A-Z a-z 0-9 . _ : -"
    )
    self = id ?? .automatic
  }
}
