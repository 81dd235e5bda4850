/// A search of every state of an app: the CPU of one of its transitions × that of one in a batch.
enum Exploration {
  /// A messenger in two windows: some hundred states.
  static let design: String = {
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
