import Foundation
import HTTPMessages
import Navigation
@testable import SessionStorage
import StoreKinds
import Testing

/// Sessions with routes: links, copies and records, in every store (D-166, D-167).
@Suite struct OpenedLinkTests {
  typealias Service = ServiceUnderTest

  private static let routes = """
    {"chats": {"path": "/chats"}, "chat": {"path": "/chats/{chat}", "parent": "chats", "opens": "detail", \
    "params": {"chat": "integer"}, "screen": {"title": "Chat {chat}"}}, \
    "info": {"path": "/chats/{chat}/info", "parent": "chat", "opens": "push"}}
    """
  private static let layout = """
    "layout": {"name": "listDetail", "primary": {"id": "chats", "route": "chats"}, "placeholder": {"route": "none"}}
    """

  private func create(_ service: Service, _ members: String = #", "routes": \#(routes)"#) throws -> String {
    let response = try service.post("/v1/sessions", "{\(Self.layout)\(members)}")
    #expect(response.status == .created)
    return try #require(response.value(of: "Location"))
  }

  private func open(_ url: String) -> String { #"{"type": "open", "url": "\#(url)"}"# }

  @Test(arguments: StoreKind.allCases) func `D-167: a session keeps its routes`(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try create(service)
    let other = try create(service)
    for number in 1...3 {
      let record = try service.post(path + "/transitions", open("myapp://chats/\(number)/info")).record()
      #expect(record.visible.compactMap(\.url) == ["/chats", "/chats/\(number)/info"])
      #expect(record.content.steps.count == 2)
      // Puts the session to rest, where one is in use.
      #expect(try service.post(other + "/transitions", open("/chats/\(number)")).status == .ok)
    }
    #expect(try service.get(path).session().url == "/chats/3/info")
    #expect(try service.post(path + "/transitions", open("/chats/3/info")).record().revision == 3)
    let records = try service.get(path + "/transitions").records()
    #expect(records.map(\.revision) == [0, 1, 2, 3] && records.last?.visible.last?.url == "/chats/3/info")
    #expect(records[2].content.steps.count == 2)
    #expect(try service.post(path + "/transitions", #"{"type": "undo"}"#).record().visible.last?.url == "/chats/2/info")
    // The fork and the copy have them, too.
    let fork = try #require(try service.post(path + "/fork", "{}").value(of: "Location"))
    let snapshot = try service.get(path + "/snapshot")
    #expect(try service.get(fork + "/snapshot").body == snapshot.body)
    let text = String(decoding: snapshot.body, as: UTF8.self)
    let copy = try #require(try service.post("/v1/sessions", text).value(of: "Location"))
    for path in [fork, copy] {
      let record = try service.post(path + "/transitions", open("https://example.com/chats/7")).record()
      #expect(record.visible.last?.url == "/chats/7")
    }
    for path in [path, other, fork, copy] { #expect(try service.send(.delete, path).status == .noContent) }
  }

  /// D-360, D-361: what a link may begin with, and an optional segment; a store, a fork and a copy keep them.
  @Test(arguments: StoreKind.allCases) func `D-361: a session keeps its prefixes`(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let table = Self.routes.replacing(
      #""path": "/chats/{chat}""#, with: #""paths": ["/chats/{chat}/{at?}", "/c/{chat}"]"#
    )
    .replacing(#""path": "/chats/{chat}/info""#, with: #""path": "/info/{chat}""#)
    let path = try create(service, #", "routes": \#(table), "prefixes": ["https://chat.example/app", "exp://host/--"]"#)
    let fork = try #require(try service.post(path + "/fork", "{}").value(of: "Location"))
    let text = String(decoding: try service.get(fork + "/snapshot").body, as: UTF8.self)
    #expect(text.hasSuffix(#","prefixes":["https://chat.example/app","exp://host/--"]}"#))
    let copy = try #require(try service.post("/v1/sessions", text).value(of: "Location"))
    for path in [path, fork, copy] {
      let links = [
        ("https://CHAT.example:443/app/c/7", "/chats/7"), ("exp://host/--/chats/7/noon", "/chats/7/noon"),
        ("https://chat.example/info/8", "/info/8"),
      ]
      for (link, url) in links {
        #expect(try service.post(path + "/transitions", open(link)).record().visible.last?.url == url)
      }
      #expect(try service.post(path + "/transitions", open("https://other.example/app/c/7")).code == "no-such-route")
      #expect(try service.post(path + "/way", #"{"url": "exp://host/--/info/8"}"#).status == .ok)
    }
  }

  @Test(arguments: StoreKind.allCases) func `a session without routes has no word of them`(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try create(service, "")
    let answers = try [service.get(path), service.get(path + "/snapshot"), service.get(path + "/transitions")]
    for answer in answers {
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(!text.contains("url") && !text.contains("routes") && !text.contains("steps"))
    }
    #expect(try service.post(path + "/transitions", open("/chats")).code == "no-such-route")
  }

  /// The body, the code of the problem and its pointer.
  @Test(arguments: [
    (#"{"type": "open", "url": "/none"}"#, "no-such-route", "/url"),
    (#"{"type": "open", "route": "none"}"#, "no-such-route", "/route"),
    (#"{"type": "open", "route": "chat"}"#, "invalid-params", "/params"),
    (#"{"type": "open", "route": "chat", "params": {"chat": "1"}}"#, "invalid-params", "/params/chat"),
    (#"{"type": "open", "url": "/chats/one"}"#, "invalid-params", "/url"),
    (
      #"{"transitions": [{"type": "open", "url": "/chats/1"}, {"type": "open", "url": "/none"}]}"#, "no-such-route",
      "/transitions/1/url"
    ),
  ])
  func `D-166: a link that leads nowhere is refused, and changes nothing`(
    body: String, code: String, pointer: String
  ) throws {
    let service = Service()
    let path = try create(service)
    let before = try service.get(path).body
    let problem = try service.post(path + "/transitions", body).problem()
    #expect(problem.code == code && problem.pointer == pointer && problem.status == 422)
    #expect(try service.get(path).body == before)
  }

  @Test func `D-167: a dry run says where a link leads`() throws {
    let service = Service()
    let path = try create(service)
    let before = try service.get(path).body
    let record = try service.post(path + "/transitions?dryRun=true", open("/chats/42/info")).record()
    #expect(record.isDryRun && record.visible.last?.url == "/chats/42/info")
    #expect(try service.get(path).body == before)
    // A batch of its steps does the same.
    let steps = record.content.steps.map { String(decoding: $0.json(), as: UTF8.self) }.joined(separator: ",")
    let batch = try service.post(path + "/transitions", "{\"transitions\": [\(steps)]}").record()
    #expect(batch.visible == record.visible && batch.events == record.events)
  }

  private static let offering = """
    , "routes": {"chats": {"path": "/chats", "offers": [{"route": "chat", "params": {"chat": 1}, "row": "1"}, {"route": "new"}]}, \
    "chat": {"path": "/chats/{chat}", "parent": "chats", "opens": "detail", "params": {"chat": "integer"}, "offers": [{"route": "info"}]}, \
    "info": {"opens": "push"}, "new": {"opens": "present"}, "far": {"opens": "push"}}
    """

  @Test func `D-168, D-260: moves have what the routes offer, but what is on top, then gestures`() throws {
    let service = Service()
    let path = try create(service, Self.offering)
    func moves() throws -> [Move] { try MoveList(answer: service.get(path + "/moves").body).moves }
    func names() throws -> [String] { try moves().suffix(3).map { $0.name + ($0.isGesture ? ", a gesture" : "") } }
    let swipe = "Swipe to hide sidebar, a gesture"
    #expect(try names() == ["Open chat.1", "Open new", swipe])
    for move in try moves().suffix(3) {
      let json = move.transitions.map { String(decoding: $0.json(), as: UTF8.self) }.joined(separator: ",")
      #expect(try service.post(path + "/transitions?dryRun=true", "{\"transitions\": [\(json)]}").record().isDryRun)
    }
    _ = try service.post(path + "/transitions", open("/chats/1"))
    #expect(try names() == ["Open new", "Open info", swipe])
    _ = try service.post(path + "/transitions", #"{"type": "enterBackground"}"#)
    #expect(try names() == [])
  }

  /// A row without an offer is selected, as ever.
  @Test func `D-168: a drawn row whose id an offer has opens it`() throws {
    let service = Service()
    let rows = #""params": {"rows": [{"id": "1", "title": "Ann"}, {"id": "2", "title": "Ben"}]}"#
    let body = "{\(Self.layout)\(Self.offering)}".replacing(
      #""id": "chats", "route": "chats""#, with: #""id": "chats", "route": "chats", \#(rows)"#)
    let path = try #require(try service.post("/v1/sessions", body).value(of: "Location"))
    let picture = try service.get(path + "/picture?format=svg").text
    let taps = picture.matches(of: /data-tap='([^']*)' aria-label="Row/).map { String($0.1) }
    #expect(taps.count == 2 && taps[0].contains(#""type":"tapRow""#) && taps[1].contains(#""type":"selectRow""#))
    #expect(try service.post(path + "/transitions", taps[0]).record().visible.last?.url == "/chats/1")
  }

  /// The app of the README, as its file has it.
  @Test func `D-401: the README's mail shows one row, and a tap opens its letter`() throws {
    let service = Service()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Examples/mail.json")
    let body = try String(contentsOf: file, encoding: .utf8)
    let path = try #require(try service.post("/v1/sessions", body).value(of: "Location"))
    let picture = try service.get(path + "/picture?format=svg").text
    #expect(picture.components(separatedBy: #"class="row"#).count == 2 && picture.contains(">letter emmy<"))
    let tap = try #require(picture.firstMatch(of: /data-tap='([^']*)' aria-label="Row letter emmy"/))
    let record = try service.post(path + "/transitions", String(tap.1)).record()
    #expect(record.visible.last?.url == "/letters/emmy" && record.visible.last?.id == "letter.emmy")
    #expect(try service.get(path + "/picture").text.contains("letter emmy"))
  }

  /// The tree that the app presents, and the name of its offer: with a bar, and without one in a strip of its own.
  @Test(arguments: [
    (#""screen": {"id": "new", "route": "new"}"#, "", "Done"),
    (
      #""controller": {"kind": "stack", "id": "n", "children": [{"kind": "screen", "id": "new", "route": "new"}]}"#,
      #", "name": "Cancel""#, "Cancel"
    ),
  ])
  func `D-262: a modal is closed by its button, and a way leads out of it`(
    newcomer: String, name: String, title: String
  ) throws {
    let service = Service()
    let path = try create(
      service,
      Self.offering.replacing(
        #""new": {"opens": "present"}"#,
        with: #""new": {"opens": "present", "style": "fullScreen", "offers": [{"closes": true\#(name)}]}"#))
    let opened = #"{"type": "present", "style": "fullScreen", \#(newcomer)}"#
    #expect(try service.post(path + "/transitions", opened).record().visible.map(\.id) == ["new"])
    let move = try #require(MoveList(answer: service.get(path + "/moves").body).moves.first)
    #expect(move.name == (name.isEmpty ? "Done" : "Cancel"))
    let way = try Way(answer: service.post(path + "/way", #"{"route": "chats"}"#).body)
    #expect(way.way?.map(\.name) == [move.name])
    let picture = try service.get(path + "/picture?format=svg").text
    let tap = try #require(picture.firstMatch(of: /data-tap='([^']*)' aria-label="([^"]*)"/))
    #expect(tap.2 == title && String(tap.1) == String(decoding: move.transitions[0].json(), as: UTF8.self))
    #expect(try service.get(path + "/picture").text.contains(title))
    #expect(try service.post(path + "/transitions", String(tap.1)).record().visible.first?.id == "chats")
  }

  @Test func `D-166: a route that is none is guessed`() throws {
    let service = Service()
    let path = try create(service, Self.offering)
    for (target, body) in [("transitions", #"{"type": "open", "route": "caht"}"#), ("way", #"{"route": "caht"}"#)] {
      let problem = try service.post("\(path)/\(target)", body).problem()
      #expect(problem.detail == #"The session's table has no route "caht". Did you mean chat?"#)
      #expect(problem.code == "no-such-route" && problem.pointer == "/route")
    }
  }

  /// Presented trees are stacked until they are too deep.
  @Test func `D-369: a link that is refused names the step`() throws {
    let service = Service()
    let path = try create(service, #", "routes": {"card": {"path": "/{card}", "opens": "present"}}"#)
    for number in 0..<Limits.depth {
      let link = #"{"type": "open", "url": "/\#(number)"}"#
      let answer = try service.post(path + "/transitions", number % 2 == 0 ? link : #"{"transitions": [\#(link)]}"#)
      guard answer.status != .ok else { continue }
      let problem = try answer.problem()
      #expect(problem.code == "controller-limit" && problem.pointer == nil)
      #expect(problem.detail.hasSuffix(#"deep inside each other. That refuses the step "present" of the link."#))
      return
    }
    Issue.record("no link is refused")
  }

  /// The body, and the names of the steps, or why there are none.
  @Test(
    arguments: [
      (#"{"route": "info"}"#, ["Open chat.1", "Open info"], nil), (#"{"url": "app://chats/1"}"#, ["Open chat.1"], nil),
      (#"{"route": "chats"}"#, [], nil), (#"{"route": "chat", "params": {"chat": 1.0}}"#, ["Open chat.1"], nil),
      (#"{"route": "chat", "params": {"chat": 2}}"#, nil, .exhausted), (#"{"route": "far"}"#, nil, .exhausted),
    ] as [(String, [String]?, Way.Reason?)])
  func `D-168: the way to a screen`(body: String, names: [String]?, because: Way.Reason?) throws {
    let service = Service()
    let path = try create(service, Self.offering)
    let before = try service.get(path).body
    let answer = try service.post(path + "/way", body)
    let way = try Way(answer: answer.body)
    #expect(answer.status == .ok && answer.value(of: "ETag") == "\"0\"" && way.json() == answer.body)
    #expect(way.way?.map(\.name) == names && way.because == because)
    for step in way.way ?? [] {
      let request = String(decoding: TransitionRequest.batch(step.transitions).json(), as: UTF8.self)
      #expect(try service.post(path + "/transitions", request).status == .ok)
    }
    if names?.isEmpty != false { #expect(try service.get(path).body == before) }
    #expect(try service.post(path + "/way", body, [("If-Match", "\"9\"")]).code == "stale-revision")
    #expect(try service.post(path + "/way", #"{"route": "none"}"#).code == "no-such-route")
    #expect(try service.post(path + "/way", #"{"route": "chat"}"#).problem().pointer == "/params")
  }

  @Test(arguments: [
    (#"{"a": {"parent": "b", "opens": "push"}}"#, "/routes/a/parent"), (#"{"a": {"path": "a"}}"#, "/routes/a/path"),
    (#"{"a": {"paths": ["/a", "/a/{b?}"]}}"#, "/routes/a/paths/1"), (#"{}, "prefixes": ["en"]"#, "/prefixes/0"),
  ])
  func `D-166: a table with a fault makes no session`(routes: String, pointer: String) throws {
    let service = Service()
    let problem = try service.post("/v1/sessions", "{\(Self.layout), \"routes\": \(routes)}").problem()
    #expect(problem.pointer == pointer && service.store.count == 0)
  }

  /// Sessions of one owner with equal tables share one; it is counted once, and no more when they have gone.
  @Test func `equal tables are one in memory`() throws {
    let service = Service()
    let title = String(repeating: "x", count: 30_000)
    let large = #", "routes": {"chats": {"path": "/chats", "screen": {"title": "\#(title)"}}}"#
    let first = try create(service, large)
    let one = service.store.ledger.bytes
    let rest = try (0..<20).map { _ in try create(service, large) }
    let many = service.store.ledger.bytes
    // A creation's record has its body.
    #expect(one > 240_000 && many - one < 20 * 300_000)
    for path in [first] + rest { #expect(try service.send(.delete, path).status == .noContent) }
    #expect(service.store.ledger.bytes < 20_000)
  }
}

extension TransitionRecord.Content {
  /// What an `open` came to.
  fileprivate var steps: [Transition] { if case .single(_, let outcome) = self { outcome.steps } else { [] } }
}
