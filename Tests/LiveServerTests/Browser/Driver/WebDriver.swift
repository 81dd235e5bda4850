import Navigation

@testable import NavigationClient

/// Commands of W3C WebDriver over libcurl: https://www.w3.org/TR/webdriver2/.
final class WebDriver: Sendable {
  /// A failed command, with the error's code (WebDriver §6.6) and the driver's message.
  struct Refusal: Error, CustomStringConvertible {
    var command: String
    var code: String
    var message: String

    var description: String { "\(command): \(code): \(message)" }
  }

  private let transport: CurlTransport
  private let url: String

  init(url: String) throws {
    self.url = url
    var limits = TransportLimits()
    // Longer than the driver's own deadlines, so that the driver reports the unmet condition.
    limits.requestTimeout = .seconds(300)
    transport = try CurlTransport(limits: limits)
  }

  func close() { transport.close() }

  func get(_ path: String) async throws -> JSONValue { try await send(.get, path, nil) }

  func delete(_ path: String) async throws { _ = try await send(.delete, path, nil) }

  @discardableResult func post(_ path: String, _ body: String = "{}") async throws -> JSONValue {
    try await send(.post, path, body)
  }

  private func send(_ method: Navigation.Operation.Method, _ path: String, _ body: String?) async throws -> JSONValue {
    let request = TransportRequest(
      method, url + path, fields: ["Content-Type: application/json"], body: Array((body ?? "").utf8))
    let response = try await transport.send(request)
    var answer = try JSONDocument(response.body, unknownMembers: .skip).root.object()
    let value = try answer.require("value")
    guard response.status == 200 else {
      var problem = try value.object()
      throw Refusal(
        command: "\(method.rawValue) \(path)", code: try problem.string("error") ?? "",
        message: (try problem.string("message") ?? "") + "\n" + (body ?? ""))
    }
    return value
  }
}

extension String {
  /// The JSON string of the text, which is also one of JavaScript.
  var quoted: String {
    var writer = JSONWriter()
    writer.string(self)
    return writer.text
  }
}
