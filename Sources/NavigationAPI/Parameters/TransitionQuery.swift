/// The query of a transition.
public struct TransitionQuery: Hashable, Sendable {
  /// Optional members of a record.
  public enum Inclusion: String, CaseIterable, Hashable, Sendable {
    case session, changes
  }

  public var include: Set<Inclusion>
  /// Whether to answer without committing anything.
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

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("include", include)
    writer.add("dryRun", dryRun ? "true" : nil)
    return writer.text
  }
}
