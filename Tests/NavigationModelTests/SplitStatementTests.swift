import Testing

@testable import Navigation

/// SYS1-33 to SYS1-56: an article's statements on split views, and the header of UIKit that it annotates.
@Suite struct SplitStatementTests {
  static let rows: [Row] = [
    Row("SYS1-34 collapsed, the primary is seen", "split[=A || N: B]", [.collapse], "split<=A / N: B>"),
    Row("SYS1-35 secondaryOnly is not collapsed", "split[A || N: B]", [.mode(.secondaryOnly)], "split[(A) || N: B]"),
    Row("SYS1-36 landscape shows both", "split[A || N: B]", system: .iOS14, [], "split[A || N: B]"),
    Row("SYS1-38 CL-28 the classic style wraps nothing", "split[=A || =B]", [], "split[=A || =B]"),
    Row("SYS1-41 CO-3 a column style does", "split/2[A || B]", [.set(.primary, tree: .screen("C"))], "split/2[C || B]"),
    Row("SYS1-41 but not the compact column", "split/2[A || B]", [.set(.compact, "C")], "split/2[A || B @ C]"),
    Row(
      "SYS1-42 show and hide do not take the compact column", "split/2[A || B @ C]",
      [.show(.compact), .hide(.compact)],
      "split/2[A || B @ compact: C]", ""),
    Row("SYS1-42 hide of an expanded one changes the mode", "split/2[A || B]", [.hide(.primary)], "split/2[(A) || B]"),
    Row(
      "SYS1-44 a swipe reveals a hidden primary", "split[A || N: B]", [.mode(.secondaryOnly), .swipe(.leading)],
      "split[A || N: B]"),
    Row(
      "SYS1-50 the delegate first", "split[=A || N: B]", behavior: SplitDelegate(onShow: .handled),
      [.show("x", from: "A")],
      "split[=A || N: B]", "?show x=true"),
    Row("SYS1-50 regular: becomes the primary", "split[=A || N: B]", [.show("x", from: "A")], "split[=x || N: B]"),
    Row(
      "SYS1-50 or the secondary, if it is the primary's", "split[A > x || N: B]", [.existing("x", from: "split")],
      "split[A || =x]"),
    Row(
      "SYS1-51 the delegate first", "split[A || N: B]", behavior: SplitDelegate(onShowDetail: .handled),
      [.showDetail("x")],
      "split[A || N: B]", "?showDetail x=true"),
    Row(
      "SYS1-51 regular: the secondary, from any sender", "split[A || N: B]", [.showDetail("x", from: "B")],
      "split[A || =x]"),
    Row(
      "SYS1-52 a change of mode has its events", "split[A || N: B]", [.mode(.secondaryOnly)], "split[(A) || N: B]",
      "!willChangeTo secondaryOnly, !willHide primary, mode oneBesideSecondary->secondaryOnly, -will A, -did A, !didHide primary"
    ),
    Row(
      "SYS1-53 the button asks where to", "split[A || N: B]",
      behavior: SplitDelegate(targetDisplayModeForAction: .oneOverSecondary),
      [.tapButton], "split[A |> N: B]"),
    Row("SYS1-54 nil is the present primary", "split[=A || N: B]", [.collapse, .expand], "split[=A || N: B]"),
    Row(
      "SYS1-55 false: the primary's way", "split[A || N: B]", [.collapse], "split<A > {N: B}>"),
    Row(
      "SYS1-55 true: the app's work alone; it is taken off either way", "split[A || N: B]",
      behavior: SplitDelegate(onCollapse: .discard),
      [.collapse], "split<A / N: B>"),
    Row(
      "SYS1-50 SYS1-51 compact: it is presented", "split<=A / N: B>", in: .slideOver, [.showDetail("x")],
      "split<=A / N: B> ^ x"),
    Row(
      "SYS1-56 nil: the primary's way", "split[A || N: B]", [.collapse, .push("C", on: "primary"), .expand],
      "split[A > {N: B} || =C]"),
  ]

  @Test(arguments: rows.map(\.withSystemDefaults)) func statement(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "SYS1-40 the classic style has no such button", "split[A || N: B]",
      .setSplit { $0.showsSecondaryOnlyButton = true },
      .wrongStyle("split"))
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `SYS1-40 SYS1-44 SYS1-49: defaults`() {
    let usual = SplitPreferences()
    #expect(!usual.showsSecondaryOnlyButton && usual.presentsWithGesture && usual.primaryEdge == .leading)
  }

  @Test func `SYS1-43 SYS1-45: several view controllers expanded, one collapsed; no mode is automatic`() throws {
    var session = try Row("", "split[A || N: B]", [], "").open()
    #expect(session.root.split?.viewControllers == ["primary", "N"])
    _ = try session.apply(.mode(nil))
    #expect(session.root.split?.displayMode == .oneBesideSecondary)
    _ = try session.apply(.collapse)
    #expect(session.root.split?.viewControllers == ["primary"])
  }

  static let widths: [(rule: String, ColumnWidth, Double)] = [
    ("SYS1-47 the whole is the maximum", ColumnWidth(fraction: 1, maximum: 380), 380),
    ("SYS1-47 not below the minimum", ColumnWidth(fraction: 0, minimum: 300), 300),
    ("SYS1-48 points before the fraction", ColumnWidth(preferred: 400, fraction: 0.25), 400),
  ]

  @Test(arguments: widths) func width(_ row: (rule: String, ColumnWidth, Double)) {
    let room = SplitRoom(
      style: .classic, preferences: SplitPreferences(primaryWidth: row.1), size: Size(width: 1200, height: 800),
      scale: 2,
      rules: SystemVersion.iOS26.rules)
    #expect(room.primaryWidth(in: .oneBesideSecondary) == row.2, "\(row.rule)")
  }

  @Test func `SYS1-33: compact is limited room, regular is not`() throws {
    let phone = try Environment(place: .device(#require(Device(named: "iPhone 15")), .landscape, .fullScreen))
    #expect(phone.horizontal == .compact && phone.vertical == .compact)
    #expect(Environment().horizontal == .regular && Environment().vertical == .regular)
  }
}

extension Row {
  /// The row with UIKit's default behavior, unless it has a behavior of its own.
  fileprivate var withSystemDefaults: Row {
    guard behavior == .tabsInPrimary else { return self }
    var row = self
    row.behavior = SplitDelegate()
    return row
  }
}

extension Transition {
  fileprivate static func existing(_ id: ControllerID, from sender: ControllerID) -> Transition {
    Transition(.show(.existing(id), from: sender))
  }
}
