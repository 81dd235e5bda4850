import Navigation
import Testing

/// SH: show and showDetail through the responder chain.
@Suite struct ShowTests {
  static let system = SplitDelegate()

  static let rows: [Row] = [
    Row(
      "SH-1 SH-4 NV-26 a list pushes on its own stack", "split[tabs[a*: la] || ph]", [.show("x")],
      "split[tabs[a*: la > x] || ph]",
      "-will la, +will x, -did la, +did x"),
    Row(
      "SH-1 from the detail", "split[tabs[a*: la] || ph > d1]", [.show("x", from: "d1")],
      "split[tabs[a*: la] || ph > d1 > x]"),
    Row(
      "SH-2 SYS2-5 a stack does not take showDetail", "split[tabs[a*: la] || ph > d1]", [.showDetail("x", from: "d1")],
      "split[tabs[a*: la] || ph > x]"),
    Row(
      "SH-5 SYS1-50 a screen of the primary becomes the secondary", "split[A > x || =B]", behavior: system,
      [Transition(.show(.existing("x"), from: "B"))], "split[A || =x]"),
    Row(
      "SH-9 a stack around a detail keeps its bar", "split[A || N: B]", behavior: system,
      [.showDetail(tree: .stack("M", .screen("x")))],
      "split[A || M: x]"),
    Row("SH-2 the tab bar takes neither", "stack: tabs[*=a]", [.show("x", from: "a")], "stack: tabs[*=a] > x"),
    Row(
      "SH-6 collapsed: a push", "split[A || N: B]", in: .slideOver, behavior: system,
      [.pop(from: "primary"), .showDetail("x")],
      "split<A > x>",
      "?showDetail x=false, !willHide primary, -will A, +will x, -did A, +did x, !didHide primary"),
    Row(
      "SH-6 CL-7 SYS2-7 a stack is nested", "split[A || N: B]", in: .slideOver, behavior: system,
      [.pop(from: "primary"), .showDetail(tree: .stack("M", .screen("x")))], "split<A > {M: x}>"),
    Row(
      "SH-6 M11 the column on top is asked", "split[A || N: B]", in: .slideOver, behavior: system, [.showDetail("x")],
      "split<A > {N: B} > x>",
      "?showDetail x=false, !willHide secondary, -will B, +will x, -did B, +did x, !didHide secondary"),
    Row(
      "SH-3 SH-7 SH-8 D-51 SYS1-51 SYS2-6 expanded: replaced", "split[A || N: B]", behavior: system, [.showDetail("x")],
      "split[A || =x]",
      "?showDetail x=false, -will B, +will x, -did B, +did x, discarded N, discarded B"),
    Row(
      "SH-7 a delegate that handles it", "split[A || N: B]", behavior: .handles, [.showDetail("x")], "split[A || N: B]",
      "?showDetail x=true"),
    Row(
      "SH-5 a delegate that handles show", "split[=A || N: B]", behavior: .handles, [.show("x", from: "A")],
      "split[=A || N: B]",
      "?show x=true"),
    Row(
      "SH-5 show replaces the primary", "split[=A || N: B]", behavior: system, [.show("x", from: "A")],
      "split[=x || N: B]",
      "?show x=false, -will A, +will x, -did A, +did x, discarded A"),
    Row(
      "SH-1 PR-8 NV-26 no split view: the root of the window presents it", "tabs[x*: a | y: b]",
      [.showDetail("x1", from: "b")],
      "tabs[x*: a | y: b] ^ x1", "presented x1 by tabs, +will x1, +did x1"),
    Row("SH-1 PR-8 no controller pushes", "tabs[*=a]", [.show("x")], "tabs[*=a] ^ x"),
    Row(
      "SH-1 from a presented tree its root presents", "stack: a ^ tabs[*=b]", [.show("x", from: "b")],
      "stack: a ^ tabs[*=b] ^ x"),
    Row(
      "SH-1 PR-9 the split view below is not asked", "split[tabs[a*: la] || ph] ^ n: b", [.showDetail("x", from: "b")],
      "split[tabs[a*: la] || ph] ^ n: b ^ x", "presented x by n, +will x, +did x"),
    Row("SH-1 PR-9 nor is the stack", "stack: a ^ b", [.show("x", from: "b")], "stack: a ^ b ^ x"),
    Row("SH-1 SH-4 a stack inside a sheet pushes", "stack: a ^ n: b", [.show("x", from: "b")], "stack: a ^ n: b > x"),
    Row(
      "D-74 SH-6 SYS0-8 collapsed over a tab bar: a page sheet", "split[tabs[a*: la] || ph]", in: .slideOver,
      behavior: system,
      [.showDetail("x")], "split<tabs[a*: la] / ph> ^ x", "?showDetail x=false, presented x by split, +will x, +did x"),
    Row(
      "SH-5 collapsed: presented", "split[=A || N: B]", in: .slideOver, behavior: system, [.show("x", from: "A")],
      "split<=A / N: B> ^ x", "?show x=false, presented x by split, +will x, +did x"),
    Row(
      "SH-12 collapsed onto a compact tree that pushes nothing: presented", "split/2[A || B @ tabs[*=c]]",
      in: .slideOver,
      [.showDetail("x", from: "c")], "split/2<tabs[*=c] @ A || B> ^ x"),
    Row(
      "SH-13 a column style, collapsed: presented", "split/2[A || B @ tabs[*=c]]", in: .slideOver,
      [.show("x", from: "c")],
      "split/2<tabs[*=c] @ A || B> ^ x", "presented x by split, +will x, +did x"),
    Row(
      "SYS1-16 collapsed over a stack: pushed on it", "split<A / ph>", in: .slideOver, [.showDetail("d1")],
      "split<A > d1 / ph>"),
    Row(
      "NV-12 a controller moves to the detail", "split[tabs[a*: la > x] || ph]",
      [Transition(.showDetail(.existing("x"), from: "la"))],
      "split[tabs[a*: la] || ph > x]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("SH-1 unknown sender", "stack: a", .show("x", from: "z"), .noSuchController("z")),
    Refusal(
      "NV-8 a detail that is there", "split[tabs[a*: la] || ph > d1]",
      Transition(.showDetail(.existing("d1"), from: "la")),
      .duplicateController("d1")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  /// Without `from`; the primary is hidden or covered.
  static let senders: [Row] = [
    Row(
      "D-135 a detail beside a hidden sidebar", "split[tabs[a*: la] || ph]", in: .padPortrait, system: .iOS14,
      [.showDetail("x")], "split[(tabs[a*: la]) || ph > x]"),
    Row(
      "D-135 show beside a hidden sidebar", "split[tabs[a*: la] || ph]", in: .padPortrait, system: .iOS14,
      [.showDetail("x"), .show("y")], "split[(tabs[a*: la]) || ph > x > y]"),
    Row(
      "D-135 three columns, the primary hidden", "split/3[A || S || B]", in: .padPortrait, behavior: SplitDelegate(),
      [.showDetail("x")], "split/3[(A) || S || x]"),
    Row(
      "D-135 an overlay's primary, above the dimmed secondary", "split/2[A || B]", behavior: SplitDelegate(),
      [.mode(.oneOverSecondary), .show("x")], "split/2[A > x |> B]"),
    Row("D-135 the sheet over a split view", "split[A || ph] ^ n: s", [.show("x")], "split[A || ph] ^ n: s > x"),
    Row(
      "D-135 PR-6 a sheet presents the next one", "split[tabs[a*: la] || ph] ^ b", [.present("s")],
      "split[tabs[a*: la] || ph] ^ b ^ s"),
  ]

  @Test(arguments: senders) func sends(_ row: Row) throws { try row.check() }
}

extension SplitDelegate {
  fileprivate static var handles: SplitDelegate { SplitDelegate(onShowDetail: .handled, onShow: .handled) }
}
