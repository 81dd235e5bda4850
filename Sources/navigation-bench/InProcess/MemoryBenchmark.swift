import FoundationEssentials
import Glibc
import HTTPMessages
import SessionStorage

/// The subcommand `memory`: the memory of a session at rest, and the cost of using one of many.
struct MemoryBenchmark: Benchmark {
  var sessions: Int
  var requests: Int

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    sessions = try options.number("sessions", 100...100_000_000, 1_000_000, quick: 2_000)
    requests = try options.number("requests", 100...10_000_000, 200_000, quick: 500)
  }

  /// The small number of resident sessions: one of a hundred, 10,000 of a million.
  private var few: Int { sessions / 100 }
  /// Few enough for the processor's cache.
  private static let cached = 64

  func measure() throws -> [Target] {
    // First, since reused free memory would not be counted.
    let (bytes, resting) = try atRest()
    let inUse = try cost(of: Self.cached)
    var table = TextTable(columns: ["two tabs in the primary column, a detail open", "GET", "POST"])
    var targets = [Target.atMost(2_500, " B", "\(sessions.grouped) sessions at rest, memory of each", bytes)]
    for count in Set([1, Self.cached, 1_000, 10_000, sessions / 10, sessions]).filter({ $0 <= sessions }).sorted() {
      let cost = count == Self.cached ? inUse : try cost(of: count)
      table.append(row("\(count.grouped) at random, usual limits", cost, inUse))
      guard count >= sessions / 10, count > Self.cached else { continue }
      let name = "\(count.grouped) sessions at random"
      targets.append(.atMost(2.5, " × in use", "GET snapshot, \(name)", cost.getting / inUse.getting, digits: 1))
      targets.append(.atMost(2.5, " × in use", "POST transition, \(name)", cost.posting / inUse.posting, digits: 1))
    }
    table.append(row("\(sessions.grouped) at random, \(few.grouped) in use", resting, inUse))
    writeLine("\n" + table.text, to: 1)
    return try targets + HistoryMemory(sessions: min(sessions / 20, 1_000)).measure()
  }

  private func row(_ name: String, _ cost: SessionCrowd.Cost, _ inUse: SessionCrowd.Cost) -> [String] {
    let cell = { (value: Double, other: Double) in "\(value.text(digits: 1)) µs, × \((value / other).text(digits: 1))" }
    return [name, cell(cost.getting, inUse.getting), cell(cost.posting, inUse.posting)]
  }

  /// Nearly all at rest: the memory of each session, and the cost of access.
  private func atRest() throws -> (bytes: Double, cost: SessionCrowd.Cost) {
    let crowd = try SessionCrowd(sessions, StoreLimits(sessions: sessions, residentSessions: few))
    return (crowd.bytesOfEach, try crowd.cost(requests))
  }

  /// The cost of access to `count` sessions in a server without options, whose limit is the memory.
  private func cost(of count: Int) throws -> SessionCrowd.Cost {
    let memory = Int(ProcessInfo.processInfo.physicalMemory)
    return try SessionCrowd(count, StoreLimits(sessions: count, memoryBytes: memory / 5 * 3)).cost(requests)
  }
}

/// Many sessions of an in-process service, each with a detail open, and requests to them at random.
private struct SessionCrowd {
  /// CPU microseconds of a request, other threads included.
  typealias Cost = (getting: Double, posting: Double)

  private let service: InProcessService
  private let count: Int
  /// The paths of all sessions, concatenated, of equal length: little memory of its own.
  private let paths: [UInt8]
  private let pathBytes: Int
  /// Bytes of memory per session.
  let bytesOfEach: Double

  init(_ count: Int, _ limits: StoreLimits) throws {
    var limits = limits
    limits.sessions += 1
    self.count = count
    service = InProcessService(limits: limits)
    // One-time memory: tables, the first chunk of everything.
    pathBytes = try service.open().utf8.count
    var paths = [UInt8](repeating: 0, count: count * pathBytes)
    service.settle()
    let before = try ProcessUsage.of(getpid()).residentBytes
    for index in 0..<count {
      paths.replaceSubrange(index * pathBytes..<(index + 1) * pathBytes, with: try service.open().utf8)
      // Otherwise far more than the limit would be resident: no client creates sessions this fast.
      if index.isMultiple(of: 1_000) { service.settle() }
    }
    service.settle()
    bytesOfEach = Double(try ProcessUsage.of(getpid()).residentBytes - before) / Double(count)
    self.paths = paths
  }

  /// Measures reads of sessions at random, and then changes.
  func cost(_ requests: Int) throws -> Cost {
    let getting = try (0..<requests).map { _ in try InProcessService.request(path()) }
    let posting = try (0..<requests).map { number in
      try InProcessService.request(path() + "/transitions", body: ExampleSession.showDetail("next-\(number)"))
    }
    return Cost(try cost(getting), try cost(posting))
  }

  private func path() -> String {
    let start = Int.random(in: 0..<count) * pathBytes
    return String(decoding: paths[start..<start + pathBytes], as: UTF8.self)
  }

  private func cost(_ requests: [HTTPRequest]) throws -> Double {
    let start = try ProcessUsage.of(getpid()).cpuSeconds
    for request in requests { try service.ask(request) }
    service.settle()
    return (try ProcessUsage.of(getpid()).cpuSeconds - start) / Double(requests.count) * 1e6
  }
}
