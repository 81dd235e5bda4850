import Glibc

/// The release server beside this executable, with sessions of the example's kind.
struct NavigationServerProcess {
  let process: ChildProcess
  /// Paths of sessions.
  private(set) var sessions: [String] = []

  /// Its default configuration but for `options`, with one shard on one core, and quiet when it starts and stops.
  init(core: Int, options: [String] = []) throws {
    guard let path = Self.executable else { throw BenchmarkFailure.noServerBesideThis }
    process = try ChildProcess(
      path: path, arguments: ["--host", "127.0.0.1", "--port", "0", "--shards", "1", "--log-level", "error"] + options, core: core)
  }

  /// Nil where it has not been built.
  static var executable: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { name in name.baseAddress.map { readlink("/proc/self/exe", $0, name.count) } ?? 0 }
    }
    let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let path = String(own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex)) + "navigation-server"
    return access(path, X_OK) == 0 ? path : nil
  }

  /// Makes sessions, each with one chat open.
  mutating func makeSessions(_ count: Int) throws {
    for _ in 0..<count {
      let created = try SingleExchange(process, "POST", "/v1/sessions", body: ExampleSession.creation)
      guard created.status == 201, let path = created.field("Location") else {
        throw BenchmarkFailure.unexpectedAnswer(path: "/v1/sessions", status: created.status)
      }
      _ = try ask("POST", path + "/transitions", body: ExampleSession.showDetail())
      sessions.append(path)
    }
  }

  private func ask(_ method: String, _ path: String, body: String? = nil) throws -> SingleExchange {
    let exchange = try SingleExchange(process, method, path, body: body)
    guard exchange.status == 200 else { throw BenchmarkFailure.unexpectedAnswer(path: path, status: exchange.status) }
    return exchange
  }

  /// What a request of the workload is answered with, as long as it is on the average.
  func usualAnswer(_ workload: Workload) throws -> FixedAnswer {
    switch workload {
    case .snapshot:
      let read = try ask("GET", sessions[0] + "/snapshot")
      return FixedAnswer(head: read.head, bodyBytes: read.body.count)
    case .transition:
      let shown = try ask("POST", sessions[0] + "/transitions", body: ExampleSession.showDetail("chat-10000-0999-0"))
      let popped = try ask("POST", sessions[0] + "/transitions", body: ExampleSession.pop)
      return FixedAnswer(head: shown.head, bodyBytes: (shown.body.count + popped.body.count) / 2)
    }
  }

  /// The revisions of all sessions added up.
  func revisions() throws -> Int {
    try sessions.reduce(0) { sum, path in
      let tag = try ask("GET", path + "/snapshot").field("ETag") ?? ""
      return sum + (Int(tag.filter { $0 != "\"" }) ?? 0)
    }
  }
}
