import Glibc

extension Attack {
  /// All of them. Where the usual limit would need more of this machine than a look needs, the server has a lower one.
  static let all: [Attack] = requests + bodies + sessions + connections + answers

  /// Small requests with large answers, and many of them.
  private static let requests: [Attack] = [
    Attack(
      name: "8 pages of 256 records with whole sessions of 0.9 MB", limit: "--max-page-bytes", answer: "200", allowedMiB: 16
    ) { server in
      let writer = try server.connection()
      writer.send(server.request("POST", server.session + "/transitions", body: AttackedServer.push(900_000)))
      var answer = writer.answer()
      for badge in 0..<256 {
        let body = #"{"type": "setBadge", "tab": "chats", "badge": "\#(badge)"}"#
        writer.send(server.request("POST", server.session + "/transitions", body: body))
        answer = writer.answer()
      }
      let readers = try server.connections(8)
      for reader in readers { reader.send(server.request("GET", server.session + "/transitions?limit=1000&include=session")) }
      for reader in readers { answer = reader.answer() }
      return answer
    },
    Attack(
      name: "16 connections that ask for 2,000 pages and read none", limit: "256 KiB unread a connection", answer: "200", allowedMiB: 8
    ) { server in
      let request = server.request("GET", "/openapi.yaml")
      let connections = try server.connections(16)
      let requests = Array([[UInt8]](repeating: request, count: 100).joined())
      for connection in connections { for _ in 0..<20 where !connection.send(requests, waiting: false) { break } }
      return connections[0].answer()
    },
    Attack(
      name: "2,000 requests at once of one client", limit: "--rate-limit 100", options: ["--rate-limit", "100"], answer: "429 rate-limited",
      allowedMiB: 8
    ) { server in
      let connection = try server.connection()
      var answer = ""
      for _ in 0..<2_000 {
        connection.send(server.request("GET", server.session))
        answer = connection.answer()
      }
      return answer
    },
    Attack(name: "a request target of 1 MB", limit: "--max-target", answer: "414 target-too-long", allowedMiB: 4) { server in
      try answer(server) { $0.send("GET /\(String(repeating: "a", count: 1_000_000)) HTTP/1.1\r\n") }
    },
    Attack(name: "100,000 header fields", limit: "--max-fields", answer: "431 head-too-large", allowedMiB: 4) { server in
      try answer(server) { $0.send("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100_000)) }
    },
    Attack(name: "a header field of 1 MB", limit: "--max-head", answer: "431 head-too-large", allowedMiB: 4) { server in
      try answer(server) { $0.send("GET / HTTP/1.1\r\nA: \(String(repeating: "b", count: 1_000_000))\r\n") }
    },
  ]

  /// Bodies that are large, do not end, or are not wanted.
  private static let bodies: [Attack] = [
    Attack(name: "a body of 100 MB", limit: "--max-body", answer: "413 body-too-large", allowedMiB: 4) { server in
      try answer(server) { $0.send(server.request("POST", "/v1/sessions", length: 100_000_000)) }
    },
    Attack(name: "a chunked body without end", limit: "--max-body", answer: "413 body-too-large", allowedMiB: 8) { server in
      let head = "POST /v1/sessions HTTP/1.1\r\nHost: \(server.process.authority)\r\nContent-Type: application/json\r\n"
      let chunk = "10000\r\n" + String(repeating: " ", count: 65_536) + "\r\n"
      return try answer(server) { connection in
        connection.send(head + "Transfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<100 where !connection.send(chunk) { return }
      }
    },
    Attack(
      name: "64 bodies of 0.9 MB that do not end", limit: "--max-buffered-bytes 16777216", options: ["--max-buffered-bytes", "16777216"],
      answer: "503 buffer-limit", allowedMiB: 40
    ) { server in
      let part = String(repeating: " ", count: 900_000)
      let connections = try server.connections(64)
      for connection in connections { connection.send(server.request("POST", "/v1/sessions", body: part, length: 1_000_000)) }
      return connections[63].answer()
    },
    Attack(
      name: "64 bodies of 0.9 MB that are no JSON, as their heads say", limit: "the head decides", answer: "415 unsupported-media-type",
      allowedMiB: 8
    ) { server in
      let part = Array(String(repeating: " ", count: 200_000).utf8)
      let connections = try server.connections(64)
      for connection in connections {
        connection.send(server.request("POST", "/v1/sessions", type: "text/plain", length: 900_000))
        connection.send(part, waiting: false)
      }
      return connections[63].answer()
    },
    Attack(name: "JSON that is nested 500,000 deep", limit: "64 deep", answer: "400 malformed-json", allowedMiB: 8) { server in
      try answer(server) { $0.send(server.request("POST", "/v1/sessions", body: String(repeating: "[", count: 500_000))) }
    },
    Attack(name: "a tree of 10,000 controllers", limit: "2,000 controllers", answer: "422 controller-limit", allowedMiB: 12) { server in
      let screens = Array(repeating: #"{"kind": "screen", "route": "r"}"#, count: 10_000).joined(separator: ",")
      return try answer(server) {
        $0.send(server.request("POST", "/v1/sessions", body: #"{"root": {"kind": "stack", "id": "s", "children": [\#(screens)]}}"#))
      }
    },
  ]

  /// Sessions that grow, and their number.
  private static let sessions: [Attack] = [
    Attack(
      name: "one session that grows by 0.9 MB with each of 20 requests", limit: "--max-session-bytes", answer: "422 session-too-large",
      allowedMiB: 64
    ) { server in
      try repeated(server, 20) { _ in server.request("POST", server.session + "/transitions", body: AttackedServer.push(900_000)) }
    },
    Attack(
      name: "64 kept answers of 0.9 MB", limit: "--max-session-bytes", answer: "410 revision-gone", allowedMiB: 32
    ) { server in
      func keyed(_ number: Int) -> [UInt8] {
        server.request(
          "POST", server.session + "/transitions?include=session", ["Idempotency-Key: \(number)"],
          body: #"{"type": "setBadge", "tab": "chats", "badge": "\#(number)"}"#)
      }
      _ = try repeated(server, 1) { _ in server.request("POST", server.session + "/transitions", body: AttackedServer.push(900_000)) }
      _ = try repeated(server, 64, keyed)
      return try repeated(server, 1, keyed)
    },
    Attack(name: "2,000 changes of 60 KB each", limit: "--history-bytes", answer: "200", allowedMiB: 8) { server in
      try repeated(server, 2_000) { number in
        let body = number.isMultiple(of: 2) ? AttackedServer.push(60_000) : #"{"type": "pop", "stack": "chats"}"#
        return server.request("POST", server.session + "/transitions", body: body)
      }
    },
    Attack(
      name: "2,000 sessions", limit: "--max-sessions 1000", options: ["--max-sessions", "1000"], answer: "503 session-limit", allowedMiB: 16
    ) { server in try repeated(server, 2_000) { _ in server.request("POST", "/v1/sessions", body: ExampleSession.creation) } },
  ]

  /// Connections that are many, slow or greedy.
  private static let connections: [Attack] = [
    Attack(
      name: "400 connections", limit: "--max-connections 200", options: ["--max-connections", "200"], answer: "503 connection-limit",
      allowedMiB: 4
    ) { server in try crowd(server, 200, then: 100) },
    Attack(
      name: "200 connections where 64 descriptors are to be had", limit: "the limit comes down", descriptors: 64,
      answer: "503 connection-limit", allowedMiB: 4
    ) { server in try crowd(server, 64, then: 100) },
    Attack(
      name: "1,000 heads that do not end", limit: "--head-timeout 1", options: ["--head-timeout", "1"], answer: "408 request-timeout",
      allowedMiB: 48
    ) { server in
      let connections = try server.connections(1_000)
      for connection in connections { connection.send("GET / HTTP/1.1\r\nA: \(String(repeating: "b", count: 30_000))") }
      return connections[999].answer()
    },
    Attack(
      name: "200 event streams", limit: "--max-subscribers 100", options: ["--max-subscribers", "100"], answer: "503 subscriber-limit",
      allowedMiB: 4
    ) { server in
      let connections = try server.connections(200)
      return connections.map { connection in
        connection.send(server.request("GET", server.session + "/events"))
        return connection.answer()
      }.last ?? ""
    },
  ]

  /// Answers that are not taken, or slowly.
  private static let answers: [Attack] = [
    Attack(name: "200 event streams that do not read six events of 0.9 MB", limit: "one copy for all", answer: "200", allowedMiB: 32) {
      server in
      let subscribers = try server.connections(200)
      for subscriber in subscribers { subscriber.send(server.request("GET", server.session + "/events")) }
      let answer = subscribers.map { $0.answer() }.last ?? ""
      _ = try repeated(server, 6) { _ in server.request("POST", server.session + "/transitions", body: AttackedServer.push(900_000)) }
      return withExtendedLifetime(subscribers) { answer }
    },
    Attack(
      name: "64 answers of 6 MB that are not read", limit: "--max-unsent-bytes 33554432", options: ["--max-unsent-bytes", "33554432"],
      answer: "closed", allowedMiB: 64
    ) { server in
      _ = try repeated(server, 7) { _ in server.request("POST", server.session + "/transitions", body: AttackedServer.push(900_000)) }
      let readers = try server.connections(64)
      for reader in readers { reader.send(server.request("GET", server.session)) }
      _ = try repeated(server, 1) { _ in server.request("GET", "/healthz") }
      return readers[0].answer()
    },
    Attack(name: "an answer of 6 MB of which 32 B are taken every 5 s", limit: "--min-send-rate", answer: "reset", allowedMiB: 64) {
      server in
      _ = try repeated(server, 7) { _ in server.request("POST", server.session + "/transitions", body: AttackedServer.push(900_000)) }
      let reader = try AttackConnection(server.process, receiveBuffer: 4_096)
      reader.send(server.request("GET", server.session))
      for _ in 0..<8 {
        sleep(5)
        reader.take(32)
      }
      // Who is not there any more does not take it.
      reader.send(server.request("GET", server.session))
      return reader.answer()
    },
  ]

  /// What one connection is answered.
  private static func answer(_ server: AttackedServer, _ send: (AttackConnection) -> Void) throws -> String {
    let connection = try server.connection()
    send(connection)
    return connection.answer()
  }

  /// The last answer to requests, one after the other.
  private static func repeated(_ server: AttackedServer, _ count: Int, _ request: (Int) -> [UInt8]) throws -> String {
    let connection = try server.connection()
    var answer = ""
    for number in 0..<count {
      connection.send(request(number))
      answer = connection.answer()
    }
    return answer
  }

  /// Connections that stay, each of which has been answered something; and then more, all of which have to be answered the same.
  private static func crowd(_ server: AttackedServer, _ staying: Int, then more: Int) throws -> String {
    func ask(_ connection: AttackConnection) -> String {
      connection.send(server.request("GET", "/healthz"))
      return connection.answer()
    }
    let kept = try server.connections(staying)
    for connection in kept { _ = ask(connection) }
    let answers = Set(try (0..<more).map { _ in ask(try server.connection()) })
    return withExtendedLifetime(kept) { answers.sorted().joined(separator: ", ") }
  }
}
