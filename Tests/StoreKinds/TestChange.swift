public import SessionStorage

/// A change by closures.
public struct TestChange<Answer: Sendable>: SessionChange {
  let short: @Sendable (inout StoredSession) -> Answer?
  let long: (@Sendable (inout StoredSession) async -> Answer)?
  let published: @Sendable (Answer) -> Void

  /// A short one.
  public init(
    publish: @escaping @Sendable (Answer) -> Void = { _ in },
    _ decide: @escaping @Sendable (inout StoredSession) -> Answer
  ) {
    (short, long, published) = (decide, nil, publish)
  }

  public init(
    publish: @escaping @Sendable (Answer) -> Void = { _ in },
    long decide: @escaping @Sendable (inout StoredSession) async -> Answer
  ) {
    (short, long, published) = ({ _ in nil }, decide, publish)
  }

  public func decide(_ session: inout StoredSession) -> Answer? { short(&session) }

  public func decideLong(_ session: inout StoredSession) async -> Answer {
    guard let long else { preconditionFailure("a short change") }
    return await long(&session)
  }

  public func publish(_ answer: Answer) { published(answer) }
}
