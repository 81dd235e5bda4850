/// A body of the interface, which server and client both read and write.
public protocol JSONBody: JSONMember, Sendable {
  /// Maximum nesting of a request with this body, in brackets.
  static var requestDepth: Int { get }
}

extension JSONBody {
  public static var requestDepth: Int { JSONDocument.defaultMaximumDepth }

  /// Reads a request; unknown members are refused.
  public init(request bytes: [UInt8]) throws(BodyRefusal) {
    try self.init(bytes, unknownMembers: .refuse, maximumDepth: Self.requestDepth)
  }

  /// Reads an answer; unknown members are skipped, and a tree may be as deep as transitions can make it.
  public init(answer bytes: [UInt8]) throws(BodyRefusal) {
    try self.init(bytes, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
  }

  private init(_ bytes: [UInt8], unknownMembers: JSONDocument.UnknownMembers, maximumDepth: Int) throws(BodyRefusal) {
    let root = try JSONDocument(bytes, unknownMembers: unknownMembers, maximumDepth: maximumDepth).root
    do throws(BodyRefusal) { try self.init(json: root) } catch {
      // What is refused is read once more, for the guess.
      self = try Self(json: root.guessing)
    }
  }

  /// The body as compact JSON.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension JSONDocument {
  /// Maximum nesting of a tree of the model's depth, in brackets: three per controller, those of `params`, and some
  /// around it.
  package static let treeDepth = Limits.depth * 4 + defaultMaximumDepth
}

extension Transition: JSONBody {}

extension Outcome: JSONBody {}

extension VisibleScreen: JSONBody {}

extension Event: JSONBody {}

/// The body of `GET /healthz` and `/readyz`: whether the server accepts requests.
public enum Health: String, Hashable, Sendable, CaseIterable, JSONBody, MemberBody {
  case ok
  /// It completes open requests and refuses new ones.
  case draining
  /// It cannot reach its store.
  case unavailable

  package static var empty: Self { .ok }

  package mutating func members(_ m: inout some Members) { m.required("status", &self) }
}
