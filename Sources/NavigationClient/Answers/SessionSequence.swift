public import NavigationAPI

/// Sessions, newest first, that come from the server a page at a time.
///
/// A session that is made meanwhile is not among them, and one that is deleted meanwhile may be.
public struct SessionSequence: AsyncSequence, Sendable {
  public typealias Element = SessionSummary
  public typealias Failure = ClientError

  let client: Client
  let query: SessionListQuery

  public struct AsyncIterator: AsyncIteratorProtocol {
    private let client: Client
    /// The page to ask for next.
    private var query: SessionListQuery?
    private var page: ArraySlice<SessionSummary> = []

    fileprivate init(_ client: Client, _ query: SessionListQuery) {
      self.client = client
      self.query = query
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> SessionSummary? {
      while page.isEmpty {
        guard let query else { return nil }
        let answer = try await client.listSessions(query)
        page = answer.sessions[...]
        self.query = answer.next
      }
      return page.popFirst()
    }

    public mutating func next() async throws(ClientError) -> SessionSummary? { try await next(isolation: nil) }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(client, query) }
}
