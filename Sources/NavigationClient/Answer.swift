import Navigation

extension TransportResponse {
  /// The response as an answer about one session.
  func answer<Body: JSONBody>(_ type: Body.Type = Body.self) throws(ClientError) -> Answer<Body> {
    Answer(body: try json(Body.self), revision: try revision(), isReplayed: fields["idempotency-replayed"] == "true")
  }

  /// The content as a body of the interface; unknown members are skipped.
  func json<Body: JSONBody>(_ type: Body.Type) throws(ClientError) -> Body {
    try require("application/json")
    do throws(BodyRefusal) { return try Body(answer: body) } catch {
      let problem = Problem(error)
      throw unexpected("at \"\(problem.pointer ?? "")\": \(problem.detail)")
    }
  }

  /// The content as text.
  func text(_ type: StaticString) throws(ClientError) -> String {
    try require(type.description)
    guard let text = String(validating: body, as: UTF8.self) else { throw unexpected("the content is not UTF-8") }
    return text
  }

  var isJSON: Bool { mediaType == "application/json" }

  /// The revision in the `ETag`, which must have exactly one.
  private func revision() throws(ClientError) -> Int {
    guard let text = fields["etag"], case .list(let tags) = try? EntityTags(text, field: "ETag"), tags.count == 1,
      let revision = tags[0].revision
    else { throw unexpected("no ETag of a revision") }
    return revision
  }

  private func require(_ type: String) throws(ClientError) {
    guard mediaType == type else { throw unexpected("the content is \(mediaType ?? "of no type"), not \(type)") }
  }

  /// The media type without parameters, in lower case (RFC 9110 §8.3.1).
  fileprivate var mediaType: String? {
    fields["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
  }

  func unexpected(_ detail: String) -> ClientError { .unexpectedAnswer(status: status, detail: detail) }

  /// The query of the `Link` to the next page; nil without one (RFC 8288 §3).
  func nextPage<Query>(_ read: (ArraySlice<UInt8>) throws(Problem) -> Query) throws(ClientError) -> Query? {
    for link in (fields["link"] ?? "").split(separator: "<") {
      guard let end = link.firstIndex(of: ">"), Self.isNext(link[end...]) else { continue }
      let query = link[..<end].drop { $0 != "?" }.dropFirst()
      do throws(Problem) { return try read(ArraySlice(query.utf8)) } catch {
        throw unexpected("a link to no page of this list")
      }
    }
    return nil
  }

  /// Whether a link's parameters name the next page.
  private static func isNext(_ parameters: Substring) -> Bool {
    parameters.split(whereSeparator: { ";, >".contains($0) }).contains { $0 == "rel=\"next\"" || $0 == "rel=next" }
  }
}

extension ClientError {
  /// The error of a response with an unexpected status.
  init(_ response: TransportResponse) {
    guard response.mediaType == Problem.mediaType.description else {
      self = response.unexpected("a status that this request does not have")
      return
    }
    do throws(BodyRefusal) {
      let document = try JSONDocument(response.body, unknownMembers: .skip)
      self = .problem(try Problem(json: document.root))
    } catch { self = response.unexpected("a problem that cannot be read: \(Problem(error).detail)") }
  }
}

/// An answer about one session, with the response's fields about it.
package struct Answer<Body: Sendable>: Sendable {
  package var body: Body
  /// The session's revision, from the `ETag`.
  package var revision: Int
  /// True where this is the stored answer of an earlier request with the same idempotency key.
  package var isReplayed = false
}

/// The items of a list, in its order, loaded from the server page by page on demand.
struct PageSequence<Item: Sendable, Query: Sendable>: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = Item
  typealias Failure = ClientError
  /// A page, and the query for the next one; nil on the last.
  typealias Load = @Sendable (Query) async throws(ClientError) -> (items: [Item], next: Query?)

  /// The next page's query.
  private var query: Query?
  private var page: ArraySlice<Item> = []
  private let load: Load

  init(first: Query, load: @escaping Load) { (query, self.load) = (first, load) }

  func makeAsyncIterator() -> Self { self }

  mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Item? {
    while page.isEmpty {
      guard let query else { return nil }
      let answer = try await load(query)
      page = answer.items[...]
      self.query = answer.next
    }
    return page.popFirst()
  }
}
