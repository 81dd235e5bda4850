import HTTPMessages
import Navigation
import Synchronization
import Testing
import Waiting

@testable import NavigationService

/// Moves of a session, and searches: their answers and their limits.
@Suite struct ExplorationTests {
  typealias Service = ServiceUnderTest

  /// - Parameter count: of notes; 8 of them are more than a worker tries at a stretch.
  private static func body(_ members: String = "", notes count: Int = 1) -> String {
    let offers = (1...count).map { #"{"route": "note", "params": {"note": \#($0)}, "row": "\#($0)"}"# }
    return """
      {"layout": {"name": "listDetail", "primary": {"id": "notes", "route": "notes"}, "placeholder": {"route": "none"}}, \
      "routes": {"notes": {"offers": [\(offers.joined(separator: ", "))]}, "note": {"opens": "detail"}}\(members)}
      """
  }

  @Test func `D-165: a session has moves, with its tag`() throws {
    let service = Service()
    let path = try service.created()
    let moves = try service.get(path + "/moves")
    #expect(moves.status == .ok && moves.value(of: "ETag") == "\"0\"")
    let list = try MoveList(answer: moves.body)
    #expect(list.moves.allSatisfy { !$0.name.isEmpty } && !list.moves.isEmpty)
    #expect(try service.get(path + "/moves", [("If-None-Match", "\"0\"")]).status == .notModified)
    #expect(try service.get(path + "/moves?revision=0").code == "invalid-parameter")
    for move in list.moves {
      let json = String(decoding: move.transitions[0].json(), as: UTF8.self)
      #expect(try service.post(path + "/transitions?dryRun=true", json).status == .ok)
    }
  }

  @Test func `a search answers with its states, and stores nothing`() throws {
    let service = Service()
    let answer = try service.post("/v1/explore", Self.body())
    let explored = try ExploreAnswer(answer: answer.body)
    #expect(answer.status == .ok && answer.value(of: "Cache-Control") == "no-store")
    #expect(explored.bound == nil && explored.states > 10 && explored.tried > explored.states)
    #expect(explored.routes.map(\.route) == ["notes", "note"] && service.store.count == 0)
    #expect(try service.post("/v1/explore", Self.body()).body == answer.body)
    #expect(try ExploreAnswer(answer: explored.json()) == explored)
  }

  /// Each step is a body as it is; what a session counts is told by its snapshot.
  @Test func `the way of a finding leads to its snapshot`() throws {
    let service = Service()
    let layout = """
      "layout": {"name": "tripleColumn", "primary": {"id": "boxes", "route": "boxes"}, \
      "supplementary": {"id": "inbox", "route": "box"}, "secondary": {"id": "none", "route": "none", "placeholder": true}, \
      "behavior": {"topColumnForCollapsing": "primary"}}
      """
    let routes = """
      "routes": {"boxes": {"offers": [{"route": "box", "params": {"box": "Größe"}, "row": "1"}, {"route": "form"}]}, \
      "box": {"opens": "column", "offers": [{"route": "letter", "row": "1"}, {"route": "letter", "params": {"p": 2}}]}, \
      "letter": {"opens": "detail", "offers": [{"route": "info"}]}, "info": {"opens": "push"}, \
      "form": {"opens": "present", "style": "formSheet", "screen": {"title": "A form", "isModalInPresentation": true}}}
      """
    let windows = #""environments": [{}, {"multitasking": "slideOver"}], "states": 3000"#
    let answer = try service.post("/v1/explore", "{\(layout), \(routes), \(windows)}")
    var explored = try JSONDocument(answer.body).root.object()
    let findings = try explored.require("findings").elements
    #expect(findings.count > 2)
    for finding in findings {
      var kind = try finding.object()
      var finding = try #require(try kind.require("examples").elements.first { _ in true }).object()
      let environment = try finding.require("environment").compactText()
      let created = try service.post("/v1/sessions", "{\(layout), \(routes), \"environment\": \(environment)}")
      let path = try #require(created.value(of: "Location"))
      for step in try finding.require("way").elements {
        var step = try step.object()
        let body = try "{\"transitions\": \(step.require("transitions").compactText())}"
        #expect(try service.post(path + "/transitions", body).status == .ok)
      }
      let expected = try finding.require("snapshot").compactText()
      #expect(try String(decoding: service.get(path + "/snapshot").body, as: UTF8.self) == expected)
    }
  }

  @Test(arguments: [
    (#", "states": 0"#, "invalid-body", "/states"), (#", "states": 100001"#, "invalid-body", "/states"),
    (", \"checks\": [\(repeatElement(#""wayHome""#, count: 65).joined(separator: ","))]", "invalid-body", "/checks"),
    (#", "checks": ["all"]"#, "invalid-body", "/checks/0"),
    (#", "checks": [{"never": {}}]"#, "invalid-body", "/checks/0/never"),
    (#", "environments": []"#, "invalid-body", "/environments"),
    (#", "environments": [{"device": "iPhone 3"}]"#, "unknown-device", "/environments/0/device"),
    (#", "moves": []"#, "invalid-body", "/moves"),
    (#", "what": 1"#, "invalid-body", "/what"), (#", "map": 1"#, "invalid-body", "/map"),
    (#", "map": true, "suggest": true"#, "invalid-body", "/map"),
  ])
  func `a fault has a pointer`(members: String, code: String, pointer: String) throws {
    let answer = try Service().post("/v1/explore", Self.body(members))
    #expect(answer.code == code)
    #expect(try answer.problem().pointer == pointer)
  }

  @Test func `a bound is named`() throws {
    let answer = try ExploreAnswer(answer: try Service().post("/v1/explore", Self.body(#", "states": 5"#)).body)
    #expect(answer.bound == .states && answer.states == 5)
  }

  @Test func `time ends a search with what it has found`() throws {
    let clock = Atomic<Int64>(0)
    let service = Service(uptime: { clock.wrappingAdd(Explorations.duration, ordering: .relaxed).newValue })
    let answer = try ExploreAnswer(answer: try service.post("/v1/explore", Self.body(notes: 8)).body)
    #expect(answer.bound == .time && answer.states > 10)
  }

  @Test(arguments: [Patience.Ending.left, .halfClosed])
  func `two run, four wait, and more are refused`(ending: Patience.Ending) throws {
    let workers = HeldWork()
    let service = Service(workers: workers)
    workers.begin()
    let searches = try (0..<6).map { _ in try ask(service) }
    #expect(workers.waiting == 2)
    let refused = try ask(service).settled()
    #expect(refused.code == "exploration-limit" && refused.value(of: "Retry-After") == "1")
    // A client that leaves gives its place to the next, waiting or running.
    searches[0].call.patience.end(ending)
    searches[5].call.patience.end(ending)
    #expect(searches[0].isOver && searches[5].isOver && workers.waiting == 3)
    workers.work()
    #expect(try searches[1...4].map { try $0.settled().status } == [.ok, .ok, .ok, .ok])
    #expect(searches[0].response == nil && searches[5].response == nil)
    #expect(try !ask(service).isOver)
  }

  @Test(arguments: [Patience.Ending.left, .halfClosed])
  func `a search ends with its client between two slices`(ending: Patience.Ending) throws {
    let workers = HeldWork()
    let service = Service(workers: workers)
    workers.begin()
    let search = try ask(service, notes: 8)
    // The search is made, and its first slice done.
    for _ in 0..<2 { workers.workOnce() }
    let count = workers.count
    search.call.patience.end(ending)
    workers.work()
    #expect(search.isOver && search.response == nil && workers.count == count)
  }

  @Test func `a server that is about to stop ends a search`() throws {
    let workers = HeldWork()
    let service = Service(workers: workers)
    workers.begin()
    let search = try ask(service, notes: 8)
    service.service.isDraining = true
    workers.work()
    #expect(try search.settled().code == "draining")
  }

  private func ask(_ service: Service, notes: Int = 1) throws -> PendingRequest {
    try service.ask(.post, "/v1/explore", [Service.json], body: Self.body(notes: notes))
  }
}
