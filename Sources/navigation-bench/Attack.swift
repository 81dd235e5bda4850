import Glibc

/// An attack: a cheap way to cause high cost, the limit against it, and its permitted cost.
struct Attack: Sendable {
  let name: String
  /// An option of the server with its value, a shell's command before it, or another limit. Where the usual one would
  /// take too much of this machine, the server has a lower one.
  let limit: String
  /// The expected last response: its status and, of a problem, its code.
  let answer: String
  /// MiB of memory that the server may add to its initial memory.
  let allowed: Double
  /// Returns the last response.
  let run: @Sendable (Siege) throws -> String

  init(
    _ name: String, _ limit: String, _ answer: String, times allowed: Double,
    run: @escaping @Sendable (Siege) throws -> String
  ) {
    (self.name, self.limit, self.answer, self.allowed, self.run) = (name, limit, answer, allowed, run)
  }

  /// The program and its options, before the usual ones.
  func command(_ server: String) -> (program: String, options: [String]) {
    if limit.hasPrefix("ulimit ") { return ("/bin/sh", ["-c", limit + "; exec \"$@\"", "sh", server]) }
    return (server, limit.hasPrefix("--") && limit.contains(" ") ? limit.split(separator: " ").map(String.init) : [])
  }

  /// Runs each attack on a server of its own, and returns the number of those with another answer or a higher cost.
  static func measure(_ run: Run) throws -> [Measured] {
    var table = TextTable(columns: ["Attack", "limit", "answer", "MiB more", "allowed", "left after", "TCP", "met"])
    var missed = 0.0
    for attack in all {
      let (program, options) = attack.command(run.server)
      let siege = Siege(try NavigationServer(program, options))
      let process = siege.server.process
      let (before, tcp) = (try process.residentBytes(), try ChildProcess.socketBytes())
      let answer = try attack.run(siege)
      let (peak, addedTCP) = (try process.peakBytes(), try ChildProcess.socketBytes() - tcp)
      siege.clients = []
      usleep(200_000)
      let sizes = [peak - before, attack.allowed * 1_048_576, try process.residentBytes() - before, max(0, addedTCP)]
      // The server must still answer other clients.
      try siege.server.client().fetch("GET", "/healthz")
      let isMet = answer == attack.answer && sizes[0] <= sizes[1]
      if !isMet { missed += 1 }
      table.append(
        [attack.name, attack.limit, answer] + sizes.map { ($0 / 1_048_576).text(digits: 1) } + [isMet ? "yes" : "no"])
    }
    writeLine("\n" + table.text, to: 1)
    return [(missed, nil)]
  }

  static let all: [Attack] = [
    // Small requests with large responses, or many of them.
    Attack("8 pages of 256 records with whole sessions of 0.9 MB", "1 MiB a page", "200", times: 16) { siege in
      _ = try siege.grow(1)
      try siege.repeated(256) { siege.change(ExampleSession.badge($0)) }
      let readers = try siege.clients(8)
      for reader in readers { reader.send(request("GET", siege.path + "?limit=1000&include=session")) }
      return readers.map { $0.answer().summary }.last ?? ""
    },
    Attack("16 connections that ask for 2,000 pages and read none", "256 KiB unread a connection", "200", times: 8) {
      siege in
      let requests = Array(repeatElement(request("GET", "/openapi.yaml"), count: 100).joined())
      return try siege.last(of: 16) { for _ in 0..<20 where !$0.send(requests, waiting: false) { break } }
    },
    Attack("2,000 requests at once of one client", "--rate-limit 100", "429 rate-limited", times: 8) { siege in
      try siege.repeated(2_000) { _ in request("GET", siege.server.sessions[0]) }
    },
    Attack("a request target of 1 MB", "8 KiB a target", "414 target-too-long", times: 4) {
      try $0.response(to: "GET /" + $0.letters(1_000_000))
    },
    Attack("100,000 header fields", "128 fields", "431 head-too-large", times: 4) {
      try $0.response(to: "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100_000))
    },
    Attack("a header field of 1 MB", "32 KiB a head", "431 head-too-large", times: 4) {
      try $0.response(to: "GET / HTTP/1.1\r\nA: " + $0.letters(1_000_000))
    },
    // Bodies that are large, endless or not accepted.
    Attack("a body of 100 MB", "--max-body", "413 body-too-large", times: 4) { siege in
      try siege.repeated { _ in siege.create("", length: 100_000_000) }
    },
    Attack("a chunked body without end", "--max-body", "413 body-too-large", times: 8) { siege in
      let head =
        "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
      let chunk = "10000\r\n" + String(repeating: " ", count: 65_536) + "\r\n"
      return try siege.last(of: 1) { connection in
        connection.send(head)
        for _ in 0..<100 where !connection.send(chunk) { return }
      }
    },
    Attack("64 bodies of 0.9 MB of another type", "the head decides", "415 unsupported-media-type", times: 8) {
      siege in
      try siege.last(of: 64) { client in
        client.send(request("POST", "/v1/sessions", type: "text/plain", length: 900_000))
        client.send([UInt8](repeating: 0x20, count: 200_000), waiting: false)
      }
    },
    Attack("JSON that is nested 500,000 deep", "64 deep", "400 malformed-json", times: 8) { siege in
      try siege.last(of: 1) { $0.send(siege.create(String(repeating: "[", count: 500_000))) }
    },
    Attack("a tree of 10,000 controllers", "2,000 controllers", "422 controller-limit", times: 12) { siege in
      let screens = repeatElement(#"{"kind": "screen", "route": "r"}"#, count: 10_000).joined(separator: ",")
      return try siege.last(of: 1) {
        $0.send(siege.create(#"{"root": {"kind": "stack", "id": "s", "children": [\#(screens)]}}"#))
      }
    },
    // Growing sessions, and many sessions.
    Attack("one session that grows by 0.9 MB 40 times", "--max-session-bytes", "422 session-too-large", times: 96) {
      try $0.grow(40)
    },
    Attack("64 kept answers of 0.9 MB", "--max-session-bytes", "410 revision-gone", times: 64) { siege in
      let keyed = { (number: Int) in
        siege.change(ExampleSession.badge(number), query: "?include=session", fields: ["Idempotency-Key: \(number)"])
      }
      _ = try siege.grow(1)
      try siege.repeated(64, keyed)
      return try siege.repeated(1, keyed)
    },
    Attack("2,000 changes of 60 KB each", "--history-bytes", "200", times: 8) { siege in
      let changes = [ExampleSession.push(titleBytes: 60_000), ExampleSession.pushPop[1]].map { siege.change($0) }
      return try siege.repeated(2_000) { changes[$0 % 2] }
    },
    Attack("2,000 sessions", "--max-sessions 1000", "503 session-limit", times: 16) { siege in
      try siege.repeated(2_000) { _ in siege.create(ExampleSession.creation) }
    },
    // Many, slow or greedy connections.
    Attack("300 connections", "--max-connections 200", "503 connection-limit", times: 4) { try $0.crowd(300) },
    Attack("164 connections", "ulimit -n 64", "503 connection-limit", times: 4) { try $0.crowd(164) },
    Attack("1,000 heads that do not end", "10 s for a head", "408 request-timeout", times: 48) { siege in
      try siege.last(of: 1_000) { $0.send("GET / HTTP/1.1\r\nA: \(siege.letters(30_000))") }
    },
    Attack("200 event streams", "--max-subscribers 100", "503 subscriber-limit", times: 4) { try $0.subscribe() },
    // Responses read slowly or not at all.
    Attack("200 event streams that do not read six events of 0.9 MB", "one copy for all", "200", times: 32) { siege in
      let answer = try siege.subscribe()
      _ = try siege.grow(6)
      return answer
    },
    Attack("1,000 connections that do not read 6 MB each", "64 KiB unsent in the kernel", "200", times: 16) { siege in
      let requests = Array(repeatElement(request("GET", "/openapi.json"), count: 12).joined())
      return try siege.last(of: 1_000, receiveBuffer: 4_096) { $0.send(requests) }
    },
    Attack("an answer of 6 MB of which 32 B are taken every 5 s", "1 KiB a second", "reset", times: 64) { siege in
      _ = try siege.grow(7)
      let reader = try siege.clients(1, receiveBuffer: 4_096)[0]
      reader.send(request("GET", siege.server.sessions[0]))
      var few = [UInt8](repeating: 0, count: 32)
      for _ in 0..<8 {
        sleep(5)
        _ = reader.receive(&few, CInt(MSG_DONTWAIT))
      }
      // The server has dropped the connection by now.
      return reader.answer().summary
    },
  ]
}

/// A server under attack, and connections that stay open until its memory was read.
final class Siege {
  let server: NavigationServer
  /// Of the session's transitions.
  let path: String
  var clients: [Client] = []

  init(_ server: NavigationServer) { (self.server, path) = (server, server.sessions[0] + "/transitions") }

  func clients(_ count: Int, receiveBuffer: CInt = 0) throws -> [Client] {
    let more = try (0..<count).map { _ in try Client(server.process.port, receiveBuffer: receiveBuffer) }
    clients += more
    return more
  }

  /// The last response on so many connections, each with what it sends.
  func last(of count: Int, receiveBuffer: CInt = 0, _ send: (Client) -> Void) throws -> String {
    let more = try clients(count, receiveBuffer: receiveBuffer)
    for client in more { send(client) }
    return more[count - 1].answer().summary
  }

  func response(to text: String) throws -> String { try last(of: 1) { $0.send(text) } }

  /// The last response to sequential requests.
  @discardableResult func repeated(_ count: Int = 1, _ request: (Int) -> [UInt8]) throws -> String {
    let client = try clients(1)[0]
    return (0..<count).map { number in
      client.send(request(number))
      return client.answer().summary
    }.last ?? ""
  }

  func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

  func create(_ body: String, length: Int? = nil) -> [UInt8] {
    request("POST", "/v1/sessions", body: body, length: length)
  }

  func change(_ body: String, query: String = "", fields: [String] = []) -> [UInt8] {
    request("POST", path + query, fields: fields, body: body)
  }

  /// Pushes screens with titles of 0.9 MB.
  func grow(_ count: Int) throws -> String {
    try repeated(count) { _ in change(ExampleSession.push(titleBytes: 900_000)) }
  }

  /// The response on the last of so many connections, of which each stays open.
  func crowd(_ count: Int) throws -> String {
    try (0..<count).map { _ in try last(of: 1) { $0.send(request("GET", "/healthz")) } }.last ?? ""
  }

  /// Likewise, of event streams.
  func subscribe() throws -> String { try last(of: 200) { $0.send(request("GET", server.sessions[0] + "/events")) } }
}
