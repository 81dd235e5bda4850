import Navigation
import SeededRandom
import SessionStorage
import StoreKinds
import Testing

/// A session evicted between the stages of a gesture behaves as a resident one.
@Suite struct GestureTests {
  typealias Service = ServiceUnderTest

  private static func topTabs(_ id: Int) -> String {
    let pages = ["a", "b", "c"].map {
      #"{"title": "\#($0)", "child": {"kind": "screen", "id": "\#($0)\#(id)", "route": "r"}}"#
    }
    return #"{"kind": "topTabs", "id": "top\#(id)", "pages": [\#(pages.joined(separator: ", "))]}"#
  }

  private static func push(_ id: Int) -> String { #"{"type": "push", "controller": \#(topTabs(id))}"# }

  private static func scroll(_ offset: Int, _ phase: String) -> String {
    #"{"type": "scroll", "contentOffset": \#(offset), "phase": "\#(phase)"}"#
  }

  private static func resize(_ random: inout Seeded) -> String {
    let phase = ["began", "changed", "changed", "ended"][Int.random(in: 0..<4, using: &random)]
    return
      #"{"type": "resize", "width": \#(500 + 100 * Int.random(in: 0..<6, using: &random)), "height": 800, "phase": "\#(phase)"}"#
  }

  /// A random request; most are scrolls, or resizes of a drag.
  private static func request(_ step: Int, _ random: inout Seeded) -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: push(step)
    case 1: #"{"type": "pop"}"#
    case 2, 3: #"{"type": "undo"}"#
    case 4: #"{"type": "redo"}"#
    case 5: #"{"type": "setTopTabs", "isTabControlHidden": \#(Bool.random(using: &random))}"#
    case 6: #"{"type": "\#(Bool.random(using: &random) ? "enterBackground" : "enterForeground")"}"#
    case 7: #"{"type": "revert", "revision": \#(Int.random(in: 0...max(step / 2, 0), using: &random))}"#
    case 8...11: resize(&random)
    default: scroll(Int.random(in: 0..<4, using: &random) * 10, Bool.random(using: &random) ? "dragging" : "ended")
    }
  }

  /// A session that is evicted after each request, if its store evicts sessions.
  private struct Walker {
    let service: Service
    let path: String

    init(_ kind: StoreKind) throws {
      service = Service(store: try kind.make())
      let stack = #"{"layout": {"name": "stack", "screen": {"id": "home", "route": "r"}}}"#
      path = try #require(try service.post("/v1/sessions", stack).value(of: "Location"))
    }

    /// The parts of the answer that are equal in all stores.
    func post(_ body: String) throws -> String {
      let response = try service.post(path + "/transitions", body)
      // Another session evicts it.
      _ = try service.created()
      service.store.finish()
      guard response.status == .ok else { return "\(response.status) \(response.code ?? "")" }
      let record = try response.record()
      return "\(record.revision) \(record.can) \(record.visible.map(\.id.description)) \(record.events.count)"
    }
  }

  @Test(arguments: StoreKind.allCases.filter(\.rests), 0..<8) func gesturesGoOn(kind: StoreKind, seed: UInt64) throws {
    var random = Seeded(seed)
    let (stays, rests) = (try Walker(.memory), try Walker(kind))
    var log: [String] = []
    func both(_ body: String) throws -> Bool {
      let (expected, answer) = (try stays.post(body), try rests.post(body))
      log.append(body)
      #expect(answer == expected, "seed \(seed): \(log.joined(separator: "; "))")
      return answer == expected
    }
    guard try both(Self.push(0)) else { return }
    for step in 1..<40 { guard try both(Self.request(step, &random)) else { return } }
    // Both have the same number of undo steps, each to the same state.
    for _ in 0..<40 {
      guard try both(#"{"type": "undo"}"#) else { return }
      #expect(try rests.service.get(rests.path + "/snapshot").body == stays.service.get(stays.path + "/snapshot").body)
    }
  }

  /// The state of a replaced stage is kept for those that follow: each step is a small patch of the one before.
  @Test(arguments: StoreKind.allCases) func aFollowedScrollHasSmallChanges(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let body = #"{"layout": {"name": "stack", "screen": {"id": "home", "route": "r"}}}"#
    let path = try #require(try service.post("/v1/sessions", body).value(of: "Location"))
    _ = try service.post(path + "/transitions", Self.push(0))
    let subscriber = try Subscriber(service, path + "/events?include=session,changes")
    _ = try subscriber.events()
    for stage in 1...5 {
      let answer = try service.post(path + "/transitions?include=session,changes", Self.scroll(stage * 7, "dragging"))
      let events = try subscriber.events()
      #expect(events.map(\.id) == ["\(stage + 1)"] && events.map(\.data) == [answer.text])
      #expect(answer.text.contains(#""changes":[{"op":"replace","path":"/root/children/1/"#))
      for whole in ["root", "environment"] { #expect(!answer.text.contains(#""path":"/\#(whole)""#)) }
    }
    let records = try TransitionList(answer: service.get(path + "/transitions").body).transitions
    #expect(records.map(\.revision) == [0, 1, 2, 6])
  }
}
