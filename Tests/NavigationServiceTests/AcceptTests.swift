import HTTPMessages
import Navigation
import Testing

/// The media types that a client accepts.
@Suite struct AcceptTests {
  typealias Service = ServiceUnderTest

  @Test(
    arguments: [
      ([], true), (["*/*"], true), (["application/json"], true), (["APPLICATION/JSON"], true),
      (["application/*"], true), ([""], true),
      (["text/html"], false), (["text/*"], false), (["application/xml, text/html;q=0.9"], false),
      (["application/jso"], false),
      (["text/html, */*;q=0.1"], true), (["text/html", "application/json;q=0.5"], true),
      (["application/json; charset=utf-8"], true),
      (["application/json;q=0"], false), (["application/json;q=0.000, */*"], false),
      (["application/json;q=0.001"], true),
      (["*/*;q=0"], false), (["application/*;q=0, application/json"], true),
      (["application/json ; q=0 , text/html"], false),
      (["*"], true), (["*, text/html"], false), (["text/html, image/gif, *; q=.2, */*; q=.2"], true),
      (["*/json"], true), ([","], true),
      (["application/problem+json"], false), (["application/json;profile=\"a,b\""], true),
    ] as [([String], Bool)]) func onlyAnAcceptWithoutJSONIsRefused(values: [String], isTaken: Bool) throws
  {
    let service = Service()
    let fields = values.map { (name: "Accept", value: $0) }
    #expect(try service.get("/v1/devices", fields).code == (isTaken ? nil : "not-acceptable"))
    #expect(try service.post("/v1/sessions", Service.create(), fields).code == (isTaken ? nil : "not-acceptable"))
    #expect(service.store.count == (isTaken ? 1 : 0))
    #expect(try service.get("/none", fields).code == "no-such-resource")
  }

  @Test(arguments: [
    ("/openapi.yaml", "application/yaml"), ("/llms.txt", "text/plain"), ("/problems/internal", "text/html"),
    ("/", "text/html"), ("/inspector/picture.css", "text/css"),
    ("/inspector/icon.svg", "image/svg+xml"), ("/inspector/main.js", "text/javascript"),
  ]) func everyAnswerIsOfItsType(target: String, type: String) throws {
    let response = try Service().get(target, [("Accept", type)])
    #expect(response.status == .ok && response.value(of: "Content-Type")?.hasPrefix(type) == true)
    #expect(try Service().get(target, [("Accept", "image/png")]).code == "not-acceptable")
  }

  @Test(
    arguments: ["/healthz", "/readyz", "/metrics"],
    ["image/png", "*/*;q=0", "application/openmetrics-text", "nonsense"])
  func probesAreAnsweredForAnyAccept(target: String, type: String) throws {
    #expect(try Service().get(target, [("Accept", type)]).status == .ok)
  }

  @Test func aResponseWithoutABodyHasNoType() throws {
    let service = Service()
    #expect(try service.send(.delete, try service.created(), [("Accept", "image/png")]).status == .noContent)
  }
}
