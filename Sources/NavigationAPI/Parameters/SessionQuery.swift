/// The query of a session.
public struct SessionQuery: Hashable, Sendable {
  /// Seconds that a request can wait for a change.
  public static let waitRange = 1...60

  /// Seconds to wait for a revision that is not in `If-None-Match`; nil: no wait.
  public var wait: Int?

  public init(wait: Int? = nil) { self.wait = wait }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self.init()
    guard let query else { return }
    var reader = try QueryReader(query)
    wait = try reader.int("wait", in: Self.waitRange)
    try reader.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("wait", wait.map(String.init))
    return writer.text
  }
}
