/// A page of a session's history, oldest record first.
public struct TransitionListQuery: Hashable, Sendable {
  /// Valid numbers of records per page.
  public static let limitRange = 1...1_000
  public static let defaultLimit = 100
  /// Valid revisions for `after`.
  public static let revisionRange = 0...999_999_999_999

  /// The revision before the page; nil: start with the oldest retained record.
  public var after: Int?
  public var limit: Int
  /// Optional members to include in records.
  public var include: Set<TransitionQuery.Inclusion>

  public init(after: Int? = nil, limit: Int = defaultLimit, include: Set<TransitionQuery.Inclusion> = []) {
    self.after = after
    self.limit = limit
    self.include = include
  }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    var reader = try QueryReader(query)
    after = try reader.int("after", in: Self.revisionRange)
    limit = try reader.int("limit", in: Self.limitRange) ?? Self.defaultLimit
    include = try reader.words("include", TransitionQuery.Inclusion.self)
    try reader.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("after", after.map(String.init))
    writer.add("limit", limit == Self.defaultLimit ? nil : String(limit))
    writer.add("include", include)
    return writer.text
  }
}

extension QueryWriter {
  mutating func add(_ name: String, _ include: Set<TransitionQuery.Inclusion>) {
    let words = TransitionQuery.Inclusion.allCases.filter(include.contains).map(\.rawValue)
    add(name, words.isEmpty ? nil : words.joined(separator: ","))
  }
}
