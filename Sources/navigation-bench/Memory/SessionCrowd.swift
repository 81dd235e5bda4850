import Glibc
import HTTPMessages
import SessionStorage

/// Many sessions of a service in process, each with a detail open, and requests to them at random.
struct SessionCrowd {
  /// CPU microseconds of a request, those of other threads included.
  struct Cost {
    var getting: Double
    var posting: Double

    func ratios(to other: Cost) -> (get: Double, post: Double) { (getting / other.getting, posting / other.posting) }
  }

  private let service: InProcessService
  private let count: Int
  /// The paths of all, one behind the other, each of the same length: no memory of the sessions.
  private let paths: [UInt8]
  private let pathBytes: Int
  /// Memory that came with each session.
  let bytesOfEach: Double

  init(_ count: Int, _ limits: StoreLimits) throws {
    var limits = limits
    limits.sessions += 1
    self.count = count
    service = InProcessService(limits: limits)
    // What is needed once: tables, the first chunk of everything.
    pathBytes = try Self.open(service).utf8.count
    var paths = [UInt8](repeating: 0, count: count * pathBytes)
    service.settle()
    let before = try ProcessUsage.of(getpid()).residentBytes
    for index in 0..<count {
      let path = try Self.open(service)
      paths.replaceSubrange(index * pathBytes..<(index + 1) * pathBytes, with: path.utf8)
      // Or those in use would be many more than they may: no client makes sessions as quickly as this.
      if index.isMultiple(of: 1_000) { service.settle() }
    }
    service.settle()
    bytesOfEach = Double(try ProcessUsage.of(getpid()).residentBytes - before) / Double(count)
    self.paths = paths
  }

  /// Creates a session as a client would, and opens a chat in it; its path.
  private static func open(_ service: InProcessService) throws -> String {
    let create = try InProcessService.request("/v1/sessions", body: ExampleSession.creation)
    guard let path = try service.ask(create).value(of: "Location") else {
      throw BenchmarkFailure.unexpectedAnswer(path: create.target, status: 201)
    }
    _ = try service.ask(InProcessService.request(path + "/transitions", body: ExampleSession.showDetail()))
    return path
  }

  /// Reads sessions at random, and then changes some.
  func cost(_ requests: Int) throws -> Cost {
    var random = SystemRandomNumberGenerator()
    let getting = try (0..<requests).map { _ in try InProcessService.request(path(&random)) }
    let posting = try (0..<requests).map { number in
      try InProcessService.request(path(&random) + "/transitions", body: ExampleSession.showDetail("next-\(number)"))
    }
    return Cost(getting: try cost(getting), posting: try cost(posting))
  }

  private func path(_ random: inout SystemRandomNumberGenerator) -> String {
    let start = Int.random(in: 0..<count, using: &random) * pathBytes
    return String(decoding: paths[start..<start + pathBytes], as: UTF8.self)
  }

  private func cost(_ requests: [HTTPRequest]) throws -> Double {
    let start = try ProcessUsage.of(getpid()).cpuSeconds
    for request in requests { _ = try service.ask(request) }
    service.settle()
    return (try ProcessUsage.of(getpid()).cpuSeconds - start) / Double(requests.count) * 1e6
  }
}
