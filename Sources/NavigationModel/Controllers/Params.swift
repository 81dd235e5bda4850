/// The app's own data on a screen: the members of a JSON object in their order, each value as compact JSON text with its numbers as written.
///
/// The model never looks inside a value: two are the same where their texts are.
public struct Params: Hashable, Sendable {
  public struct Member: Hashable, Sendable {
    public var name: String
    public var json: String

    public init(name: String, json: String) {
      self.name = name
      self.json = json
    }
  }

  public var members: [Member]

  public init(members: [Member] = []) { self.members = members }

  public var isEmpty: Bool { members.isEmpty }

  /// Whether every member of `other` is here with the same value.
  public func contains(_ other: Params) -> Bool {
    other.members.allSatisfy { members.contains($0) }
  }
}
