/// What the query of a transition asks for.
public struct TransitionQuery: Hashable, Sendable {
  /// Members of the record that are only there on demand.
  public enum Inclusion: String, CaseIterable, Hashable, Sendable {
    case session, changes
  }

  public var include: Set<Inclusion>
  /// Answer as if, and keep nothing.
  public var dryRun: Bool

  public init(include: Set<Inclusion> = [], dryRun: Bool = false) {
    self.include = include
    self.dryRun = dryRun
  }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self.init()
    guard let query else { return }
    var reader = try QueryReader(query)
    include = try reader.words("include", Inclusion.self)
    dryRun = try reader.flag("dryRun") ?? false
    try reader.finish()
  }

  /// The query with its `?`; empty where everything is as it is without one.
  public var text: String {
    var writer = QueryWriter()
    writer.add("include", include)
    writer.add("dryRun", dryRun ? "true" : nil)
    return writer.text
  }
}
