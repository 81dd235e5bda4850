import FoundationEssentials

/// The release server from this executable's folder, with one shard on one core, and example sessions.
struct NavigationServer {
  let process: ChildProcess
  /// The paths of the sessions.
  private(set) var sessions: [String] = []

  /// Starts the server in its default configuration except for `options`, with a quiet log. `descriptors` is its
  /// descriptor limit; nil: this process's.
  init(_ options: [String] = [], sessions count: Int = 1, descriptors: Int? = nil) throws {
    guard let path = Self.executable else { throw BenchmarkFailure.noServerBesideThis }
    let options = ["--host", "127.0.0.1", "--port", "0", "--shards", "1", "--log-level", "error"] + options
    if let descriptors {
      let script = "ulimit -n \(descriptors) && exec \"$@\""
      process = try ChildProcess(path: "/bin/sh", arguments: ["-c", script, "sh", path] + options)
    } else {
      process = try ChildProcess(path: path, arguments: options)
    }
    try createSessions(count)
  }

  /// Creates sessions on at most sixteen connections, with sixteen requests in flight on each.
  mutating func createSessions(_ count: Int) throws {
    let depth = 16
    let clients = try clients(min((count + depth - 1) / depth, depth))
    let creation = RequestBytes("POST", "/v1/sessions", body: ExampleSession.creation).bytes
    var left = count
    while left > 0 {
      let batches = clients.map { client in
        let batch = min(left, depth)
        left -= batch
        client.send(Array(repeatElement(creation, count: batch).joined()))
        return batch
      }
      for (client, batch) in zip(clients, batches) {
        for _ in 0..<batch { sessions.append(try client.successful("/v1/sessions").field("Location") ?? "") }
      }
    }
  }

  /// Nil where it has not been built.
  private static var executable: String? {
    let files = FileManager.default
    guard let own = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
    let path = URL(filePath: own).deletingLastPathComponent().path + "/navigation-server"
    return files.isExecutableFile(atPath: path) ? path : nil
  }

  func client() throws -> Client { try Client(process) }

  func clients(_ count: Int) throws -> [Client] { try (0..<count).map { _ in try client() } }

  /// The path of the first session's transitions.
  var transitions: String { sessions[0] + "/transitions" }

  /// Runs a load. Throws unless all responses are 2xx.
  @discardableResult func run(
    _ scripts: [LoadScript], _ connections: Int, depth: Int = 1, pace: LoadPlan.Pace = .asAnswered, requests: Int,
    name: String
  ) throws -> LoadReport {
    let plan = LoadPlan(
      server: process.address, scripts: scripts, connections: connections, depth: depth, pace: pace, requests: requests)
    let report = try LoadGenerator.run(plan)
    guard report.notSuccessful == 0 else {
      throw BenchmarkFailure.answersNot2xx(case: name, count: report.notSuccessful)
    }
    return report
  }
}

extension Client {
  /// Creates a session, and returns its path.
  func createSession(_ body: String) throws -> String {
    try ask("POST", "/v1/sessions", body: body).field("Location") ?? ""
  }
}
