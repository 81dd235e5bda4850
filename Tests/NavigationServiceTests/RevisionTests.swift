import HTTPMessages
import Navigation
import SeededRandom
import SessionStorage
import StoreKinds
import Testing

@testable import NavigationService

/// Earlier revisions of sessions, in every store.
@Suite struct RevisionTests {
  typealias Service = ServiceUnderTest

  @Test(arguments: StoreKind.allCases) func aSnapshotOfARevisionHasItsTag(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    let first = try service.get(path + "/snapshot").body
    for number in 1...3 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    _ = try service.created()
    let target = path + "/snapshot?revision=0"
    let response = try service.get(target)
    #expect(response.status == .ok && response.body == first)
    #expect(response.value(of: "ETag") == "\"0\"" && response.value(of: "Cache-Control") == "no-cache")
    #expect(try service.send(.head, target).value(of: "ETag") == "\"0\"")
    #expect(try service.get(target, [("If-None-Match", "\"0\"")]).status == .notModified)
    #expect(try service.get(target, [("If-None-Match", "\"3\"")]).status == .ok)
    #expect(try service.get(target, [("If-Match", "\"0\"")]).status == .ok)
    let stale = try service.get(target, [("If-Match", "\"3\"")])
    #expect(stale.code == "stale-revision")
    #expect(try stale.problem().revision == 3)
    #expect(try service.get(path + "/snapshot?revision=3").body == service.get(path + "/snapshot").body)
    let restored = try #require(try service.post("/v1/sessions", response.text).value(of: "Location"))
    #expect(try service.get(restored + "/snapshot").body == first)
  }

  @Test(arguments: StoreKind.allCases) func missingRevisionsAreRefused(kind: StoreKind) throws {
    let service = Service(store: try kind.make(history: .init(revisions: 2)))
    let path = try service.created()
    for number in 1...4 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    let gone = try service.get(path + "/snapshot?revision=2", [("If-None-Match", "\"2\"")])
    #expect(gone.code == "revision-gone" && gone.status == .gone && gone.value(of: "ETag") == "\"4\"")
    #expect(
      try gone.problem().revision == 4
        && gone.problem().detail == "The session's records are kept from after revision 2 on.")
    let ahead = try service.get(path + "/snapshot?revision=5")
    #expect(ahead.code == "no-such-revision" && ahead.status == .notFound)
    #expect(try ahead.problem().revision == 4)
    #expect(try service.get(path + "/snapshot?revision=x").code == "invalid-parameter")
    #expect(try service.get("/v1/sessions/s_00000000000000000000000000/snapshot?revision=0").code == "no-such-session")
  }

  /// All layouts.
  static let layouts: [String] = [
    #"{"name": "tabsInPrimary", "tabs": [\#(tab("a")), \#(tab("b"))], "placeholder": {"route": "none"}}"#,
    #"{"name": "tabBarInStack", "tabs": [\#(lone("a")), \#(lone("b"))], "placeholder": {"route": "none"}}"#,
    #"{"name": "listDetail", "primary": \#(screen("a")), "secondary": \#(screen("b"))}"#,
    #"{"name": "doubleColumn", "primary": \#(screen("a")), "secondary": \#(screen("b"))}"#,
    #"{"name": "tripleColumn", "primary": \#(screen("a")), "supplementary": \#(screen("b")), "secondary": \#(screen("c"))}"#,
    #"{"name": "doubleColumn", "primary": \#(screen("a")), "secondary": \#(screen("b")), "compact": {"kind": "screen", "route": "r"}}"#,
    #"{"name": "tabBar", "tabs": [\#(tab("a")), \#(tab("b"))]}"#,
    #"{"name": "topTabs", "pages": [\#(page("a")), \#(page("b")), \#(page("c"))]}"#,
    #"{"name": "stack", "screen": \#(screen("a"))}"#,
  ]

  private static func screen(_ id: String) -> String { #"{"id": "\#(id)", "route": "r\#(id)", "params": {"n": 1e2}}"# }
  private static func tab(_ id: String) -> String { #"{"id": "tab-\#(id)", "title": "Ünï", "screen": \#(screen(id))}"# }
  private static func lone(_ id: String) -> String { #"{"id": "\#(id)", "title": "T", "screen": {"route": "r"}}"# }
  private static func page(_ id: String) -> String { #"{"title": "\#(id)", "screen": \#(screen(id))}"# }

  /// The transitions tried on each layout, several times; some are refused in some layouts.
  static let transitions: [String] = [
    #"{"type": "push", "screen": {"route": "pushed", "params": {"deep": [{"a": null}]}}}"#, #"{"type": "undo"}"#,
    #"{"type": "showDetail", "screen": {"route": "detail", "title": "D"}}"#,
    #"{"type": "selectRow", "controller": "a", "row": "7"}"#,
    #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
    #"{"type": "showDetail", "screen": {"route": "detail"}}"#,
    #"{"type": "undo"}"#, #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#, #"{"type": "undo"}"#,
    #"{"type": "undo"}"#,
    #"{"type": "redo"}"#, #"{"type": "scroll", "contentOffset": 40, "phase": "dragging"}"#,
    #"{"type": "scroll", "contentOffset": 700.25, "phase": "dragging"}"#,
    #"{"type": "scroll", "contentOffset": 900, "phase": "ended"}"#,
    #"{"type": "redo"}"#, #"{"type": "hideColumn", "column": "primary"}"#, #"{"type": "tapTab", "tab": "tab-b"}"#,
    #"{"type": "undo"}"#,
    #"{"type": "redo"}"#, #"{"type": "present", "screen": {"route": "sheet"}, "style": "formSheet"}"#,
    #"{"type": "revert", "revision": $}"#,
    #"{"type": "tapTitle", "page": "b"}"#, #"{"type": "rotate", "orientation": "portrait"}"#,
    #"{"type": "enterBackground"}"#,
    #"{"type": "push", "screen": {"route": "behind"}}"#, #"{"type": "undo"}"#, #"{"type": "enterForeground"}"#,
    #"{"type": "undo"}"#,
    #"{"type": "back", "phase": "began"}"#, #"{"type": "back", "phase": "finished"}"#, #"{"type": "undo"}"#,
    #"{"type": "updateScreen", "controller": "a", "title": "\"A\"", "blocksRemoval": false}"#,
    #"{"type": "revert", "revision": $}"#,
    #"{"type": "resize", "width": 640.5, "height": 900}"#, #"{"type": "setTraits", "horizontalSizeClass": "compact"}"#,
    #"{"type": "dismiss"}"#, #"{"type": "popToRoot"}"#, #"{"type": "undo"}"#, #"{"type": "undo"}"#,
    #"{"type": "redo"}"#,
    #"{"type": "setDisplayMode", "mode": "secondaryOnly"}"#,
    #"{"type": "setDevice", "device": "iPad Pro 11-inch (M4)"}"#,
  ]

  /// The snapshot of each retained revision, and of a fork of it, has the original bytes.
  @Test(arguments: layouts, StoreKind.allCases) func revisionsHaveTheirBytes(layout: String, kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try #require(try service.post("/v1/sessions", #"{"layout": \#(layout)}"#).value(of: "Location"))
    var snapshots = [0: try service.get(path + "/snapshot").body]
    for round in 0..<3 {
      for (index, transition) in Self.transitions.enumerated() {
        let known = snapshots.keys.max() ?? 0
        let body = transition.replacing("$", with: "\((index * 7 + round) % (known + 1))")
        let response = try service.post(path + "/transitions", body)
        guard response.status == .ok else { continue }
        let revision = try response.record().revision
        #expect(
          try revision <= known + 1 && service.get(path).session().can == response.record().can, "\(index) in \(round)")
        snapshots[revision] = try service.get(path + "/snapshot").body
        // A new session evicts this one.
        if index % 5 == round { _ = try service.get(try service.created()) }
      }
    }
    let kept = Set(try service.get(path + "/transitions?limit=1000").records().map(\.revision))
    #expect(kept.count > 50 && snapshots.keys.max() == kept.max())
    for (revision, bytes) in snapshots {
      let response = try service.get(path + "/snapshot?revision=\(revision)")
      if kept.contains(revision) {
        #expect(response.body == bytes, "\(revision): \(response.text)")
      } else {
        #expect(response.code == "revision-gone", "\(revision)")
      }
    }
    for revision in kept.sorted().enumerated().filter({ $0.offset % 9 == 4 }).map(\.element) {
      let fork = try #require(try service.post(path + "/fork", #"{"revision": \#(revision)}"#).value(of: "Location"))
      #expect(try service.get(fork + "/snapshot").body == snapshots[revision], "\(revision)")
    }
  }
}

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

@Suite struct ConditionTests {
  typealias Service = ServiceUnderTest

  /// The field, and whether a transition, DELETE and GET pass it on a session of revision 1.
  @Test(arguments: [
    ("\"1\"", true), ("*", true), ("\"0\", \"1\"", true), ("\"0\"", false), ("W/\"1\"", false), ("\"2\"", false),
    ("\"x\"", false),
  ]) func ifMatchGuardsWritesAndReads(field: String, passes: Bool) throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.push("a"))
    let fields: [(name: String, value: String)] = [("If-Match", field)]
    let dry = try service.post(path + "/transitions?dryRun=true", Service.push("b"), fields)
    let read = try service.get(path, fields)
    let deletion = try service.send(.delete, path, fields)
    if passes {
      #expect([dry.status, read.status, deletion.status] == [.ok, .ok, .noContent])
    } else {
      for response in [dry, read, deletion] {
        #expect(response.code == "stale-revision" && response.status == .preconditionFailed)
        #expect(try response.problem().revision == 1 && response.value(of: "ETag") == "\"1\"")
      }
      #expect(try service.get(path).session().revision == 1)
    }
  }

  @Test(arguments: [
    ("\"1\"", true), ("*", true), ("W/\"1\"", true), ("\"0\",\"1\"", true), ("\"0\"", false), ("\"01\"", false),
  ]) func ifNoneMatchAnswersNotModified(field: String, isSpared: Bool) throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.push("a"))
    for resource in [path, path + "/snapshot"] {
      for method in [HTTPMethod.get, .head] {
        let response = try service.send(method, resource, [("If-None-Match", field)])
        #expect(response.status == (isSpared ? .notModified : .ok))
        #expect(response.body.isEmpty == isSpared)
        #expect(response.value(of: "ETag") == "\"1\"" && response.value(of: "Cache-Control") == "no-cache")
      }
    }
  }

  @Test(arguments: ["0", "\"0", "*, \"0\""]) func aMalformedTagIsRefusedWithAHint(field: String) throws {
    let service = Service()
    let path = try service.created()
    for (method, name) in [(HTTPMethod.get, "If-Match"), (.get, "If-None-Match"), (.delete, "If-Match")] {
      let response = try service.send(method, path, [(name, field)])
      #expect(response.code == "invalid-header")
      #expect(try response.problem().header == name && response.problem().detail.contains("curl: -H '\(name): \""))
    }
  }

  @Test func allLinesOfAFieldCount() throws {
    let service = Service()
    let path = try service.created()
    #expect(try service.get(path, [("If-None-Match", "\"7\""), ("If-None-Match", "\"0\"")]).status == .notModified)
  }

  @Test func oneOfManyConcurrentRequestsHasTheRevision() async throws {
    let service = Service()
    let path = try service.created()
    let codes = try await withThrowingTaskGroup(of: String.self) { group in
      for task in 0..<16 {
        group.addTask {
          try service.post(path + "/transitions", Service.push("p\(task)"), [("If-Match", "\"0\"")]).code ?? "done"
        }
      }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(codes == ["done": 1, "stale-revision": 15])
    #expect(try service.get(path).session().revision == 1)
  }

  @Test func ifMatchIsCheckedBeforeTheModel() throws {
    let service = Service()
    let path = try service.created()
    let response = try service.post(
      path + "/transitions", #"{"type": "popTo", "controller": "x"}"#, [("If-Match", "\"3\"")])
    #expect(response.code == "stale-revision")
  }
}
