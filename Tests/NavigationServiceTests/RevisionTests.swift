import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

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
