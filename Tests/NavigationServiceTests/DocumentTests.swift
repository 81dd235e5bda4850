import FoundationEssentials
import HTTPMessages
import Navigation
import NavigationService
import Testing

@Suite struct DocumentTests {
  typealias Service = ServiceUnderTest

  @Test func devicesAreTheCatalogue() throws {
    let response = try Service().get("/v1/devices")
    #expect(response.status == .ok && response.value(of: "Cache-Control") == "no-cache")
    #expect(try DeviceList(answer: response.body) == .catalogue)
  }

  @Test(arguments: [
    (#"{"environment": {"device": "iPad Pro 11-inch (M4)"}}"#, false),
    (#"{"environment": {"width": 400, "height": 800}}"#, true),
    (#"{"environment": {}, "split": {"traitOverride": {"compactBelowWidth": 2000}}}"#, true),
  ]) func resolvingNeedsNoSession(body: String, isCollapsed: Bool) throws {
    let service = Service()
    let response = try service.post("/v1/resolve", body)
    #expect(response.status == .ok && response.value(of: "Cache-Control") == "no-store")
    #expect(try ResolveAnswer(answer: response.body).isCollapsed == isCollapsed)
    #expect(service.store.count == 0)
  }

  static let behaviors = [
    #""behavior": {"supportedInterfaceOrientations": "portraitOnPhone"}"#,
    #""behavior": {"supportedInterfaceOrientations": "portrait"}"#,
    #""behavior": {"supportedInterfaceOrientations": "landscape"}"#, #""behaviorFrom": "tabBarInStack""#,
    #""behaviorFrom": "tabBarInStack", "behavior": {"supportedInterfaceOrientations": "system"}"#,
  ]

  @Test(arguments: behaviors) func `D-44 a window is turned as that of a session is`(_ behavior: String) throws {
    let service = Service()
    let layout = #""name": "listDetail", "primary": {"route": "a"}, "placeholder": {"route": "b"}"#
    for device in ["iPhone 16 Plus", "iPhone 16 Pro", "iPad mini (A17 Pro)", "iPhone Duo"] {
      for orientation in Orientation.allCases {
        let environment = #""environment": {"device": "\#(device)", "orientation": "\#(orientation.rawValue)"}"#
        let request = #"{\#(environment), "split": {\#(behavior)}}"#
        let answer = try ResolveAnswer(answer: service.post("/v1/resolve", request).body)
        let created = try service.post("/v1/sessions", #"{\#(environment), "layout": {\#(layout), \#(behavior)}}"#)
        let path = try #require(created.value(of: "Location"))
        let session = try SessionView(answer: service.get(path).body)
        #expect(
          answer.traits.size == session.environment.size && answer.isCollapsed == session.root.split?.isCollapsed,
          "\(device) \(orientation)")
      }
    }
  }

  @Test func `resolving in several environments has a result for each, or none`() throws {
    let service = Service()
    let body = { (last: String) in #"{"environments": [{}, {"width": 400, "height": 800}, \#(last)]}"# }
    let answer = try ResolveAnswer(answer: service.post("/v1/resolve", body("{}")).body)
    #expect(answer.results.map(\.isCollapsed) == [false, true, false] && !answer.isCollapsed)
    let refused = try service.post("/v1/resolve", body(#"{"device": "iPhone 3"}"#)).problem()
    #expect(refused.code == "unknown-device" && refused.pointer == "/environments/2/device")
    let impossible = try service.post("/v1/resolve", body(#"{"multitasking": "half", "device": "iPhone 16"}"#))
      .problem()
    #expect(impossible.status == 422 && impossible.pointer == "/environments/2/multitasking")
  }

  @Test func readinessEndsWithDraining() throws {
    let service = Service()
    let path = try service.created()
    #expect(try service.get("/readyz").text == #"{"status":"ok"}"#)
    service.service.isDraining = true
    let response = try service.get("/readyz")
    #expect(response.status == .serviceUnavailable && response.text == #"{"status":"draining"}"#)
    #expect(response.value(of: "Cache-Control") == "no-store")
    #expect(try service.get("/healthz").text == #"{"status":"ok"}"#)
    let refused = try service.post("/v1/sessions", Service.create())
    #expect(refused.code == "draining" && refused.value(of: "Retry-After") == "1")
    #expect(try service.post(path + "/transitions", Service.push("a")).status == .ok)
  }

  @Test func theContractIsServed() throws {
    let response = try Service().get("/openapi.yaml")
    #expect(response.status == .ok && response.value(of: "Content-Type") == "application/yaml")
    #expect(response.text.contains("\nopenapi: '3.1.0'\n") && response.text.hasSuffix("\n"))
    for operation in Navigation.Operation.allCases {
      #expect(response.text.contains("      operationId: \(operation.name)\n"))
      #expect(response.text.contains("\n  \(operation.template):\n"))
    }
    #expect(response.text.contains("\n  version: '\(Release.version)'\n"))
  }

  @Test func theContractIsServedAsJSON() throws {
    let response = try Service().get("/openapi.json")
    #expect(response.status == .ok && response.value(of: "Content-Type") == "application/json")
    #expect(
      response.text.hasPrefix(#"{"openapi":"3.1.0","info":{"#)
        && response.text.contains(#""version":"\#(Release.version)""#))
  }

  @Test func aModelReadsTheInterfaceInEightKibibytes() throws {
    let text = try Service().get("/llms.txt").text
    #expect(text.hasPrefix("# navigation-server\n") && text.utf8.count <= 8_192)
    let contract = try Service().get("/openapi.yaml").text
    for type in text.matches(of: /"type": "(\w+)"/).map(\.1) {
      #expect(contract.contains("const: \(type)\n"), "\(type)")
    }
    for path in text.matches(of: /`(?:GET|POST) (\/[\w\/{}]+)`/).map(\.1) {
      #expect(contract.contains("\n  \(path.replacing("{id}", with: "{sessionId}")):\n"), "\(path)")
    }
  }

  @Test func theIndexLeadsToEveryProblem() throws {
    let response = try Service().get("/problems")
    #expect(response.status == .ok && response.value(of: "Content-Type") == "text/html; charset=utf-8")
    for code in ProblemCode.allCases {
      #expect(response.text.contains(#"<a href="\#(code.type)"><code>\#(code.rawValue)</code></a>"#))
    }
  }

  @Test(arguments: ProblemCode.allCases) func everyProblemHasItsPage(_ code: ProblemCode) throws {
    let response = try Service().get(code.type)
    #expect(response.status == .ok && response.value(of: "Content-Type") == "text/html; charset=utf-8")
    #expect(response.text.contains(code.rawValue) && response.text.contains("status \(code.status)"))
    #expect(response.value(of: "Content-Security-Policy")?.hasPrefix("default-src 'self'; ") == true)
    #expect(response.text.filter { $0 == "<" }.count == response.text.filter { $0 == ">" }.count)
  }

  @Test(arguments: [
    "/v1/devices", "/healthz", "/readyz", "/openapi.yaml", "/openapi.json", "/llms.txt", "/docs", "/problems",
    "/problems/internal",
    "/v1/sessions",
  ])
  func headIsGetWithoutItsBody(target: String) throws {
    let service = Service()
    let (get, head) = (try service.get(target), try service.send(.head, target))
    // The server omits the body and sends its length.
    #expect(head.status == get.status && head.body == get.body)
  }

  @Test func aPathMayBeEscaped() throws {
    #expect(try Service().get("/%76%31/devices").status == .ok)
  }
}

/// The version is the same in all files that state it.
@Suite struct VersionTests {
  static let places: [(path: String, before: String, after: Character)] = [
    ("openapi.yaml", "\n  version: '", "'"),
    ("Dockerfile", "org.opencontainers.image.version=\"", "\""),
    // The newest release is first.
    (".github/CHANGELOG.md", "\n## ", "\n"),
  ]

  @Test(arguments: places) func aFileHasTheServersVersion(path: String, before: String, after: Character) throws {
    var top = URL(filePath: #filePath)
    for _ in 0..<3 { top.deleteLastPathComponent() }
    let text = try String(contentsOf: top.appending(path: path), encoding: .utf8)
    let rest = try #require(text.range(of: before).map { text[$0.upperBound...] })
    #expect(rest.prefix { $0 != after } == Release.version)
  }

  @Test func theVersionIsANumber() {
    #expect(Release.version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
  }
}
