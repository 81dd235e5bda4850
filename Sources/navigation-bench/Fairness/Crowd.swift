/// Clients that keep a server busy, while another one is measured.
struct Crowd: Sendable {
  var name: String
  /// What the server is started with beside the usual.
  var options: [String] = []
  /// What they do, without an end: it fails when the server is gone. `begin` is called when it is under way.
  var run: @Sendable (AttackedServer, _ begin: () -> Void) throws -> Void
}

extension Crowd {
  static let all: [Crowd] = many + heavy

  /// Many of them, or much at once.
  private static let many: [Crowd] = [
    Crowd(name: "1,000 subscribers, events of 0.9 MB") { server, begin in
      try follow(server, 1_000, begin) { number in number.isMultiple(of: 2) ? AttackedServer.push(900_000) : ExampleSession.pop }
    },
    Crowd(name: "10,000 subscribers, small events", options: ["--max-subscribers", "10000"]) { server, begin in
      try follow(server, 10_000, begin) { ExampleSession.showDetail("chat-\($0 % 1_000)") }
    },
    Crowd(name: "64 connections with 1,000 requests under way each") { server, begin in
      try load(server, server.request("GET", server.session), depth: 1_000, begin)
    },
    Crowd(name: "64 connections with 16 answers of 0.2 MB under way each") { server, begin in
      try load(server, server.request("GET", "/openapi.yaml"), depth: 16, begin)
    },
    Crowd(name: "64 connections that send bodies of 0.9 MB in 16 KiB pieces and go") { server, begin in
      let head = server.request("POST", "/v1/sessions", length: 1_000_000)
      let piece = [UInt8](repeating: 0x20, count: 16 << 10)
      begin()
      while true {
        let clients = try server.connections(64)
        for client in clients {
          client.resetOnClose()
          guard client.send(head) else { throw LoadError.connectionLost(0) }
        }
        for _ in 0..<54 { for client in clients where !client.send(piece) { throw LoadError.connectionLost(0) } }
      }
    },
    Crowd(name: "1,000 connects at once, then 1,000 resets") { server, begin in
      begin()
      while true { for client in try server.connections(1_000) { client.resetOnClose() } }
    },
    Crowd(name: "5,000 connections whose time is over at once", options: ["--idle-timeout", "1"]) { server, begin in
      begin()
      while true { for client in try server.connections(5_000) where client.answer() == "reset" { throw LoadError.connectionLost(0) } }
    },
  ]

  /// Subscribers of one session, and a change whenever all have been told of the last one.
  private static func follow(_ server: AttackedServer, _ count: Int, _ begin: () -> Void, _ body: (Int) -> String) throws {
    let created = try SingleExchange(server.process, "POST", "/v1/sessions", body: ExampleSession.creation)
    guard let path = created.field("Location") else {
      throw BenchmarkFailure.unexpectedAnswer(path: "/v1/sessions", status: created.status)
    }
    var subscribers = try EventSubscribers()
    try subscribers.subscribe(count, server.process, path: path + "/events")
    _ = try subscribers.wait(for: .following(0), since: 0)
    begin()
    let poster = try KeptConnection(server.process)
    for number in 0... {
      try poster.send("POST", path + "/transitions", body: body(number))
      _ = try subscribers.wait(for: .following(number + 1), since: 0)
      try poster.answered()
    }
  }

  private static func load(_ server: AttackedServer, _ request: [UInt8], depth: Int, _ begin: () -> Void) throws {
    var plan = LoadPlan(
      host: server.process.host, port: server.process.port, scripts: [[request]], connections: 64, requests: 1_000_000_000)
    plan.depth = depth
    begin()
    _ = try LoadGenerator.run(plan)
  }
}
