/// What takes a server long, of a session of 1,900 screens.
struct HeavyRequest {
  var name: String
  /// Below the session's path, or whole where it begins with `/v1`.
  var target: String
  /// Asked in turn; empty for a GET.
  var bodies: [String] = []

  static let all = [
    HeavyRequest(name: "GET session", target: ""),
    HeavyRequest(name: "GET picture, hidden screens too", target: "/picture?hidden=true"),
    HeavyRequest(name: "GET picture as SVG, likewise", target: "/picture?format=svg&hidden=true"),
    HeavyRequest(name: "GET 100 records", target: "/transitions"),
    HeavyRequest(name: "GET 100 records with changes", target: "/transitions?include=changes"),
    HeavyRequest(
      name: "POST a change, with its patch", target: "/transitions?include=changes",
      bodies: ["a", "b"].map { #"{"type": "updateScreen", "controller": "a7", "title": "\#($0)"}"# }),
    HeavyRequest(name: "POST a batch of 200", target: "/transitions", bodies: [HeavySession.batch(200)]),
    HeavyRequest(name: "POST setStack by 1,900 others", target: "/transitions", bodies: [HeavySession.setStack]),
    HeavyRequest(name: "POST a session of 0.7 MB", target: "/v1/sessions", bodies: [HeavySession.creation]),
    HeavyRequest(name: "POST a picture of 0.7 MB", target: "/v1/picture", bodies: [HeavySession.creation]),
  ]

  /// As they go over the wire.
  func bytes(session: String, host: String) -> [[UInt8]] {
    let path = target.hasPrefix("/v1") ? target : session + target
    if bodies.isEmpty { return [RequestBytes("GET", path, host: host, accept: "*/*").bytes] }
    return bodies.map { RequestBytes("POST", path, host: host, body: $0, accept: "*/*").bytes }
  }
}

extension Crowd {
  /// Three clients each that ask for it all the time.
  static let heavy: [Crowd] = HeavyRequest.all.map { request in
    Crowd(name: "3 connections with \(request.name)") { server, begin in
      let path = try HeavySession.open(on: server.process)
      let script = request.bytes(session: path, host: server.process.authority)
      let plan = LoadPlan(
        host: server.process.host, port: server.process.port, scripts: [script], connections: 3, requests: 1_000_000_000)
      begin()
      _ = try LoadGenerator.run(plan)
    }
  }
}
