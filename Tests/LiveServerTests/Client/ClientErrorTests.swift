import Glibc
import Navigation
import Testing

@testable import NavigationClient

/// The printed form of errors.
@Suite struct ClientErrorTests {
  @Test(arguments: [
    (ClientError.invalidURL("localhost"), #""localhost" is not the URL of a server, such as http://127.0.0.1:8080"#),
    (.invalidArgument("no key"), "no key"),
    (
      .nothingListens(server: "unix:/a", reason: "connection refused"),
      "nothing listens at unix:/a (connection refused)"
    ),
    (.unreachable(server: "http://a", reason: "no such host"), "no connection to http://a (no such host)"),
    (.timedOut(server: "http://a"), "no answer in time from http://a"),
    (.connectionLost(server: "http://a", reason: "reset"), "the connection to http://a broke (reset)"),
    (.cancelled, "the task was cancelled"), (.closed, "the client is closed"),
    (.unexpectedAnswer(status: 200, detail: "no ETag"), "no answer of a navigation server: status 200, no ETag"),
    (.unexpectedAnswer(status: 0, detail: "not HTTP"), "no answer of a navigation server: not HTTP"),
    (.notLaunched(program: "nav", reason: "no such program"), "nav was not launched (no such program)"),
    (.problem(Problem(.duplicateController, "It is there.")), "duplicate-controller (422): It is there."),
  ]) func `an error is one line`(error: ClientError, line: String) {
    // Swift prints the last form for an error that ends a program.
    #expect(error.description == line && "\(error)" == line && String(reflecting: error) == line)
    #expect(!line.contains("\n"))
  }

  @Test func `a stopped server is distinguished from an unknown host`() async throws {
    let (descriptor, port) = try RawServer.reserve()
    defer { close(descriptor) }
    let error = await failure {
      try await Client(url: "http://127.0.0.1:\(port)/").createSession(.stack(root: .screen(route: "r")))
    }
    #expect(error.map { "\($0)" } == "nothing listens at http://127.0.0.1:\(port) (connection refused)")
    let other = await failure { try await Client(url: "http://nowhere.invalid").health() }
    guard case .unreachable(server: "http://nowhere.invalid", _) = other else {
      return #expect(Bool(false), "\(String(describing: other))")
    }
  }
}
