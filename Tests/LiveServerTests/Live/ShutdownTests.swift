import Glibc
import Navigation
import NavigationClient
import Synchronization
import Testing

/// The end of a server by a signal.
@Suite struct ShutdownTests {
  /// `script` gives the server a terminal for its standard error.
  @Test(
    arguments: [
      ("", "Sessions end with this process; to keep them: --store sqlite:PATH"), ("--log-level error", ""),
    ] as [(option: String, sessions: String)])
  func `on a terminal a server greets in words`(_ row: (option: String, sessions: String)) async throws {
    let command = try #"echo $$; exec "\#(LiveServer.executable)" --port 0 \#(row.option)"#
    let serve = "sh -c '\(command)' | { read pid; read line; kill -INT $pid; echo \"$line\"; }"
    let run = try await Run("/usr/bin/script", ["-qec", serve, "/dev/null"])
    let url = try #require(run.output.firstMatch(of: /listening on (http:\S+)/), "\(run)").1
    #expect(!run.output.contains("{"), "\(run.output)")
    #expect(
      run.output.contains("Open \(url)/ in a browser. Ctrl-C ends the server. \(row.sessions)") == row.option.isEmpty)
    #expect(run.output.contains("draining: signal 2") == row.option.isEmpty, "\(run.output)")
  }

  @Test func `under traffic no answer is truncated`() async throws {
    let server = try await LiveServer()
    let answers = AnswerCount()
    var ids: [SessionID] = []
    for _ in 0..<8 { ids.append(try await server.client.messenger().id) }
    let ends = try await withThrowingTaskGroup(of: ClientError?.self) { group in
      for id in ids {
        group.addTask {
          let chat = RemoteSession(id: id, of: try Client(url: server.url))
          for revision in 0..<Limits.controllers - 10 {
            if answers.next() == 400 { server.child.signal(SIGTERM) }
            let push = try Transition.push("p\(revision)", on: "chats")
            if let end = await failure({ try await chat.apply(push, ifMatch: revision) }) { return end }
          }
          return nil
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // Every earlier answer was complete and in order. At the end no server listens, or the connection closes without a
    // byte.
    #expect(ends.allSatisfy { $0?.isLossWithoutAnswer ?? false }, "\(ends)")
    #expect(await server.child.ended() == .exit(0))
  }

  /// Requests that are sent in part before the signal.
  @Test func `begun requests are finished, and no new ones begin`() async throws {
    // With one shard, the end of one connection shows that draining has begun.
    let server = try await LiveServer(["--shards", "1", "--log-level", "error"])
    let chat = try await server.client.messenger()
    let answers = try await onThread {
      let requests = [
        ("GET /readyz HTTP/1.1\r\nHost: loc", "alhost\r\n\r\n"),
        ("GET /healthz HTTP/1.1\r\nHost: loc", "alhost\r\n\r\n"),
        (Self.head(Endpoint(.applyTransition, of: chat.id).path, 15), #"{"type": "pop"}"#),
        (Self.head(Endpoint(.createSession).path, Messenger.json.utf8.count), Messenger.json),
      ]
      let begun = try requests.map { request in
        let connection = try RawConnection(port: server.port)
        try connection.send(request.0)
        return connection
      }
      let idle = try RawConnection(port: server.port)
      try idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try idle.response().status == 200)
      server.child.signal(SIGTERM)
      // Draining begins with the end of idle connections.
      #expect(try idle.isAtEnd())
      return try zip(begun, requests).map { connection, request in
        try connection.send(request.1)
        let answer = try connection.response()
        #expect(try connection.isAtEnd())
        return answer
      }
    }
    #expect(answers.map(\.status) == [503, 200, 200, 503])
    #expect(answers.allSatisfy { $0.fields["connection"] == "close" })
    #expect(answers[0].text == #"{"status":"draining"}"# && answers[3].text.contains("\"code\":\"draining\""))
    #expect(answers[3].fields["retry-after"] == "1")
    #expect(await server.child.ended() == .exit(0))
  }

  private static func head(_ path: String, _ length: Int) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
  }

  @Test func `a second signal ends it at once`() async throws {
    let server = try await LiveServer(["--shards", "1", "--drain-timeout", "3600", "--log-level", "error"])
    try await onThread {
      let (begun, idle) = (try RawConnection(port: server.port), try RawConnection(port: server.port))
      try begun.send("GET /healthz HTTP/1.1\r\nHost: loc")
      try idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try idle.response().status == 200)
      server.child.signal(SIGTERM)
      #expect(try idle.isAtEnd())
      server.child.signal(SIGTERM)
      #expect(try begun.isAtEnd())
    }
    #expect(await server.child.ended() == .exit(128 + SIGTERM))
  }

  @Test func `a signal right after the start is not lost`() async throws {
    for _ in 0..<8 {
      let server = try await LiveServer(["--log-level", "error"])
      #expect(await server.stop() == .exit(0))
    }
  }

  @Test func `the log has a line for each step`() async throws {
    let server = try await LiveServer(["--log-level", "info"])
    server.child.signal(SIGTERM)
    let texts = try await server.child.texts()
    #expect(await server.child.ended() == .exit(0))
    let lines = texts.error.split(separator: "\n")
    let events = lines.compactMap {
      $0.firstMatch(of: /^\{"at":"[^"]+","level":"info","event":"([\w ]+)"/).map { String($0.1) }
    }
    #expect(events == ["started", "sessions end with this process", "draining", "stopped"], "\(texts.error)")
    #expect(
      texts.error.contains(#""toKeepThem":"--store sqlite:PATH (NAVIGATION_STORE)"#) && !texts.error.contains("swift"))
    #expect(texts.output.isEmpty)
  }
}

extension ClientError {
  /// Whether no byte of an answer arrived: libcurl reports the missing bytes of an incomplete answer.
  fileprivate var isLossWithoutAnswer: Bool {
    switch self {
    case .nothingListens, .unreachable: true
    case .connectionLost(_, let text): !text.contains("remaining")
    case .invalidURL, .invalidArgument, .problem, .timedOut, .cancelled, .closed, .unexpectedAnswer, .notLaunched: false
    }
  }
}

private final class AnswerCount: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
