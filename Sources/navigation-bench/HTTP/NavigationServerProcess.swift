import Glibc

/// What a measurement over HTTP can run into beside its own load.
enum BenchmarkFailure: Error {
  case noServerBesideThis(String)
  case couldNotPin(CInt)
  case unexpectedAnswer(path: String, status: Int)
  case answersNot2xx(row: String, count: Int)
  /// Requests that should have made a revision each.
  case lostRevisions(row: String, expected: Int, found: Int)
  case unreadableUsage
}

/// The release server beside this executable, with sessions of the example's kind.
struct NavigationServerProcess: ~Copyable {
  let process: ChildProcess
  /// Paths of sessions.
  private(set) var sessions: [String] = []

  /// Its default configuration, but with one shard on one core.
  init(core: Int) throws {
    let path = try Self.executable()
    process = try ChildProcess(path: path, arguments: ["--host", "127.0.0.1", "--port", "0", "--shards", "1"], core: core)
  }

  private static func executable() throws -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { name in name.baseAddress.map { readlink("/proc/self/exe", $0, name.count) } ?? 0 }
    }
    let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let path = String(own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex)) + "navigation-server"
    guard access(path, X_OK) == 0 else { throw BenchmarkFailure.noServerBesideThis(path) }
    return path
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

  /// Bytes of the body that a request of the workload is answered with, on the average.
  func usualAnswerBytes(_ workload: Workload) throws -> Int {
    switch workload {
    case .snapshot: return try ask("GET", sessions[0] + "/snapshot").body.count
    case .transition:
      let shown = try ask("POST", sessions[0] + "/transitions", body: ExampleSession.showDetail("chat-10000-0999-0"))
      let popped = try ask("POST", sessions[0] + "/transitions", body: ExampleSession.pop)
      return (shown.body.count + popped.body.count) / 2
    case .sharedTransition:
      _ = try ask("POST", sessions[0] + "/transitions", body: ExampleSession.showDetail("chat-10000-0999-1"))
      return try ask("POST", sessions[0] + "/transitions", body: ExampleSession.showDetail("chat-10000-0999-2")).body.count
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
