import CReferenceServer
import Glibc

/// Requests whose instructions in user mode have a budget, counted by valgrind's callgrind. They are the same on every
/// machine of one architecture, but for the wakes of Dispatch's threads, up to 3 k: so the client shares the server's core,
/// where it runs as soon as it has its answer, and the least of three runs counts. It sends each request as one segment,
/// on one connection.
enum CountedRequests: CaseIterable {
  case get, push, detail, tabs

  /// Thousands a request, of a server as it is shipped.
  private static let budgets: [Self: Double] = [.get: 20.5, .push: 61, .detail: 74, .tabs: 92]

  var limit: String { "≤ \((Self.budgets[self] ?? 0).text(digits: 1)) k instructions" }

  /// Thousands a request; nil where valgrind is not installed.
  func thousands(_ run: Run) throws -> Measured {
    guard ChildProcess.isInstalled("valgrind") else {
      writeLine("navigation-bench: no instructions are counted, as valgrind is not installed", to: 2)
      return (nil, nil)
    }
    benchmark_pin_thread(Cores.server.rawValue)
    defer { benchmark_pin_thread(Cores.load.rawValue) }
    let found = try run.each { program in
      [try (0..<(run.isQuick ? 1 : 3)).map { _ in try count(program, run) }.min() ?? 0]
    }
    return found[0]
  }

  private func count(_ program: String, _ run: Run) throws -> Double {
    let file = run.folder + "/callgrind"
    let script = """
      exec valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$0" --log-file="$0.log" "$@"
      """
    let server = try NavigationServer("/bin/sh", ["-c", script, file, program], sessions: 0)
    let requests = try requests(to: server)
    let client = try server.client()
    let send = { (count: Int) in
      for number in 0..<count {
        client.send(requests[number % requests.count])
        try client.successful()
      }
    }
    // The first ones fill the session's history, beside which the oldest record is then dropped.
    let (first, counted) = run.isQuick ? (16, 16) : (608, 400)
    Self.runFirst(true)
    defer { Self.runFirst(false) }
    try send(first)
    try Self.count("on", in: server)
    try send(counted)
    try Self.count("off", in: server)
    server.process.end()
    let total = ChildProcess.text(file)?.split(separator: "\n").first { $0.hasPrefix("totals: ") }
    guard let instructions = total.flatMap({ Double($0.dropFirst(8)) }) else { throw BenchmarkFailure.unreadable(file) }
    return instructions / Double(counted) / 1_000
  }

  /// Whether this thread preempts the server. Where that is not permitted, the scheduler decides.
  private static func runFirst(_ isFirst: Bool) {
    var parameters = sched_param(sched_priority: isFirst ? 1 : 0)
    sched_setscheduler(0, isFirst ? SCHED_FIFO : SCHED_OTHER, &parameters)
  }

  /// Begins or ends the counting.
  private static func count(_ state: String, in server: NavigationServer) throws {
    let script = "callgrind_control -i \(state) \(server.process.pid) >/dev/null 2>&1 && echo done"
    guard ChildProcess.firstLine(ofScript: script) != nil else {
      throw BenchmarkFailure.unreadable("callgrind_control")
    }
  }

  /// A new session, and the requests to it in order.
  private func requests(to server: NavigationServer) throws -> [[UInt8]] {
    let client = try server.client()
    let answer = { (method: String, path: String, body: String) in
      client.send(Self.request(method, path, body: body, port: server.process.port))
      return try client.successful()
    }
    let session = try answer("POST", "/v1/sessions", creation).field("Location") ?? ""
    let transitions = session + "/transitions"
    if self == .get { _ = try answer("POST", transitions, Self.showDetail("chat-z")) }
    return bodies.map { Self.request("POST", transitions, body: $0, port: server.process.port) }
      + (self == .get ? [Self.request("GET", session + "/snapshot", port: server.process.port)] : [])
  }

  /// With the fewest header fields.
  private static func request(_ method: String, _ path: String, body: String = "", port: UInt16) -> [UInt8] {
    let content = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return Array(
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(body.isEmpty ? "" : content)\r\n\(body)".utf8)
  }

  /// The body that creates the session.
  private var creation: String {
    self == .push
      ? """
      {"environment":{"device":"iPhone 16"},"layout":{"name":"stack","screen":{"id":"home","route":"home","title":"Home"}}}
      """
      : """
      {"environment":{"device":"iPad Pro 11-inch (M4)","orientation":"landscape"},"layout":{"name":"tabsInPrimary",\
      "tabs":[{"id":"chats","title":"Chats","screen":{"id":"chat-list","route":"chats"}},\
      {"id":"contacts","title":"Contacts","screen":{"id":"contact-list","route":"contacts"}}],\
      "placeholder":{"route":"nothing-selected","title":"No chat selected"}}}
      """
  }

  /// The transitions, whose last one leads back to the first state.
  private var bodies: [String] {
    switch self {
    case .get: []
    case .push:
      [
        #"{"type":"push","screen":{"route":"product","title":"Border spade","params":{"sku":"A-1009","colour":"green"}}}"#,
        #"{"type":"pop"}"#,
      ]
    case .detail: [Self.showDetail("chat-1"), #"{"type":"pop"}"#]
    case .tabs:
      (0..<4).flatMap { round in
        [
          #"{"type":"tapTab","tab":"contacts"}"#, Self.showDetail("con-\(round)", from: "contact-list"),
          #"{"type":"tapTab","tab":"chats"}"#, Self.showDetail("chat-\(round)"),
        ]
      }
    }
  }

  private static func showDetail(_ id: String, from list: String = "chat-list") -> String {
    """
    {"type":"showDetail","screen":{"id":"\(id)","route":"chat","title":"Ada","params":{"chat":42}},"from":"\(list)"}
    """
  }
}
