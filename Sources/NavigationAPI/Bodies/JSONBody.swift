import NavigationJSON
import NavigationModel

/// A body of the interface: the server writes what the client reads, and the other way round.
public protocol JSONBody: JSONWritable, Sendable {
  /// Brackets that a request of this body may have open at once.
  static var requestDepth: Int { get }

  init(json: JSONValue) throws(BodyRefusal)
}

extension JSONBody {
  public static var requestDepth: Int { JSONDocument.defaultMaximumDepth }

  /// Reads a request: an unknown member is refused.
  public init(request bytes: [UInt8]) throws(BodyRefusal) {
    try self.init(bytes, unknownMembers: .refuse, maximumDepth: Self.requestDepth)
  }

  /// Reads an answer: members that this version does not know are skipped, and a tree may be as deep as transitions can
  /// make it.
  public init(answer bytes: [UInt8]) throws(BodyRefusal) {
    try self.init(bytes, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
  }

  private init(_ bytes: [UInt8], unknownMembers: JSONDocument.UnknownMembers, maximumDepth: Int) throws(BodyRefusal) {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes, unknownMembers: unknownMembers, maximumDepth: maximumDepth)
    } catch { throw .json(error) }
    try self.init(json: document.root)
  }

  /// The body as compact JSON.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension JSONDocument {
  /// Brackets that a tree of the model's depth may have open at once: three for each controller, those of `params`
  /// inside it, and some around it.
  package static let treeDepth = Limits.depth * 4 + defaultMaximumDepth
}

extension Transition: JSONBody {}
extension Outcome: JSONBody {}
extension VisibleScreen: JSONBody {}
extension Event: JSONBody {}
