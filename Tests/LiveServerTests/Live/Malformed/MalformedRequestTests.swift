import Navigation
import Testing

extension LiveTests {
  @Suite struct MalformedRequestTests {}
}

extension LiveTests.MalformedRequestTests {
  static let rows: [MalformedRequest] =
    MalformedRequest.bodies + MalformedRequest.sessions + MalformedRequest.refusals + MalformedRequest.targets
    + MalformedRequest.fields
    + MalformedRequest.heads + MalformedRequest.framing + MalformedRequest.hosts

  /// The result of a row, with the session's bytes before and after it.
  struct Result: Sendable {
    var answer: RawConnection.Response
    /// Whether the next request on the same connection is answered.
    var goesOn: Bool
    var before: [UInt8]
    var after: [UInt8]
  }

  @Test(arguments: rows) func `a malformed request has no effect but a problem`(_ row: MalformedRequest) async throws {
    let server = try live
    let chat = try await server.client.messenger()
    let result = try await send(row, to: server, chat.id)
    #expect(result.answer.status == row.code.status)
    #expect(result.answer.fields["content-type"] == "application/problem+json")
    let problem = try Problem(json: JSONDocument(result.answer.body).root)
    #expect(problem.known == row.code && problem.status == row.code.status, "\(result.answer.text)")
    #expect(problem.requestId == result.answer.fields["x-request-id"] && problem.requestId != nil)
    check(problem, row.place)
    #expect(result.goesOn != row.closes)
    #expect((result.answer.fields["connection"] == "close") == row.closes)
    #expect(result.before == result.after)
    #expect(try await server.client.health() == .ok)
  }

  private func check(_ problem: Problem, _ place: MalformedRequest.Place) {
    switch place {
    case .nowhere: break
    case .pointer(let pointer): #expect(problem.pointer == pointer, "\(problem.detail)")
    case .parameter(let name): #expect(problem.parameter == name)
    case .header(let name): #expect(problem.header == name)
    case .controller(let id): #expect(problem.controller == id)
    case .revision(let revision): #expect(problem.revision == revision)
    case .index(let index, let pointer): #expect(problem.index == index && problem.pointer == pointer)
    }
  }

  private func send(_ row: MalformedRequest, to server: LiveServer, _ id: SessionID) async throws -> Result {
    let read = "GET \(Endpoint(.getSession, of: id).path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    return try await onThread {
      let other = try RawConnection(port: server.port)
      try other.send(read)
      let before = try other.response().body
      let connection = try RawConnection(port: server.port)
      try connection.send(row.bytes(id))
      if row.ends { connection.finishSending() }
      let answer = try connection.response()
      var goesOn = false
      if row.closes {
        goesOn = try !connection.isAtEnd()
      } else {
        try connection.send(read)
        goesOn = try connection.response().status == 200
      }
      try other.send(read)
      return Result(answer: answer, goesOn: goesOn, before: before, after: try other.response().body)
    }
  }
}
