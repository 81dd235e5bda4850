import HTTPMessages
import Navigation
import Testing

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

  @Test func ifMatchIsCheckedBeforeTheModel() throws {
    let service = Service()
    let path = try service.created()
    let response = try service.post(
      path + "/transitions", #"{"type": "popTo", "controller": "x"}"#, [("If-Match", "\"3\"")])
    #expect(response.code == "stale-revision")
  }
}
