/// A search of every state of an app: the CPU of one of its transitions × that of one in a batch.
enum Exploration {
  /// A messenger in two windows: some hundred states.
  private static let design: String = {
    let tabs = ExampleSession.creation.dropLast()
    return """
      \(tabs), "routes": {"chats": {"offers": [\(offers("chat", 3))]}, "contacts": {"offers": [\(offers("contact", 2))]}, \
      "chat": {"opens": "detail", "offers": [{"route": "info"}]}, "contact": {"opens": "detail"}, "info": {"opens": "push"}}}
      """
  }()

  private static func offers(_ route: String, _ count: Int) -> String {
    (1...count).map { #"{"route": "\#(route)", "params": {"id": \#($0)}, "row": "\#($0)"}"# }.joined(separator: ", ")
  }

  static func measure(_ run: Run) throws -> [Measured] {
    try run.each { program in
      let server = try NavigationServer(program)
      let client = try server.client()
      let batch = repeatElement(ExampleSession.showDetailPop, count: 100).joined().joined(separator: ", ")
      let path = server.sessions[0] + "/transitions"
      var (search, single): ([Double], [Double]) = ([], [])
      for _ in 0..<run.rounds {
        let start = try server.process.cpuSeconds()
        let answer = try client.fetch("POST", "/v1/explore", body: design)
        let middle = try server.process.cpuSeconds()
        for _ in 0..<10 { try client.fetch("POST", path, body: "{\"transitions\": [\(batch)]}") }
        let end = try server.process.cpuSeconds()
        search.append((middle - start) / Double(try tried(answer)))
        single.append((end - middle) / 2_000)
      }
      return [search.median / single.median]
    }
  }

  /// The transitions that a search has tried.
  private static func tried(_ answer: Answer) throws -> Int {
    let text = String(decoding: answer.body, as: UTF8.self)
    guard let name = text.firstRange(of: #""tried":"#), let count = Int(text[name.upperBound...].prefix { $0.isNumber })
    else { throw BenchmarkFailure.ended(answer.summary) }
    return count
  }
}

/// What an app's routes cost, by the CPU of a transition in a batch: a link three screens deep, and how much more than a
/// name the URL of a screen on top is, one of 256 routes, most of whose paths differ in the last segment only. Then a way
/// that does not exist.
enum Links {
  private static let count = 256

  private static let routes: String = {
    let others = (9..<count).map { #""r\#($0)": {"path": "/chats/{chat}/\#($0)"}"# }
    return """
      {"chats": {"offers": [{"route": "chat", "params": {"chat": "1"}}]}, "chat": {"path": "/chats/{chat}", \
      "parent": "chats", "opens": "detail", "offers": [{"route": "info"}]}, "info": {"path": "/chats/{chat}/info", \
      "parent": "chat", "opens": "push", "offers": [{"route": "photo"}]}, "photo": {"path": "/chats/{chat}/info/photo", \
      "parent": "info", "opens": "push", "offers": [{"route": "last"}]}, "last": {"opens": "push"}, \
      "contacts": {"offers": [{"route": "contact"}]}, "contact": {"opens": "detail", "offers": [{"route": "info"}]}, \
      "lost": {"opens": "push"}, \(others.joined(separator: ", ")), "end": {"path": "/chats/{chat}/end", "opens": "push"}}
      """
  }()

  private static func open(_ path: String) -> String { #"{"type": "open", "url": "\#(path)"}"# }

  static func measure(_ run: Run) throws -> [Measured] {
    try run.each { program in
      let server = try NavigationServer(program)
      let client = try server.client()
      let app = "\(ExampleSession.creation.dropLast()), \"routes\": \(routes)}"
      let session = try client.createSession(app)
      /// CPU seconds of one of these transitions.
      func cpu(_ transitions: [String]) throws -> Double {
        let batch = repeatElement(transitions, count: 100).joined().joined(separator: ", ")
        let start = try server.process.cpuSeconds()
        for _ in 0..<10 { try client.fetch("POST", session + "/transitions", body: "{\"transitions\": [\(batch)]}") }
        return (try server.process.cpuSeconds() - start) / Double(1_000 * transitions.count)
      }
      let there = #"{"type": "push", "stack": "chats", "screen": {"route": "end", "params": {"chat": "1"}}}"#
      var (deep, match, way): ([Double], [Double], [Double]) = ([], [], [])
      for _ in 0..<run.rounds {
        let detail = try cpu(ExampleSession.showDetailPop)
        deep.append(try cpu([open("/chats/42/info/photo"), #"{"type": "popToRoot"}"#]) / detail)
        let push = try cpu(ExampleSession.pushPop)
        try client.fetch("POST", session + "/transitions", body: there)
        let named = try cpu([#"{"type": "open", "route": "end", "params": {"chat": "1"}}"#])
        match.append((try cpu([open("/chats/1/end")]) - named) / push)
        try client.fetch("POST", session + "/transitions", body: ExampleSession.pushPop[1])
        let start = try server.process.cpuSeconds()
        try client.fetch("POST", "/v1/explore", body: app)
        let middle = try server.process.cpuSeconds()
        try client.fetch("POST", session + "/way", body: #"{"route": "lost"}"#)
        way.append((try server.process.cpuSeconds() - middle) / (middle - start))
      }
      return [deep.median, match.median, way.median]
    }
  }
}
