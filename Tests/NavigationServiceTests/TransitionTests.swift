import HTTPMessages
import Navigation
import PatchedJSON
import Testing

@Suite struct TransitionTests {
  typealias Service = ServiceUnderTest

  @Test func aTransitionAnswersItsRecord() throws {
    let service = Service()
    let path = try service.created()
    service.wait(seconds: 7)
    let response = try service.post(path + "/transitions", Service.showDetail)
    #expect(response.status == .ok)
    #expect(response.value(of: "ETag") == "\"1\"" && response.value(of: "Cache-Control") == "no-store")
    let record = try response.record()
    #expect(record.revision == 1 && record.at.milliseconds == 1_790_000_007_000)
    guard case .single(_, let outcome) = record.content else {
      Issue.record("not one transition: \(response.text)")
      return
    }
    #expect(outcome.handled && !record.events.isEmpty && record.session == nil && record.changes == nil)
    #expect(record.visible.map(\.id.description) == ["chat-list", "chat-42"])
    #expect(record.can == Can(goBack: true, undo: true, redo: false))
    let session = try service.get(path).session()
    #expect(session.revision == 1 && session.summary.updatedAt == record.at)
  }

  @Test func aRequestWithoutAnEffectHasNoRevision() throws {
    let service = Service()
    let path = try service.created()
    service.wait(seconds: 1)
    let response = try service.post(path + "/transitions", #"{"type": "pop", "stack": "chats"}"#)
    #expect(response.status == .ok && response.value(of: "ETag") == "\"0\"")
    #expect(try response.record().revision == 0)
    #expect(try service.get(path).session().summary.updatedAt.milliseconds == 1_790_000_000_000)
  }

  @Test func presentedControllersAreInEveryForm() throws {
    let service = Service()
    let path = try service.created()
    let present = #"{"type": "present", "screen": {"id": "new-chat", "route": "new-chat"}, "style": "formSheet"}"#
    let record = try service.post(path + "/transitions", present).record()
    #expect(record.visible.map(\.id.description) == ["chat-list", "placeholder", "new-chat"])
    _ = try service.post(path + "/transitions", #"{"type": "setMultitasking", "multitasking": "slideOver"}"#)
    #expect(
      try service.get(path).text.contains(#""presented":{"style":"formSheet","adaptedStyle":"pageSheet","child":{"#))
    let snapshot = try service.get(path + "/snapshot").text
    let restored = try #require(try service.post("/v1/sessions", snapshot).value(of: "Location"))
    #expect(try service.get(restored + "/snapshot").text == snapshot)
    let refused = try service.post(
      path + "/transitions", #"{"type": "present", "screen": {"route": "other"}, "from": "chat-list"}"#)
    #expect(refused.code == "already-presenting")
    #expect(try refused.problem().controller == "split")
    _ = try service.post(path + "/transitions", #"{"type": "dismiss"}"#)
    #expect(try !service.get(path + "/snapshot").text.contains("presented"))
  }

  @Test func aBatchIsOneRevision() throws {
    let service = Service()
    let path = try service.created()
    let response = try service.post(
      path + "/transitions", "{\"transitions\": [\(Service.push("a")), \(Service.push("b"))]}")
    let record = try response.record()
    guard case .batch(let transitions, let outcomes) = record.content else {
      Issue.record("not a batch: \(response.text)")
      return
    }
    #expect(record.revision == 1 && transitions.count == 2 && outcomes.map(\.handled) == [true, true])
    #expect(record.visible.map(\.id.description).first == "b")
  }

  @Test func aRefusedMemberOfABatchRefusesItAll() throws {
    let service = Service()
    let path = try service.created()
    let before = try service.get(path).body
    let response = try service.post(
      path + "/transitions", "{\"transitions\": [\(Service.push("a")), {\"type\": \"popTo\", \"controller\": \"x\"}]}")
    #expect(response.code == "no-such-controller")
    let problem = try response.problem()
    #expect(problem.index == 1 && problem.controller == "x")
    #expect(try service.get(path).body == before)
  }

  @Test func aDryRunStoresNothing() throws {
    let service = Service()
    let path = try service.created()
    let before = try service.get(path).body
    let response = try service.post(path + "/transitions?dryRun=true&include=session", Service.showDetail)
    #expect(response.status == .ok && response.value(of: "ETag") == "\"0\"")
    let record = try response.record()
    #expect(record.isDryRun && record.revision == 1 && record.session?.revision == 1)
    #expect(try service.get(path).body == before)
    let real = try service.post(path + "/transitions?include=session", Service.showDetail).record()
    #expect(real.revision == 1 && real.events == record.events && real.session == record.session)
  }

  @Test func changesLeadFromTheSessionBeforeToTheOneAfter() throws {
    let service = Service()
    let path = try service.created()
    for body in [
      Service.showDetail, #"{"type": "resize", "width": 400, "height": 800}"#,
      #"{"type": "pop", "stack": "chats", "count": 9}"#,
    ] {
      let before = try service.get(path).json()
      let response = try service.post(path + "/transitions?include=changes,session", body)
      let record = try response.record()
      let changes = try #require(record.changes)
      let after = try JSONPatch.apply(changes, to: before).root
      var (patched, session) = (try after.object(), try service.get(path).json().object())
      for name in ["environment", "root"] as [StaticString] {
        let (left, right) = (try patched.require(name), try session.require(name))
        #expect(left.isSame(as: right), "\(name) after \(body): \(left.compactText())")
      }
      #expect(record.session == (try service.get(path).session()))
    }
  }

  @Test(
    arguments: [
      (ServiceUnderTest.push("chat-list"), "duplicate-controller"),
      (#"{"type": "popTo", "controller": "x"}"#, "no-such-controller"),
      (#"{"type": "popTo", "controller": "contact-list", "stack": "chats"}"#, "invalid-body"),
      (#"{"type": "pop", "stack": "tabs"}"#, "wrong-kind"),
      (#"{"type": "push", "controller": "secondary", "stack": "chats"}"#, "cannot-push"),
      (#"{"type": "setStack", "stack": "chats", "children": ["contact-list"]}"#, "not-in-stack"),
      (#"{"type": "setDevice", "device": "x"}"#, "unknown-device"),
      (#"{"type": "resize", "width": 0, "height": 1}"#, "invalid-size"),
      (#"{"type": "remove", "controller": "chat-list"}"#, "empty-container"),
      (#"{"type": "setTabs", "tabs": [{"child": "x"}]}"#, nil), (#"{"type": "revert"}"#, "invalid-body"),
      (#"{"type": "setStack", "stack": "chats", "children": []}"#, "empty-container"),
      (#"{"transitions": []}"#, "invalid-body"), (#"{"transitions": [{"type": "undo"}]}"#, "not-in-batch"),
      (#"{"type": "none"}"#, "invalid-body"), ("{", "malformed-json"), ("", "malformed-json"),
      ("{\"type\": \"pop\", \"x\": 1}", "invalid-body"),
      (
        "{\"transitions\": [" + Array(repeating: #"{"type":"enterForeground"}"#, count: 257).joined(separator: ",")
          + "]}", "batch-limit"
      ),
      (
        "{\"transitions\": [" + Array(repeating: #"{"type":"setTraits"}"#, count: 257).joined(separator: ",") + "]}",
        "batch-limit"
      ),
    ] as [(String, String?)]) func aRefusedTransitionChangesNothing(body: String, code: String?) throws
  {
    let service = Service()
    let path = try service.created()
    let before = try service.get(path).body
    let response = try service.post(path + "/transitions", body)
    if let code {
      #expect(response.code == code, "\(response.text)")
    } else {
      #expect(response.code != nil, "\(response.text)")
    }
    #expect(try service.get(path).body == before)
  }
}
