import HTTPMessages
import Navigation
import SeededRandom
import StoreKinds
import Testing

@testable import NavigationService

/// The answers to repeated reads of a session.
@Suite struct RepresentationTests {
  typealias Service = ServiceUnderTest

  private static let steps = [
    #"{"type": "showDetail", "screen": {"route": "chat"}}"#, #"{"type": "pop"}"#,
    #"{"type": "tapTab", "tab": "contacts"}"#,
    #"{"type": "tapTab", "tab": "chats"}"#, #"{"type": "undo"}"#, #"{"type": "resize", "width": 400, "height": 800}"#,
    #"{"type": "rotate", "orientation": "portrait"}"#,
    #"{"type": "push", "stack": "none-such", "screen": {"route": "x"}}"#,
  ]

  /// Each read has the latest revision, and equals its record and the snapshot of that revision, which are encoded
  /// anew.
  @Test(arguments: StoreKind.allCases) func aReadHasTheLatestRevision(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    // The creation is the first record, so `after` cannot select it.
    _ = try service.post(path + "/transitions", Self.steps[0])
    var random = Seeded(15)
    for _ in 0..<40 {
      let step = Self.steps[Int.random(in: Self.steps.indices, using: &random)]
      _ = try service.post(path + "/transitions", step)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let (session, snapshot) = (try service.get(path), try service.get(path + "/snapshot"))
        let revision = try session.session().revision
        let record = try service.get(path + "/transitions?include=session&after=\(revision - 1)")
        let view = try #require(try TransitionList(answer: record.body).transitions.first?.session)
        #expect(view.json() == session.body)
        #expect(try service.get(path + "/snapshot?revision=\(revision)").body == snapshot.body)
        #expect(session.value(of: "ETag") == "\"\(revision)\"" && snapshot.value(of: "ETag") == "\"\(revision)\"")
      }
    }
  }
}
