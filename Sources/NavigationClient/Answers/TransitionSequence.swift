public import NavigationAPI

/// The records of a session, oldest first, that come from the server a page at a time.
public struct TransitionSequence: AsyncSequence, Sendable {
  public typealias Element = TransitionRecord
  public typealias Failure = ClientError

  let client: Client
  let session: SessionID
  let query: TransitionListQuery

  public struct AsyncIterator: AsyncIteratorProtocol {
    private let client: Client
    private let session: SessionID
    /// The page to ask for next.
    private var query: TransitionListQuery?
    private var page: ArraySlice<TransitionRecord> = []

    fileprivate init(_ sequence: TransitionSequence) {
      client = sequence.client
      session = sequence.session
      query = sequence.query
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> TransitionRecord? {
      while page.isEmpty {
        guard let query else { return nil }
        let answer = try await client.listTransitions(of: session, query)
        page = answer.transitions[...]
        self.query = answer.next
      }
      return page.popFirst()
    }

    public mutating func next() async throws(ClientError) -> TransitionRecord? { try await next(isolation: nil) }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
