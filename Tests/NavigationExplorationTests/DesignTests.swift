@testable import Navigation
import Testing
import TreeSketch

/// Every state of nine designs (D-1, D-165): the numbers of them, and what holds in each.
@Suite struct DesignTests {
  @Test(arguments: ExploredDesign.all) func `D-2: every state of a design is found`(_ design: ExploredDesign) throws {
    let report = try design.search().report()
    let counts = report.findings.map { "\($0.check.word) \($0.fault.word) \($0.count)" }
    let known = report.known.map { "\($0.key.rawValue) \($0.value)" }.sorted()
    #expect(report.bound == nil)
    #expect(
      (["\(report.states) states", "\(report.tried) tried"] + counts + known).joined(separator: ", ") == design.found)
  }

  @Test func `D-2: a test explores by one call`() throws {
    let design = try ExploredDesign.duo.request().space()
    let (whole, bounded) = (design.explore(), design.explore(limits: SearchLimits(states: 10, bytes: 1 << 20)))
    #expect("\(whole.states) states, \(whole.tried) tried" == ExploredDesign.duo.found && whole.bound == nil)
    #expect(bounded.states == 10 && bounded.bound == .states)
  }

  @Test func `D-201: what a stack's delegate was told makes no other states`() throws {
    func states(_ members: String) throws -> Int {
      let stack = { (id: String) in
        #"{"child": {"kind": "stack", "id": "s\#(id)"\#(members), "children": [{"kind": "screen", "id": "\#(id)", "route": "r"}]}}"#
      }
      let tree = #"{"kind": "tabBar", "id": "tabs", "tabs": [\#(stack("a")), \#(stack("b")), \#(stack("c"))]}"#
      return try ExploredDesign(name: "", json: "\"root\": \(tree)").search().report().states
    }
    #expect(try states(#", "delegate": true"#) == states(""))
  }

  /// What a user does is accepted, and nothing is lost without a word.
  @Test(arguments: ExploredDesign.all) func `D-1 D-165: every transition of a design`(_ design: ExploredDesign) throws {
    let search = try design.search(#""checks": []"#)
    for index in 0..<search.states.count {
      let session = search.states.session(index)
      #expect(session.violations == [], "\(session.sketch)")
      let before = session.screens
      for (_, step) in search.plan.steps(in: session, start: search.states.start(of: index)) {
        guard let attempt = step.attempt(on: session, search.space.routes) else {
          if case .tap(let tap) = step { Issue.record("\(tap) is refused at \(session.sketch)") }
          continue
        }
        if case .tap(let tap) = step, !attempt.isHandled {
          #expect(session.moves.contains { $0.name == tap.name && !$0.blocked.isEmpty }, "\(tap) at \(session.sketch)")
        }
        var gone = before.subtracting(attempt.session.screens)
        for case .discarded(let id) in attempt.events { gone.remove(id) }
        #expect(gone == [], "\(step.name) at \(session.sketch)")
      }
    }
  }
}

extension Session {
  fileprivate var screens: Set<ControllerID> {
    var ids: Set<ControllerID> = []
    _ = root.first { controller in
      if controller.kind == .screen, !controller.isPlaceholder { ids.insert(controller.id) }
      return false
    }
    return ids
  }
}
