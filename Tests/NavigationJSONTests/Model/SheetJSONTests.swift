import Navigation
import Testing

/// The presentation of a screen as a sheet with these members.
private func sheet(_ members: String) -> String { #"{"type": "present", "screen": {"route": "r"}, \#(members)}"# }

/// D-500, D-501: members of sheets, their state in a session, and where a request with them is wrong.
@Suite struct SheetJSONTests {
  private static let nine = (1...9).map { #"{"id": "d\#($0)", "height": \#($0)}"# }.joined(separator: ", ")

  static let refused: [RefusedRow] = [
    RefusedRow(sheet(#""style": "fullScreen", "detents": ["medium"]"#), at: "/detents"),
    RefusedRow(sheet(#""style": "popover", "adaptation": "none", "selectedDetent": "large""#), at: "/selectedDetent"),
    RefusedRow(sheet(#""style": "currentContext", "largestUndimmedDetent": "large""#), at: "/largestUndimmedDetent"),
    RefusedRow(sheet(#""style": "overFullScreen", "edgeAttached": true"#), at: "/edgeAttached"),
    RefusedRow(sheet(#""adaptation": "fullScreen", "edgeAttached": true"#), at: "/edgeAttached"),
    RefusedRow(sheet(#""style": "fullScreen", "source": "a""#), at: "/source"),
    RefusedRow(sheet(#""detents": []"#), at: "/detents"),
    RefusedRow(sheet(#""detents": ["small"]"#), at: "/detents/0"),
    RefusedRow(sheet(#""detents": ["medium", "medium"]"#), at: "/detents/1"),
    RefusedRow(sheet(#""detents": ["large", "medium"]"#), at: "/detents/1"),
    RefusedRow(sheet(#""detents": [{"id": "b", "height": 90}, {"id": "a", "height": 80}]"#), at: "/detents/1"),
    RefusedRow(sheet(#""detents": [{"id": "medium", "height": 90}]"#), at: "/detents/0/id"),
    RefusedRow(sheet(#""detents": [{"id": "a b", "height": 90}]"#), at: "/detents/0/id"),
    RefusedRow(sheet(#""detents": [{"id": "a", "height": 0}]"#), at: "/detents/0/height"),
    RefusedRow(sheet(#""detents": [{"id": "a", "height": null}]"#), at: "/detents/0/height"),
    RefusedRow(sheet(#""detents": [{"id": "a"}]"#), at: "/detents/0"),
    RefusedRow(sheet(#""detents": [{"id": "a", "height": 9, "name": "b"}]"#), at: "/detents/0/name"),
    RefusedRow(sheet(#""detents": [\#(nine)]"#), at: "/detents/8"),
    RefusedRow(
      sheet(#""detents": ["medium"], "selectedDetent": "large""#), .model(.noSuchDetent("large", has: ["medium"])),
      at: "/selectedDetent"),
    RefusedRow(
      sheet(#""largestUndimmedDetent": "medium""#), .model(.noSuchDetent("medium", has: ["large"])),
      at: "/largestUndimmedDetent"),
    RefusedRow(sheet(#""dimmed": true"#), at: "/dimmed"),
    RefusedRow(#"{"type": "dragSheet"}"#, at: ""),
    RefusedRow(#"{"type": "dragSheet", "to": null}"#, at: "/to"),
    RefusedRow(#"{"type": "setSheet", "detents": ["large", "medium"]}"#, at: "/detents/1"),
    RefusedRow(#"{"type": "setSheet", "source": "a"}"#, at: "/source"),
  ]

  @Test(arguments: refused) func `D-500 D-501: a member that cannot act is refused at its place`(_ row: RefusedRow)
    throws
  {
    try row.check { _ = try Transition(json: $0) }
  }

  /// A phone upright, and lying on the edge and not, and a pad.
  @Test(
    arguments: [
      (393.0, 852.0, "", #""detent":"medium","dimmed":false,"#),
      (852, 393, #""edgeAttached":true,"#, #""detent":"large","dimmed":true,"#),
      (852, 393, "", #""adaptedStyle":"fullScreen","detent":"large","#),
      (1210, 834, "", #""detent":"medium","dimmed":false,"#),
    ])
  func `PR-14 PR-15: the session form has where a sheet stands, and whether it dims`(
    _ row: (width: Double, height: Double, edge: String, state: String)
  ) throws {
    let idiom: Idiom = row.width > 1_000 ? .pad : .phone
    let environment = try Environment(place: .free(Size(width: row.width, height: row.height), idiom, scale: 2))
    var presenter = Controller.presenting("a", .pageSheet, .screen("b"))
    presenter.presented?.form.sheet = Sheet([.medium, .large], undimmedUpTo: "medium", edgeAttached: row.edge != "")
    let json = written { presenter.write(to: &$0, form: .session(environment)) }
    let members = #""style":"pageSheet","detents":["medium","large"],"largestUndimmedDetent":"medium","#
    #expect(json.contains(#""presented":{\#(members)\#(row.edge)\#(row.state)"child":{"#), "\(json)")
    #expect(try Controller(json: document(json, .skip)) == presenter)
    #expect(try Controller(json: document(written { presenter.write(to: &$0, form: .snapshot) })) == presenter)
  }

  @Test func `D-500: a sheet without such members is written as before`() throws {
    let presenter = Controller.presenting("a", .pageSheet, .screen("b"))
    let json = written { presenter.write(to: &$0, form: .session(Environment())) }
    #expect(json.contains(#""presented":{"style":"pageSheet","child":{"#))
  }
}
