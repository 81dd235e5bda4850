import NavigationClient
import Testing

/// The page in a state worth looking at.
struct Scene: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Nil where no session is open.
  var session: String?
  var transitions: [String]
  /// What is pressed then, and what is true after it.
  var taps: [String]
  var condition: String

  init(_ name: String, _ session: String?, _ transitions: [String] = [], tap taps: String..., until condition: String = "true") {
    (testDescription, self.session, self.transitions, self.taps, self.condition) = (name, session, transitions, taps, condition)
  }

  static let all: [Scene] = [
    Scene("no session", nil), Scene("a messenger", Sample.messenger, [Sample.show]),
    Scene("collapsed", Sample.messenger, [Sample.show, Sample.slideOver]), Scene("three columns", Sample.mail),
    Scene("a column over another", Sample.twoColumns, [Sample.overlay]), Scene("top tabs", Sample.news),
    Scene("a sheet", Sample.messenger, [Sample.show, Sample.sheet]), Scene("a phone", Sample.phone, [Sample.push]),
    Scene("hidden ones", Sample.messenger, [Sample.show], tap: "#hidden-toggle", until: "$('#stage .hidden-cards')"),
    Scene("the past", Sample.messenger, [Sample.show, Sample.slideOver], tap: "#timeline", until: "$('#live').checkVisibility()"),
    Scene(
      "all that opens", Sample.messenger, [Sample.show], tap: "#any > summary", "#create summary",
      until: "$('#send-body').checkVisibility()"),
  ]

  func open(in inspector: Inspector) async throws {
    guard let session else { return try await inspector.open() }
    _ = try await inspector.open(session: session, after: transitions)
    try await inspector.see(transitions.count)
    for tap in taps { try await inspector.page.tap(tap) }
    try await inspector.page.wait(until: condition)
    try await inspector.page.settle()
  }
}
