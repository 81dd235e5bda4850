import Testing

@testable import Commands
@testable import Navigation

/// The command itself: its options, its limits, and its cores.
@Suite struct ExploreCommandTests {
  private func command(_ own: [String: String]) throws -> ExploreCommand {
    try ExploreCommand(file: "-", own)
  }

  private func body(_ members: String = "") -> [UInt8] { Array((Sample.file.dropLast() + members + "}").utf8) }

  @Test(arguments: [
    ["format": "xml"], ["update": "true"], ["states": "0"], ["states": "1000001"], ["states": "many"], ["jobs": "0"],
    ["jobs": "257"], ["bytes": "1048575"], ["bytes": "1099511627777"],
  ])
  func `a bad option is refused`(own: [String: String]) {
    #expect(throws: OptionError.self) { try command(own) }
  }

  @Test(arguments: ["0", "1000001", "2147483648"]) func `1.7: more states than may be are refused at their pointer`(
    states: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await command([:]).explore(body(#", "states": \(states)"#))
    }
    #expect(problem?.pointer == "/states")
  }

  /// The command's own limit goes before that of the file.
  @Test(arguments: [
    ("", nil, 50_000), (#", "states": 30"#, nil, 30), (#", "states": 30"#, "20", 20), ("", "60000", 60_000),
  ])
  func `the limit of states`(members: String, option: String?, states: Int) async throws {
    let explored = try await command(option.map { ["states": $0] } ?? [:]).explore(body(members))
    #expect(explored.limits.states == states && explored.answer.states <= states)
    #expect((explored.answer.bound == .states) == (states <= 30))
  }

  @Test(arguments: [(nil, 1 << 28), ("1048576", 1 << 20)] as [(String?, Int)])
  func `the limit of bytes`(option: String?, bytes: Int) async throws {
    let explored = try await command(option.map { ["bytes": $0] } ?? [:]).explore(body())
    #expect(explored.limits.bytes == bytes)
  }

  @Test func `explore() says what the command says`() async throws {
    let told = try await command([:]).explore(body())
    let explored = try Design(json: body()).explore()
    #expect(explored.text() == told.text() && explored.json() == told.json() && !explored.findings.isEmpty)
    #expect(explored.limits == told.limits)
  }

  @Test func `any number of jobs tells the same`() async throws {
    func told(_ jobs: String) async throws -> [UInt8] {
      ExploreFormat.json.text(
        of: try await command(["jobs": jobs, "all": "true"]).explore(body()), file: nil, bytes: [])
    }
    let one = try await told("1")
    for jobs in ["2", "7"] { #expect(try await told(jobs) == one) }
  }

  @Test func `--suggest is the member of the body`() async throws {
    let option = try await command(["suggest": "true"]).explore(body())
    let member = try await command([:]).explore(body(#", "suggest": true"#))
    #expect(option.answer == member.answer && !option.answer.suggestions.isEmpty)
    #expect(try await command([:]).explore(body()).answer.suggestions.isEmpty)
  }

  @Test func `--all has each example`() async throws {
    let windows = #", "environments": [{}, {"multitasking": "slideOver"}]"#
    let all = try await command(["all": "true"]).explore(body(windows))
    #expect(all.answer.findings.contains { $0.count > 1 && $0.examples.count == $0.count })
    #expect(try await command([:]).explore(body(windows)).answer.findings.allSatisfy { $0.examples.count <= 1 })
  }
}
