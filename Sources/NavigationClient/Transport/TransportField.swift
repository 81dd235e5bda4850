/// One header field; names compare without regard to case (RFC 9110 §5.1).
public struct TransportField: Sendable, Equatable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

/// Header fields in the order of arrival, repeated names included.
public struct TransportFields: Sendable, Equatable {
  public private(set) var all: [TransportField] = []

  public init(_ all: [TransportField] = []) { self.all = all }

  /// The first value under `name`, whatever its case.
  public subscript(name: String) -> String? { all.first { $0.isNamed(name) }?.value }

  /// Every value under `name`, in the order of arrival.
  public func values(_ name: String) -> [String] { all.filter { $0.isNamed(name) }.map(\.value) }

  mutating func append(_ field: TransportField) { all.append(field) }

  /// Joins a folded line to the value before it with one space (RFC 9112 §5.2).
  mutating func continueLast(_ text: String) {
    guard let last = all.indices.last else { return }
    all[last].value += " " + text
  }
}
