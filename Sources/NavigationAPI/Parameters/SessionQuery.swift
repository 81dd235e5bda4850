/// What the query of a session asks for.
public struct SessionQuery: Hashable, Sendable {
  /// Seconds that a request can wait for a change.
  public static let waitRange = 1...60

  /// Seconds to wait for another revision than those of `If-None-Match`; nil: not at all.
  public var wait: Int?

  public init(wait: Int? = nil) { self.wait = wait }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self.init()
    guard let query else { return }
    var reader = try QueryReader(query)
    wait = try reader.int("wait", in: Self.waitRange)
    try reader.finish()
  }

  /// The query with its `?`; empty where everything is as it is without one.
  public var text: String {
    var writer = QueryWriter()
    writer.add("wait", wait.map(String.init))
    return writer.text
  }
}
