import NavigationClient
import Testing

/// A state of the page that is checked.
struct Scene: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Nil for a page without a session.
  var session: String?
  var transitions: [String]
  /// The elements pressed then, and the condition after that.
  var taps: [String]
  var condition: String

  init(
    _ name: String, _ session: String?, _ transitions: [String] = [], tap taps: String...,
    until condition: String = "true"
  ) {
    (testDescription, self.session, self.transitions, self.taps, self.condition) = (
      name, session, transitions, taps, condition
    )
  }

  static let all: [Scene] = [
    Scene("no session", nil), Scene("a messenger", Sample.messenger, [Sample.show]),
    Scene("collapsed", Sample.messenger, [Sample.show, Sample.slideOver]), Scene("three columns", Sample.mail),
    Scene("a column over another", Sample.twoColumns, [Sample.overlay]), Scene("top tabs", Sample.news),
    Scene("a sheet", Sample.messenger, [Sample.show, Sample.sheet]), Scene("a phone", Sample.phone, [Sample.push]),
    Scene("hidden ones", Sample.messenger, [Sample.show], tap: "#hidden-toggle", until: "$('#stage .hidden-cards')"),
    Scene(
      "the past", Sample.messenger, [Sample.show, Sample.slideOver], tap: "#timeline",
      until: "$('#live').checkVisibility()"),
    Scene(
      "what is found", Sample.lostLetter, tap: "#views [data-view=explore]", "#findings summary",
      until: "$$('.strip svg').length === 3 && $$('#map svg').length === 4"),
    Scene("a new design", nil, tap: "#new-design", until: "$$('#design-form select').length > 4"),
    Scene(
      "two designs", Sample.messenger, [Sample.show], tap: "[data-view=design]", "#design-create:enabled",
      until: "$('#beside').checkVisibility()"),
  ]

  /// The states with an overlay.
  static let overlays: [Scene] = [
    Scene(
      "a transition by hand", Sample.messenger, [Sample.show], tap: "#send-open",
      until: "$('#send-body').checkVisibility()"),
    Scene("exports", Sample.messenger, tap: "#export", until: "$('#export-menu').checkVisibility()"),
    Scene("a deletion", Sample.messenger, tap: "#delete", until: "$('#delete-dialog').open"),
    Scene(
      "a whole command", Sample.messenger, [Sample.show], tap: "#curl", until: "document.activeElement.id === 'curl'"),
  ]

  func open(in inspector: Inspector) async throws {
    if let session {
      _ = try await inspector.open(session: session, after: transitions)
      try await inspector.see(transitions.count)
      try await inspector.page.wait(until: "$$('#sessions button').length > 0")
    } else {
      try await inspector.open()
    }
    for tap in taps { try await inspector.page.tap(tap) }
    try await inspector.page.wait(until: condition)
    try await inspector.page.settle()
  }
}
