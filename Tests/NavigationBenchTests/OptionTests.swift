import Testing

@testable import navigation_bench

/// The options of subcommands, and the arguments for other programs.
@Suite struct OptionTests {
  static let http: [(String, Bool)] = [
    ("", true), ("--quick", true), ("--milliseconds 20 --rounds 1", true), ("--case POST_push", true),
    ("--quick --quick", false),
    ("--milliseconds", false), ("--milliseconds 0", false), ("--milliseconds many", false), ("--case none", false),
    ("--rounds 1 --rounds 2", false),
    ("rounds 1", false), ("--no 1", false), ("--idle 10001", false),
  ]

  @Test(arguments: http) func `options of http`(_ row: (String, Bool)) {
    let arguments = row.0.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
    #expect((HTTPBenchmark(arguments) != nil) == row.1)
  }

  @Test func `quick reduces all numbers`() throws {
    let quick = try #require(HTTPBenchmark(["--quick"]))
    let usual = try #require(HTTPBenchmark([]))
    #expect(
      quick.milliseconds < usual.milliseconds && quick.rounds < usual.rounds
        && quick.idleConnections < usual.idleConnections)
    #expect(quick.cases.count == usual.cases.count && Set(usual.cases.map(\.name)).count == usual.cases.count)
    #expect(try #require(HTTPBenchmark(["--quick", "--rounds", "3"])).rounds == 3)
  }

  @Test func `attacks accepts the prefix of a name`() throws {
    #expect(AttackBenchmark([]) != nil && AttackBenchmark(["--quick"]) != nil)
    #expect(AttackBenchmark(["--case", "64 kept"]) != nil && AttackBenchmark(["--case", "none such"]) == nil)
    #expect(Set(Attack.all.map(\.name)).count == Attack.all.count)
  }

  @Test func `fairness accepts the prefix of a name`() throws {
    #expect(
      FairnessBenchmark([]) != nil && FairnessBenchmark(["--quick"]) != nil
        && FairnessBenchmark(["--requests", "9"]) == nil)
    #expect(
      FairnessBenchmark(["--case", "64 connections that"]) != nil && FairnessBenchmark(["--case", "none such"]) == nil)
    #expect(Set(Crowd.all.map(\.name)).count == Crowd.all.count)
  }

  @Test(arguments: [("200", 4, true), ("200", 5, false), ("503 none", 4, false)])
  func `an attack is met by its answer and its memory`(answer: String, added: Int, isMet: Bool) {
    let attack = Attack("a", "b", "200", 4) { _ in "" }
    #expect(attack.target(answer, added: added << 20).isMet == isMet && attack.target(addedTCP: 1) == nil)
  }

  @Test func `an attack on the kernel is met by the memory for TCP`() {
    let attack = Attack("a", "b", "200", 4, allowedTCPMiB: 2) { _ in "" }
    #expect([2 << 20, 3 << 20].map { attack.target(addedTCP: $0)?.isMet } == [true, false])
  }

  @Test func `an attack's limit starts its server`() {
    #expect(Attack("a", "--max-sessions 1000", "200", 4) { _ in "" }.options == ["--max-sessions", "1000"])
    #expect(
      Attack("a", "--max-body", "200", 4) { _ in "" }.options == []
        && Attack("a", "64 deep", "200", 4) { _ in "" }.options == [])
  }

  @Test func `pictures accepts no other option`() throws {
    #expect(
      PictureBenchmark([]) != nil && PictureBenchmark(["--quick"]) != nil && PictureBenchmark(["--rounds", "3"]) == nil)
    let quick = try #require(PictureBenchmark(["--quick"]))
    let targets = try quick.measure()
    #expect(
      targets.map(\.name) == Array(repeating: "Picture as SVG", count: 3) + ["The inspector's page and its files"])
    // The times depend on the machine, the sizes do not.
    #expect(targets[2...].allSatisfy { $0.isMet })
  }

  @Test func `memory measures sessions at rest, and random requests`() throws {
    #expect(MemoryBenchmark(["--sessions", "99"]) == nil && MemoryBenchmark(["--requests", "99"]) == nil)
    let usual = try #require(MemoryBenchmark([]))
    let quick = try #require(MemoryBenchmark(["--quick"]))
    #expect(quick.sessions < usual.sessions && quick.requests < usual.requests)
    #expect(
      try quick.measure().map(\.name).prefix(8) == [
        "2,000 sessions at rest, memory of each", "GET snapshot, 200 sessions at random",
        "POST transition, 200 sessions at random",
        "GET snapshot, 1,000 sessions at random", "POST transition, 1,000 sessions at random",
        "GET snapshot, 2,000 sessions at random", "POST transition, 2,000 sessions at random",
        "Counted bytes, a detail open, in use",
      ])
  }

  @Test func `durable accepts a folder, and reduced numbers`() throws {
    let quick = try #require(DurableBenchmark(["--quick", "--folder", "/srv"]))
    let usual = try #require(DurableBenchmark([]))
    #expect(quick.milliseconds < usual.milliseconds && quick.rounds < usual.rounds && quick.sessions < usual.sessions)
    #expect(quick.folder == "/srv" && usual.folder == "/var/tmp")
    #expect(DurableBenchmark(["--sessions", "1000001"]) == nil)
  }

  @Test func `a folder in memory is no disk`() throws {
    #expect(try !isOnDisk("/dev/shm"))
    #expect(throws: BenchmarkFailure.self) { try isOnDisk("/dev/shm/none such") }
  }

  @Test func `the help names every option and fits a terminal`() {
    let names = [
      "requests", "milliseconds", "rounds", "idle", "case", "subscribers", "transitions", "reconnects", "sessions",
      "folder", "response",
      "buffer", "spin",
    ]
    for name in names { #expect(Usage.text.contains("--\(name) "), "\(name)") }
    for subcommand in Subcommand.allCases {
      #expect(Usage.text.contains("\n  \(subcommand.rawValue) "), "\(subcommand)")
    }
    #expect(Usage.text.split(separator: "\n").allSatisfy { $0.count <= 100 } && Usage.text.contains("--quick"))
  }

  @Test(arguments: [100, 178, 179, 180, 181, 1_079, 1_080, 1_081])
  func `an artificial answer has the given length`(_ bytes: Int) throws {
    let answer = FixedAnswer(
      head: "HTTP/1.1 200 OK\r\nETag: \"3\"\r\nContent-Length: 1028\r\nCache-Control: no-store\r\n\r\n", bytes: bytes)
    let head = try #require(try Array(answer.text.utf8).withUnsafeBytes { try ResponseHead($0) })
    #expect(head.bytes + head.bodyBytes == answer.text.utf8.count && abs(answer.text.utf8.count - bytes) <= 1)
    #expect(answer.text.contains("ETag: \"3\""))
  }

  static let workloads: [(Workload, sessions: Int, connections: Int, requests: Int, period: Int)] = [
    (.getSnapshot, 1, 3, 1, 1), (.pushPop, 1, 3, 2, 2), (.pushPop, 12, 3, 8, 8), (.tapTabShowDetail, 6, 3, 8, 8),
    (.pushPop, 5, 3, 4, 4),
  ]

  @Test(arguments: workloads)
  func `a script leaves its sessions as they were`(
    _ row: (workload: Workload, sessions: Int, connections: Int, requests: Int, period: Int)
  ) {
    let sessions = (0..<row.sessions).map { "/\($0)" }
    let scripts = row.workload.scripts(sessions, connections: row.connections)
    #expect(scripts.count == row.connections)
    #expect(
      scripts[0].period == row.period && scripts[0].ends.count % row.period == 0
        && scripts[0].ends.count >= row.requests)
  }
}
