import Navigation
import Testing

/// D-411: `onSeparate` `wrapped` of a classic split view.
@Suite struct WrappedPageTests {
  private static let wraps = SplitDelegate(onSeparate: .wrapped)
  private static let empty = "split<A > p>"

  static let rows: [Row] = [
    Row(
      "D-411 M11 a page stands in a stack of its own", "split<A > p > q>", in: .slideOver, behavior: wraps, [.expand],
      "split[A > p || c1: q]",
      "?primaryForExpanding=nil, ?separate from primary=c1, !willShow primary, !willShow secondary, "
        + "q:primary->c1, expanded, +will p, +did p, !didExpand, "
        + "!didShow primary, !didShow secondary, target"),
    Row(
      "D-411 system: bare", "split<A > p > q>", in: .slideOver, behavior: SplitDelegate(), [.expand],
      "split[A > p || =q]"),
    Row(
      "D-411 CL-7 it nests at the next collapse", empty, in: .slideOver, behavior: wraps, [.expand, .collapse],
      "split<A > {c1: p}>"),
    Row(
      "D-411 and keeps its stack", empty, in: .slideOver, behavior: wraps, [.expand, .collapse, .expand],
      "split[A || c1: p]"),
    Row(
      "D-411 NV-2 its push lands on it", empty, in: .slideOver, behavior: wraps, [.expand, .push("x", from: "p")],
      "split[A || c1: p > x]"),
    Row(
      "D-411 CL-17 a nested stack returns as it is", "split[A || N: B > C]", behavior: wraps, [.collapse, .expand],
      "split[A || N: B > C]"),
    Row(
      "D-411 M11 a page above it", "split[A || N: B]", behavior: wraps,
      [.collapse, .push("x", on: "primary"), .expand],
      "split[A > {N: B} || c1: x]"),
    Row("D-411 CL-15 never the root", "split<A>", in: .slideOver, behavior: wraps, [.expand], "split[A || -]"),
    Row(
      "D-411 CL-15 a tab bar gives nothing", "split[tabs[t*: l > p] || =d]", behavior: wraps, [.collapse, .expand],
      "split[tabs[t*: l > p] || =d]"),
    Row(
      "D-411 what was preserved is not wrapped", "split[A || =d]",
      behavior: SplitDelegate(onCollapse: .discard, onSeparate: .wrapped), [.collapse, .expand], "split[A || =d]"),
    Row(
      "D-411 an answer of the app is not", "split<A > p>", in: .slideOver,
      behavior: SplitDelegate(onSeparate: .wrapped, secondaryForSeparating: .screen("z")), [.expand],
      "split[A > p || =z]"),
    Row(
      "D-411 top tabs", "split<A > top{*b | c}>", in: .slideOver, behavior: wraps, [.expand],
      "split[A || c1: top{*b | c}]"),
    Row(
      "D-411 the next id is the next", empty, in: .slideOver, behavior: wraps,
      [.expand, .collapse, .expand, .push(tree: Controller(id: .automatic, content: .screen(Screen(route: "y"))))],
      "split[A || c1: p > c2]"),
    Row(
      "D-411 without effect in a column style", "split/2[A > p || -]", behavior: wraps, [.collapse, .expand],
      "split/2[A > p || -]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }
}
