import CReferenceServer
import Glibc

/// The load generator wrk, which takes time rather than a number of requests: a second opinion on the closed loop.
struct WrkLoad {
  let path: String
  let connections: Int
  let seconds: Int

  /// Sends the first requests of all scripts, then the second ones and so on, whichever connection is free.
  func run(_ server: ChildProcess, _ scripts: [[[UInt8]]], name: String) throws -> LoadRun {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let longest = scripts.map(\.count).max() ?? 0
    let requests = (0..<longest).flatMap { turn in scripts.compactMap { turn < $0.count ? $0[turn] : nil } }
    let file = try folder.write("load.lua", Self.script(requests))
    let output = try ChildProcess.output(
      path: path, arguments: ["-t1", "-c\(connections)", "-d\(seconds)s", "-s", file, "http://\(server.authority)/"])
    let line = output.split(separator: "\n").last { $0.hasPrefix("numbers ") } ?? ""
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 6, numbers[0] >= 1, numbers[1] > 0 else { throw BenchmarkFailure.noNumbers(output) }
    guard numbers[5] == 0 else { throw BenchmarkFailure.answersNot2xx(case: name, count: Int(numbers[5])) }
    return LoadRun(requests: Int(numbers[0]), seconds: numbers[1] / 1e6, p50: numbers[2], p99: numbers[3], p999: numbers[4])
  }

  static func script(_ requests: [[UInt8]]) -> String {
    let texts = requests.map { request in
      "\""
        + String(decoding: request, as: UTF8.self).map { character in
          switch character {
          case "\r\n": "\\r\\n"
          case "\"", "\\": "\\\(character)"
          default: "\(character)"
          }
        }.joined() + "\""
    }
    return """
      local requests = {\(texts.joined(separator: ",\n"))}
      local at = 0
      request = function()
        at = at % #requests + 1
        return requests[at]
      end
      done = function(summary, latency)
        local errors = summary.errors
        print(string.format("numbers %d %d %d %d %d %d", summary.requests, summary.duration, latency:percentile(50),
          latency:percentile(99), latency:percentile(99.9), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
      end
      """
  }
}
