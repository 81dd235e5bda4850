import Foundation
import Navigation
import Testing

/// What was recorded of UIKit (M), and what `explore` finds, as logs.
@Suite struct RecordedRowTests {
  /// A split view of two stacks, a window that becomes compact, and what UIKit said: `split`, `primary` and `secondary`
  /// are the containers, A and B the screens.
  static let recordings: [(rule: String, style: String, answers: String, calls: [String])] = [
    (
      "M8 M7", "doubleColumn", "",
      [
        call(
          "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)", #""proposed": "secondary""#, "secondary"),
        call("splitViewController(_:willHide:)", #""column": "secondary""#),
        call("splitViewController(_:willHide:)", #""column": "primary""#),
        call("splitViewController(_:willShow:)", #""column": "secondary""#),
        #"{"type": "viewWillDisappear", "controller": "A"}"#, #"{"type": "viewDidDisappear", "controller": "A"}"#,
        call("splitViewControllerDidCollapse(_:)"), call("splitViewController(_:didHide:)", #""column": "primary""#),
        call("splitViewController(_:didShow:)", #""column": "secondary""#),
      ]
    ),
    (
      "M11", "classic", "",
      [
        #"{"type": "delegateCall", "controller": "split", "method": "primaryViewController(forCollapsing:)", "answer": null}"#,
        #"{"type": "delegateCall", "controller": "split", "method": "splitViewController(_:collapseSecondary:onto:)", "#
          + #""arguments": {"secondary": "secondary", "primary": "primary"}, "answer": false}"#,
        call("splitViewController(_:willHide:)", #""column": "secondary""#),
        call("splitViewController(_:willHide:)", #""column": "primary""#),
        call("splitViewController(_:willShow:)", #""column": "secondary""#),
        #"{"type": "viewWillDisappear", "controller": "A"}"#, #"{"type": "viewDidDisappear", "controller": "A"}"#,
        call("splitViewControllerDidCollapse(_:)"), call("splitViewController(_:didHide:)", #""column": "primary""#),
        call("splitViewController(_:didShow:)", #""column": "secondary""#),
      ]
    ),
  ]

  private static func call(_ method: String, _ argument: String? = nil, _ answer: String? = nil) -> String {
    let arguments = argument.map { #", "arguments": {\#($0)}"# } ?? ""
    let answer = answer.map { #", "answer": "\#($0)""# } ?? ""
    return #"{"type": "delegateCall", "controller": "split", "method": "\#(method)"\#(arguments)\#(answer)}"#
  }

  @Test(arguments: recordings) func `D-351: a recording of UIKit agrees, and with one callback less it does not`(
    rule: String, style: String, answers: String, calls: [String]
  ) throws {
    let column = { (id: String, screen: String) in
      #"{"kind": "stack", "id": "\#(id)", "children": [{"kind": "screen", "id": "\#(screen)", "route": "\#(screen)"}]}"#
    }
    let design = try Design(
      json: #"""
        {"environment": {"device": "iPad Pro 11-inch (M4)"}, "root": {"kind": "split", "id": "split", "style": "\#(style)",
        "primary": \#(column("primary", "A")), "secondary": \#(column("secondary", "B"))\#(answers)}}
        """#.utf8)
    let log = { (calls: [String]) in
      """
      {"visible": ["A", "B"]}
      {"transition": {"type": "setMultitasking", "multitasking": "slideOver"}, "events": [\(calls.joined(separator: ", "))], "visible": ["B"]}
      """
    }
    let result = try design.verify(log: log(calls).utf8)
    #expect(result.isEmpty && result.agreed == 2, "\(rule): \(result.text(log: "log"))")
    // A question after what the delegate is told.
    let late = Array(calls.dropFirst()) + calls.prefix(1)
    #expect(try design.verify(log: log(late).utf8).difference?.line == 2, "\(rule)")
    for index in calls.indices {
      var fewer = calls
      fewer.remove(at: index)
      let records = #"{"records": ["visible", "viewWillDisappear", "viewDidDisappear"\#(Self.methods(in: calls))]}"#
      #expect(
        try design.verify(log: (records + "\n" + log(fewer)).utf8).difference?.line == 3, "\(rule): \(calls[index])")
    }
  }

  private static func methods(in calls: [String]) -> String {
    Set(calls.flatMap { $0.matches(of: /"method": "([^"]+)"/).map { String($0.1) } }).map { ", \"\($0)\"" }.joined()
  }

  /// Each way to a finding, as an app does it that is no other, with names of its own for all controllers.
  @Test(arguments: ["mail", "columns", "settings", "shop", "messenger", "compact"]) func `D-352: ways are logs`(
    example: String
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples/\(example).json")
    var design = try Design(json: Data(contentsOf: file))
    design.checks =
      Check.plain + [.never(.placeholder, in: nil)]
      + (design.app.routes?.routes ?? []).map {
        .never(.route($0.name), in: nil)
      }
    design.environments = [design.app.environment] + design.app.environment.windowsOfDevice.suffix(1)
    let findings = try design.explore(limits: SearchLimits(states: 300, bytes: 1 << 30)).answer.findings
    #expect(findings.count > 2)
    for way in findings.compactMap(\.examples.first) {
      design.app.environment = way.environment
      var app = try LoggingApp(design)
      for step in way.way { try app.perform(step.transitions) }
      #expect(try design.verify(log: app.log).isEmpty, "\(way.way.map(\.name))")
      let ids = app.ids.sorted()
      let names = ids.enumerated().map { "\"name \($0.offset)\": \"\($0.element)\"" }
      let lines = app.lines.map { LoggingApp.renamed($0) { id in ids.firstIndex(of: id).map { "name \($0)" } } }
      let renamed = #"{"names": {\#(names.joined(separator: ", "))}}"# + "\n" + lines.joined(separator: "\n")
      let result = try design.verify(log: renamed.utf8)
      #expect(result.isEmpty, "\(way.way.map(\.name)): \(result.text(log: "log"))")
    }
  }
}

extension LoggingApp {
  /// What the log names.
  fileprivate var ids: Set<String> {
    let found = Found()
    for line in lines {
      _ = Self.renamed(line) { id in
        found.ids.insert(id)
        return nil
      }
    }
    return found.ids
  }

  /// A line with other names in its events and in `visible`.
  fileprivate static func renamed(_ line: String, _ name: @escaping (String) -> String?) -> String {
    guard let start = line.range(of: "\"events\"")?.lowerBound else { return line }
    let other = { (text: Substring) in "\"" + (name(String(text)) ?? String(text)) + "\"" }
    let pieces = line[start...].components(separatedBy: "{\"type\":").map { event in
      let isBetween = event.contains(/^"(parentChanged|tabSelected|pageChanged)"/)
      return event.replacing(/"(\w+)":"([^"]+)"/) { match -> String in
        let isID = ids.contains(String(match.1)) || (isBetween && ["from", "to"].contains(match.1))
        return isID ? "\"\(match.1)\":" + other(match.2) : String(match.0)
      }
    }
    let events = pieces.joined(separator: "{\"type\":")
    let visible = events.range(of: "\"visible\"")?.lowerBound ?? events.endIndex
    return String(line[..<start]) + events[..<visible]
      + events[visible...].replacing(/(\[|, )"([^"]+)"/) { match in match.1 + other(match.2) }
  }

  private static let ids: Set<String> = [
    "controller", "split", "placeholder", "tabBar", "topTabs", "presenter", "secondary", "primary", "tab",
  ]
}

private final class Found {
  var ids: Set<String> = []
}
