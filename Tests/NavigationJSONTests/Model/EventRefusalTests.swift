import Navigation
import Testing

/// Events that are not read.
@Suite struct EventRefusalTests {
  static let events: [RefusedRow] = [
    RefusedRow(#"{"type": "viewWillAppear", "controller": "a"}"#, at: ""),
    RefusedRow(#"{"type": "parentChanged", "controller": "a", "from": null}"#, at: ""),
    RefusedRow(
      #"{"type": "selectionChanged", "controller": "a", "from": null, "to": null, "cause": "magic"}"#, at: "/cause"),
    RefusedRow(#"{"type": "delegateCall", "controller": "x", "method": "splitViewController(_:willShow:)"}"#, at: ""),
    RefusedRow(
      #"{"type": "delegateCall", "controller": "x", "method": "splitViewController(_:willShow:)", "arguments": {"column": "primary", "x": 1}}"#,
      at: "/arguments/x"),
    RefusedRow(
      #"{"type": "delegateCall", "controller": "x", "method": "splitViewControllerDidExpand(_:)", "answer": null}"#,
      at: "/answer"),
    RefusedRow(#"{"type": "delegateCall", "controller": "x", "method": "viewDidLoad()"}"#, at: "/method"),
  ]

  @Test(arguments: events) func event(_ row: RefusedRow) throws {
    try row.check { _ = try Event(json: $0) }
  }
}
