import Testing

@testable import navigation_bench

/// What may stand behind a subcommand, and what other programs are told.
@Suite struct OptionTests {
  static let http: [(String, Bool)] = [
    ("", true), ("--quick", true), ("--requests 1000 --rounds 1 --connections 8", true), ("--case POST_transition", true),
    ("--quick --quick", false),
    ("--requests", false), ("--requests 999", false), ("--requests many", false), ("--case GET", false), ("--rounds 1 --rounds 2", false),
    ("rounds 1", false), ("--no 1", false), ("--idle 10001", false),
  ]

  @Test(arguments: http) func `options of http`(_ row: (String, Bool)) {
    let arguments = row.0.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
    #expect((HTTPBenchmark(arguments) != nil) == row.1)
  }

  @Test func `quick is few of everything`() throws {
    let quick = try #require(HTTPBenchmark(["--quick"]))
    let usual = try #require(HTTPBenchmark([]))
    #expect(quick.requests < usual.requests && quick.rounds < usual.rounds && quick.idleConnections < usual.idleConnections)
    #expect(quick.cases.count == usual.cases.count)
    #expect(try #require(HTTPBenchmark(["--quick", "--rounds", "3"])).rounds == 3)
  }

  @Test func `attacks takes the beginning of a name`() throws {
    #expect(AttackBenchmark([]) != nil && AttackBenchmark(["--quick"]) != nil)
    #expect(AttackBenchmark(["--case", "64 kept"]) != nil && AttackBenchmark(["--case", "none such"]) == nil)
    #expect(Set(Attack.all.map(\.name)).count == Attack.all.count)
  }

  @Test func `fairness takes the beginning of a name`() throws {
    #expect(FairnessBenchmark([]) != nil && FairnessBenchmark(["--quick"]) != nil && FairnessBenchmark(["--requests", "9"]) == nil)
    #expect(FairnessBenchmark(["--case", "64 connections that"]) != nil && FairnessBenchmark(["--case", "none such"]) == nil)
    #expect(Set(Crowd.all.map(\.name)).count == Crowd.all.count)
  }

  @Test(arguments: [("200", 4, true), ("200", 5, false), ("503 none", 4, false)])
  func `an attack is met by its answer and its memory`(answer: String, added: Int, isMet: Bool) {
    let attack = Attack(name: "a", limit: "b", answer: "200", allowedMiB: 4) { _ in "" }
    let memory = PeakMemory(before: 7 << 20, peak: (7 + added) << 20, after: 0)
    #expect(AttackResult(attack: attack, answer: answer, memory: memory).target.isMet == isMet)
  }

  @Test func `pictures takes no more`() throws {
    #expect(PictureBenchmark([]) != nil && PictureBenchmark(["--quick"]) != nil && PictureBenchmark(["--rounds", "3"]) == nil)
    let quick = try #require(PictureBenchmark(["--quick"]))
    let targets = try quick.measure()
    #expect(targets.map(\.name) == Array(repeating: "Picture as SVG", count: 3) + ["The inspector's page and its files"])
    // How long it takes is the machine's affair, how much it is is not.
    #expect(targets[2...].allSatisfy { $0.isMet })
  }

  @Test func `memory measures sessions at rest and at random`() throws {
    #expect(MemoryBenchmark(["--sessions", "99"]) == nil && MemoryBenchmark(["--requests", "99"]) == nil)
    let usual = try #require(MemoryBenchmark([]))
    let quick = try #require(MemoryBenchmark(["--quick"]))
    #expect(quick.sessions < usual.sessions && quick.requests < usual.requests)
    #expect(
      try quick.measure().map(\.name) == [
        "2,000 sessions at rest, memory of each", "GET snapshot, 200 sessions at random", "POST transition, 200 sessions at random",
        "GET snapshot, 2,000 sessions at random", "POST transition, 2,000 sessions at random",
      ])
  }

  #if SQLite
  @Test func `durable takes a folder, and few of everything`() throws {
    let quick = try #require(DurableBenchmark(["--quick", "--folder", "/srv"]))
    let usual = try #require(DurableBenchmark([]))
    #expect(quick.requests < usual.requests && quick.rounds < usual.rounds && quick.sessions < usual.sessions)
    #expect(quick.folder == "/srv" && usual.folder == "/var/tmp")
    #expect(DurableBenchmark(["--sessions", "1000001"]) == nil)
  }

  @Test func `a folder in memory is no disk`() throws {
    #expect(try !FileSystem(of: "/dev/shm").isOnDisk)
    #expect(throws: BenchmarkFailure.self) { try FileSystem(of: "/dev/shm/none such") }
  }
  #endif

  @Test func `the help names every option and fits a terminal`() {
    let names = [
      "requests", "rounds", "connections", "idle", "case", "subscribers", "transitions", "reconnects", "sessions", "folder", "response",
    ]
    for name in names { #expect(Usage.text.contains("--\(name) "), "\(name)") }
    #expect(Usage.text.split(separator: "\n").allSatisfy { $0.count <= 100 } && Usage.text.contains("--quick"))
  }

  @Test func `a made up answer is as long as ours and says so`() {
    let answer = FixedAnswer(head: "HTTP/1.1 200 OK\r\nETag: \"3\"\r\nContent-Length: 1028\r\nConnection: close", bodyBytes: 5)
    #expect(answer.text == "HTTP/1.1 200 OK\r\nETag: \"3\"\r\nContent-Length: 5\r\n\r\n\"xxx\"")
    #expect([0, 1, 2, 900].allSatisfy { FixedAnswer.body($0).utf8.count == $0 })
  }

  @Test func `requests keep their bytes in wrk's script`() {
    let script = WrkLoad.script([Array("GET / HTTP/1.1\r\n\r\n".utf8), Array(#"{"a\b": 1}"#.utf8)])
    #expect(script.contains(#""GET / HTTP/1.1\r\n\r\n""#) && script.contains(#""{\"a\\b\": 1}""#))
  }
}
