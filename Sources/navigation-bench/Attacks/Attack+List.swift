import Glibc

extension Attack {
  /// All attacks. Where the usual limit would take too much of this machine, the server has a lower one.
  static let all: [Attack] = requests + bodies + sessions + connections + answers

  /// Small requests with large responses, or many of them.
  private static let requests: [Attack] = [
    Attack("8 pages of 256 records with whole sessions of 0.9 MB", "--max-page-bytes", "200", 16) { server in
      _ = try repeated(server) { _ in large(server, 900_000) }
      _ = try repeated(server, 256) { badge(server, $0) }
      let readers = try server.clients(8)
      for reader in readers { reader.send(get(server.transitions + "?limit=1000&include=session")) }
      return readers.map { $0.answer().summary }.last ?? ""
    },
    Attack("16 connections that ask for 2,000 pages and read none", "256 KiB unread a connection", "200", 8) { server in
      let connections = try server.clients(16)
      let requests = Array(repeatElement(get("/openapi.yaml"), count: 100).joined())
      for connection in connections { for _ in 0..<20 where !connection.send(requests, waiting: false) { break } }
      return connections[0].answer().summary
    },
    Attack("2,000 requests at once of one client", "--rate-limit 100", "429 rate-limited", 8) { server in
      try repeated(server, 2_000) { _ in get(server.sessions[0]) }
    },
    Attack("a request target of 1 MB", "--max-target", "414 target-too-long", 4) { server in
      try answer(server) { $0.send("GET /\(String(repeating: "a", count: 1_000_000)) HTTP/1.1\r\n") }
    },
    Attack("100,000 header fields", "--max-fields", "431 head-too-large", 4) { server in
      try answer(server) { $0.send("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100_000)) }
    },
    Attack("a header field of 1 MB", "--max-head", "431 head-too-large", 4) { server in
      try answer(server) { $0.send("GET / HTTP/1.1\r\nA: \(String(repeating: "b", count: 1_000_000))\r\n") }
    },
  ]

  /// Bodies that are large, endless or not accepted.
  private static let bodies: [Attack] = [
    Attack("a body of 100 MB", "--max-body", "413 body-too-large", 4) { server in
      try answer(server) { $0.send(create("", length: 100_000_000)) }
    },
    Attack("a chunked body without end", "--max-body", "413 body-too-large", 8) { server in
      let head =
        "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
      let chunk = "10000\r\n" + String(repeating: " ", count: 65_536) + "\r\n"
      return try answer(server) { connection in
        connection.send(head)
        for _ in 0..<100 where !connection.send(chunk) { return }
      }
    },
    Attack("64 bodies of 0.9 MB that do not end", "--max-buffered-bytes 16777216", "503 buffer-limit", 40) { server in
      let part = create(String(repeating: " ", count: 900_000), length: 1_000_000)
      let connections = try server.clients(64)
      for connection in connections { connection.send(part) }
      return connections[63].answer().summary
    },
    Attack(
      "64 bodies of 0.9 MB that are no JSON, as their heads say", "the head decides", "415 unsupported-media-type", 8
    ) { server in
      let head = RequestBytes("POST", "/v1/sessions", type: "text/plain", length: 900_000).bytes
      let part = [UInt8](repeating: 0x20, count: 200_000)
      let connections = try server.clients(64)
      for connection in connections {
        connection.send(head)
        connection.send(part, waiting: false)
      }
      return connections[63].answer().summary
    },
    Attack("JSON that is nested 500,000 deep", "64 deep", "400 malformed-json", 8) { server in
      try answer(server) { $0.send(create(String(repeating: "[", count: 500_000))) }
    },
    Attack("a tree of 10,000 controllers", "2,000 controllers", "422 controller-limit", 12) { server in
      let screens = repeatElement(#"{"kind": "screen", "route": "r"}"#, count: 10_000).joined(separator: ",")
      return try answer(server) {
        $0.send(create(#"{"root": {"kind": "stack", "id": "s", "children": [\#(screens)]}}"#))
      }
    },
  ]

  /// Growing sessions, and many sessions.
  private static let sessions: [Attack] = [
    Attack(
      "one session that grows by 0.9 MB with each of 20 requests", "--max-session-bytes 8388608",
      "422 session-too-large", 64
    ) { server in try repeated(server, 20) { _ in large(server, 900_000) } },
    Attack("64 kept answers of 0.9 MB", "--max-session-bytes 8388608", "410 revision-gone", 32) { server in
      let keyed = { (number: Int) in badge(server, number, "?include=session", ["Idempotency-Key: \(number)"]) }
      _ = try repeated(server) { _ in large(server, 900_000) }
      _ = try repeated(server, 64, keyed)
      return try repeated(server, 1, keyed)
    },
    Attack("2,000 changes of 60 KB each", "--history-bytes", "200", 8) { server in
      try repeated(server, 2_000) {
        $0.isMultiple(of: 2) ? large(server, 60_000) : post(server.transitions, ExampleSession.pushPop[1])
      }
    },
    Attack("2,000 sessions", "--max-sessions 1000", "503 session-limit", 16) { server in
      try repeated(server, 2_000) { _ in create(ExampleSession.creation) }
    },
  ]

  /// Many, slow or greedy connections.
  private static let connections: [Attack] = [
    Attack("400 connections", "--max-connections 200", "503 connection-limit", 4) { try crowd($0, 200, then: 100) },
    Attack(
      "200 connections where 64 descriptors are to be had", "the limit comes down", "503 connection-limit", 4,
      descriptors: 64
    ) {
      try crowd($0, 64, then: 100)
    },
    Attack("1,000 heads that do not end", "--head-timeout 1", "408 request-timeout", 48) { server in
      let connections = try server.clients(1_000)
      for connection in connections { connection.send("GET / HTTP/1.1\r\nA: \(String(repeating: "b", count: 30_000))") }
      return connections[999].answer().summary
    },
    Attack("200 event streams", "--max-subscribers 100", "503 subscriber-limit", 4) { server in
      let streams = try subscribers(server)
      return withExtendedLifetime(streams.connections) { streams.answer }
    },
  ]

  /// Responses read slowly or not at all.
  private static let answers: [Attack] = [
    Attack("200 event streams that do not read six events of 0.9 MB", "one copy for all", "200", 32) { server in
      let streams = try subscribers(server)
      _ = try repeated(server, 6) { _ in large(server, 900_000) }
      return withExtendedLifetime(streams.connections) { streams.answer }
    },
    Attack(
      "1,000 connections that do not read 6 MB each", "64 KiB unsent in the kernel", "200", 16, allowedTCPMiB: 192
    ) { server in
      let requests = Array(repeatElement(get("/openapi.json"), count: 12).joined())
      let readers = try (0..<1_000).map { _ in try Client(server.process, receiveBuffer: 4_096) }
      for reader in readers { reader.send(requests) }
      // Another client is answered after those before it.
      _ = try answer(server) { $0.send(get("/healthz")) }
      return readers[999].answer().summary
    },
    Attack("64 answers of 6 MB that are not read", "--max-unsent-bytes 33554432", "reset", 64) { server in
      _ = try repeated(server, 7) { _ in large(server, 900_000) }
      let readers = try server.clients(64)
      for reader in readers { reader.send(get(server.sessions[0])) }
      // Workers write the responses, and no other request waits for them.
      sleep(1)
      return readers[0].answer().summary
    },
    Attack("an answer of 6 MB of which 32 B are taken every 5 s", "--min-send-rate", "reset", 64) { server in
      _ = try repeated(server, 7) { _ in large(server, 900_000) }
      let reader = try Client(server.process, receiveBuffer: 4_096)
      reader.send(get(server.sessions[0]))
      for _ in 0..<8 {
        sleep(5)
        reader.take(32)
      }
      // The server has dropped the connection by now.
      return reader.answer().summary
    },
  ]

  private static func get(_ path: String) -> [UInt8] { RequestBytes("GET", path, accept: "*/*").bytes }
  private static func post(_ path: String, _ body: String) -> [UInt8] { RequestBytes("POST", path, body: body).bytes }

  private static func create(_ body: String, length: Int? = nil) -> [UInt8] {
    RequestBytes("POST", "/v1/sessions", body: body, length: length).bytes
  }

  /// A push of a screen with a title of `bytes` bytes.
  private static func large(_ server: NavigationServer, _ bytes: Int) -> [UInt8] {
    post(server.transitions, ExampleSession.push(titleBytes: bytes))
  }

  private static func badge(_ server: NavigationServer, _ number: Int, _ query: String = "", _ fields: [String] = [])
    -> [UInt8]
  {
    let body = #"{"type": "setBadge", "tab": "chats", "badge": "\#(number)"}"#
    return RequestBytes("POST", server.transitions + query, fields, body: body).bytes
  }

  /// The response on one connection.
  private static func answer(_ server: NavigationServer, _ send: (Client) -> Void) throws -> String {
    let client = try server.client()
    send(client)
    return client.answer().summary
  }

  /// The last response to sequential requests.
  private static func repeated(_ server: NavigationServer, _ count: Int = 1, _ request: (Int) -> [UInt8]) throws
    -> String
  {
    let client = try server.client()
    return (0..<count).map { number in
      client.send(request(number))
      return client.answer().summary
    }.last ?? ""
  }

  /// 200 event streams, and the response of the last.
  private static func subscribers(_ server: NavigationServer) throws -> (connections: [Client], answer: String) {
    let connections = try server.clients(200)
    for connection in connections {
      connection.send(RequestBytes("GET", server.sessions[0] + "/events", accept: "*/*").bytes)
    }
    return (connections, connections.map { $0.answer().summary }.last ?? "")
  }

  /// Opens `staying` connections, each answered once, and then `more`, which should all get one response.
  private static func crowd(_ server: NavigationServer, _ staying: Int, then more: Int) throws -> String {
    func ask(_ client: Client) -> String {
      client.send(get("/healthz"))
      return client.answer().summary
    }
    let clients = try server.clients(staying)
    for client in clients { _ = ask(client) }
    let answers = Set(try (0..<more).map { _ in ask(try server.client()) })
    return withExtendedLifetime(clients) { answers.sorted().joined(separator: ", ") }
  }
}
