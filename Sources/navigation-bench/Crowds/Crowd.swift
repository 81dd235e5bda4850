/// Clients that keep a server busy while another client is measured.
struct Crowd: Sendable {
  var name: String
  /// Options of the server besides the usual.
  var options: [String] = []
  /// The endless load, which fails when the server is gone. Calls `begin` once it has started.
  var run: @Sendable (NavigationServer, _ begin: () -> Void) throws -> Void

  static let all: [Crowd] = many + heavy

  /// Crowds of many clients, or of large bursts.
  private static let many: [Crowd] = [
    Crowd(name: "1,000 subscribers, events of 0.9 MB") { server, begin in
      try follow(server, 1_000, [ExampleSession.push(titleBytes: 900_000), ExampleSession.pushPop[1]], begin)
    },
    Crowd(name: "10,000 subscribers, small events", options: ["--max-subscribers", "10000"]) { server, begin in
      try follow(server, 10_000, [ExampleSession.showDetail()], begin)
    },
    Crowd(name: "64 connections with 1,000 requests under way each") { server, begin in
      try load(server, Workload.getSession.requests(server.sessions[0]), 64, depth: 1_000, begin)
    },
    Crowd(name: "64 connections with 16 answers of 0.2 MB under way each") { server, begin in
      try load(server, [RequestBytes("GET", "/openapi.yaml", accept: "*/*").bytes], 64, depth: 16, begin)
    },
    Crowd(name: "64 connections that send bodies of 0.9 MB in 16 KiB pieces and go") { server, begin in
      let head = RequestBytes("POST", "/v1/sessions", length: 1_000_000).bytes
      let piece = [UInt8](repeating: 0x20, count: 16 << 10)
      begin()
      while true {
        let clients = try server.clients(64)
        for client in clients { client.resetOnClose() }
        for bytes in [head] + Array(repeating: piece, count: 54) {
          for client in clients where !client.send(bytes) { throw LoadError.connectionLost(0) }
        }
      }
    },
    Crowd(name: "1,000 connects at once, then 1,000 resets") { server, begin in
      begin()
      while true { for client in try server.clients(1_000) { client.resetOnClose() } }
    },
    Crowd(name: "5,000 connections whose time is over at once", options: ["--idle-timeout", "1"]) { server, begin in
      begin()
      while true {
        for client in try server.clients(5_000) where client.answer().head == "reset" {
          throw LoadError.connectionLost(0)
        }
      }
    },
  ]

  /// Crowds of three clients that repeat a slow request on the largest session that one body creates, with a hundred
  /// records.
  private static let heavy: [Crowd] = [
    heavy("GET session", "GET", ""),
    heavy("GET picture, hidden screens too", "GET", "/picture?hidden=true"),
    heavy("GET picture as SVG, likewise", "GET", "/picture?format=svg&hidden=true"),
    heavy("GET 100 records", "GET", "/transitions"),
    heavy("GET 100 records with changes", "GET", "/transitions?include=changes"),
    heavy(
      "POST a change, with its patch", "POST", "/transitions?include=changes",
      [LargeSession.title("a"), LargeSession.title("b")]),
    heavy("POST a batch of 200", "POST", "/transitions", [LargeSession.batch(200)]),
    heavy("POST setStack by 1,900 others", "POST", "/transitions", [LargeSession.setStack]),
    heavy("POST a session of 0.7 MB", "POST", "/v1/sessions", [LargeSession.creation()]),
    heavy("POST a picture of 0.7 MB", "POST", "/v1/picture", [LargeSession.creation()]),
  ]

  private static func heavy(_ name: String, _ method: String, _ target: String, _ bodies: [String] = [""]) -> Crowd {
    Crowd(name: "3 connections with \(name)") { server, begin in
      let client = try server.client()
      let path = try client.createSession(LargeSession.creation())
      for number in 0..<100 { try client.ask("POST", path + "/transitions", body: LargeSession.title("\(number)")) }
      let requests = bodies.map { body in
        RequestBytes(method, target.hasPrefix("/v1") ? target : path + target, body: body, accept: "*/*").bytes
      }
      try load(server, requests, 3, depth: 1, begin)
    }
  }

  /// Subscribers of one session, with a change each time all have received the last one.
  private static func follow(_ server: NavigationServer, _ count: Int, _ bodies: [String], _ begin: () -> Void) throws {
    // Not the measured client's session.
    let subscribers = try Subscribers(count, of: server, path: server.client().createSession(ExampleSession.creation))
    begin()
    while true { for body in bodies { _ = try subscribers.deliver(body) } }
  }

  private static func load(
    _ server: NavigationServer, _ requests: [[UInt8]], _ connections: Int, depth: Int, _ begin: () -> Void
  ) throws {
    begin()
    try server.run([LoadScript(requests, depth: depth)], connections, depth: depth, requests: .max, name: "a crowd")
  }
}

/// The largest session that one body creates: a stack of screens with titles of 300 bytes.
enum LargeSession {
  /// Screens whose ids begin with `prefix`, or get ids from the session.
  private static func children(_ prefix: String?, _ count: Int = 1_900) -> String {
    let title = String(repeating: "t", count: 300)
    return (0..<count).map { number in
      let id = prefix.map { #""id": "\#($0)\#(number)", "# } ?? ""
      return #"{"kind": "screen", \#(id)"route": "item", "title": "\#(title)", "params": {"item": \#(number)}}"#
    }.joined(separator: ",")
  }

  static func creation(screens: Int = 1_900) -> String {
    #"{"root": {"kind": "stack", "id": "s", "children": [\#(children("a", screens))]}}"#
  }

  /// Replaces the screens of the stack.
  static let setStack = #"{"type": "setStack", "stack": "s", "children": [\#(children(nil))]}"#

  static func title(_ text: String) -> String { #"{"type": "updateScreen", "controller": "a0", "title": "\#(text)"}"# }

  static let pushPop = [
    #"{"type": "push", "stack": "s", "screen": {"route": "item"}}"#, #"{"type": "pop", "stack": "s"}"#,
  ]

  /// A batch of `count` pushes and pops.
  static func batch(_ count: Int) -> String {
    #"{"transitions": ["# + repeatElement(pushPop, count: count / 2).joined().joined(separator: ", ") + "]}"
  }
}
