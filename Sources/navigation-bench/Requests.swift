import CReferenceServer
import FoundationEssentials

/// A server under a load of requests.
struct Contender {
  let name: String
  let process: ChildProcess
  /// Of each connection.
  let requests: [[[UInt8]]]

  static let connections = 64
  /// Four for each connection.
  static let sessions = 256

  /// A turn at its maximum or at a constant rate.
  func turn(_ run: Run, connections: Int = connections, perSecond: Double = .infinity) throws -> Turn {
    let load = try Load([process.port], Array(requests.prefix(connections)))
    return (name, { try load.sample(run, perSecond: perSecond, cpu: process.cpuSeconds) })
  }
}

extension Contender {
  /// One of our servers.
  init(_ name: String, _ server: NavigationServer, workload: Workload) {
    self.init(name: name, process: server.process, requests: workload.requests(server.sessions))
  }
}

extension Load {
  /// The result of a round, with the CPU seconds that `cpu` counts.
  func sample(_ run: Run, perSecond: Double = .infinity, cpu: () throws -> Double) throws -> Sample {
    let (start, before) = (MonotonicClock.now(), try cpu())
    let times = try self.run(seconds: run.seconds, perSecond: perSecond)
    let (seconds, requests) = (Double(MonotonicClock.now() - start) / 1e9, Double(times.count))
    return Sample(
      rate: requests / seconds, cpu: (try cpu() - before) * 1e6 / requests, p50: times.microseconds(0.5),
      p99: times.microseconds(0.99))
  }
}

/// Requests to sessions in memory, in turn with a server in C, which answers every request with the same bytes, and
/// with one for Node and one for Go, which do the whole job.
enum Requests {
  /// The instructions of a request; its CPU × C, × Node and × Go.
  static func cost(_ run: Run, _ workload: Workload, counted: CountedRequests) throws -> [Measured] {
    var all = try contenders(run, workload)
    for (name, process) in [("Node", node()), ("Go", try go(run))] {
      if let process { all.append(Contender(name: name, process: process, requests: all[0].requests)) }
    }
    let found = try run.byTurns("\(workload)", all.map { try $0.turn(run) })
    let others = ["Node", "Go"].map { (found.ratio(\.cpu, to: $0), nil) as Measured }
    return [try counted.thousands(run), found.measured(\.cpu, to: "C")] + others
  }

  /// Nil where it is not installed.
  private static func node() -> ChildProcess? {
    try? ChildProcess("/bin/sh", ["-c", "exec node -e \"$1\"", "sh", String(cString: benchmark_node_script())])
  }

  /// Built once in the folder of the run; nil where Go is not installed.
  private static func go(_ run: Run) throws -> ChildProcess? {
    guard ChildProcess.isInstalled("go") else { return nil }
    let program = run.folder + "/go-server"
    try String(cString: benchmark_go_source()).write(toFile: program + ".go", atomically: false, encoding: .utf8)
    let built = ChildProcess.firstLine(
      ofScript: "GOCACHE='\(program).cache' go build -o '\(program)' '\(program).go' >&2 && echo built")
    guard built != nil else { throw BenchmarkFailure.unreadable(program) }
    return try ChildProcess(program, [])
  }

  /// The median for one client × C, and the p99 at half of each server's maximum rate × C.
  static func latency(_ run: Run) throws -> [Measured] {
    let all = try contenders(run, .pushPop)
    let one = try run.byTurns("POST push/pop, one client", all.map { try $0.turn(run, connections: 1) })
    let turns = try all.map { try $0.turn(run, perSecond: try $0.turn(run).sample().rate / 2) }
    let half = try run.byTurns("POST push/pop, half load", turns)
    return [one.measured(\.p50, to: "C"), half.measured(\.p99, to: "C")]
  }

  /// A picture's CPU × that of a session as JSON.
  static func picture(_ run: Run) throws -> [Measured] {
    let turns = try run.programs.flatMap { name, path in
      let server = try NavigationServer(path, sessions: Contender.sessions)
      let both = [
        Contender(name, server, workload: .picture), Contender(name + ", session", server, workload: .getSession),
      ]
      return try both.map { try $0.turn(run) }
    }
    return [try run.byTurns("Picture as SVG", turns).measured(\.cpu, to: "ours, session")]
  }

  /// Ours, the old one and C, whose response is as long as ours.
  private static func contenders(_ run: Run, _ workload: Workload) throws -> [Contender] {
    let servers = try run.programs.map { ($0.name, try NavigationServer($0.path, sessions: Contender.sessions)) }
    let client = try servers[0].1.client()
    let answers = try workload.requests(servers[0].1.sessions[0]).map { request in
      client.send(request)
      return try client.successful()
    }
    let ours = servers.map { Contender($0, $1, workload: workload) }
    let reference = try ChildProcess("/proc/self/exe", ["reference-server", fixedAnswer(answers)])
    return ours + [Contender(name: "C", process: reference, requests: ours[0].requests)]
  }

  /// A response with the head of the last answer, and a body as long as the mean of all.
  static func fixedAnswer(_ answers: [Answer]) -> String {
    let bytes = answers.reduce(0) { $0 + $1.body.count } / answers.count
    let head = (answers.last?.head ?? "").split(separator: "\r\n").filter { !$0.hasPrefix("Content-Length: ") }
    return head.joined(separator: "\r\n") + "\r\nContent-Length: \(bytes)\r\n\r\n"
      + String(repeating: "x", count: bytes)
  }
}

/// The cost of a step, a push or a pop on a stack, in sessions whose size doubles, × that at half the size.
enum Scaling {
  static func measure(_ run: Run) throws -> [Measured] {
    let sizes = [475, 950, 1_900]
    let turns = try run.programs.flatMap { name, path in
      let server = try NavigationServer(path, sessions: 0)
      return try sizes.map { count in
        let session = try server.client().createSession(ExampleSession.large(screens: count))
        let requests = [Workload.pushPop.requests(session)]
        let one = Contender(name: "\(name), \(count)", process: server.process, requests: requests)
        return try one.turn(run, connections: 1)
      }
    }
    let found = try run.byTurns("POST push/pop, screens", turns)
    let steps = zip(sizes, sizes.dropFirst()).compactMap { found.ratio(\.cpu, "ours, \($1)", to: "ours, \($0)") }
    return [(steps.max(), found.ratio(\.cpu, "ours, 1900", to: "old, 1900"))]
  }
}
