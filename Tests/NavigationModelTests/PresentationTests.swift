import Navigation
import Testing

/// PR, CL-23: one tree over another.
@Suite struct PresentationTests {
  static let system = SplitDelegate()

  static let presenting: [Row] = [
    Row(
      "PR-1 a sheet goes up to the window's root", "tabs[x*: a | y: b]", [.present("s")], "tabs[x*: a | y: b] ^ s",
      "presented s by tabs, +will s, +did s"),
    Row(
      "PR-1 from inside a presented tree to its root", "stack: a ^ n: b > c", [.present("s", from: "b")],
      "stack: a ^ n: b > c ^ s"),
    Row(
      "PR-1 out of two presented trees", "stack: a ^ n: b ^ m: c", [.present("s", from: "c")],
      "stack: a ^ n: b ^ m: c ^ s"),
    Row(
      "PR-1 NV-18 currentContext goes to the nearest stack", "split[tabs[a*: la] || ph > d1]",
      [.present("s", .currentContext, from: "d1")],
      "split[tabs[a*: la] || ph > d1 ^currentContext s]",
      "presented s by secondary currentContext, -will d1, +will s, +did s, -did d1"),
    Row(
      "PR-1 currentContext without a stack goes to the root", "tabs[*=a]", [.present("s", .currentContext)],
      "tabs[*=a] ^currentContext s"),
    Row(
      "PR-1 PR-9 currentContext stays in the presented tree", "stack: a ^ b",
      [.present("s", .currentContext, from: "b")],
      "stack: a ^ b ^currentContext s"),
    Row("PR-1 from the screen shown last", "stack: a ^ n: b", [.present("s")], "stack: a ^ n: b ^ s"),
    Row(
      "PR-3 the default style is automatic", "stack: a", in: .phone, [.present("s")],
      "stack: a ^ s",
      "presented s by stack, +will s, +did s"),
    Row(
      "D-91 PR-6 NV-12 a pushed controller moves", "stack: a > b", [.present(moved: "b")], "stack: a ^ b",
      "b:stack->none, presented b by stack, +will a, +did a"),
    Row(
      "PR-6 from another stack", "tabs[x*: a | y: b > c]", [.present(moved: "c")], "tabs[x*: a | y: b] ^ c",
      "c:y->none, presented c by tabs, +will c, +did c"),
    Row(
      "PR-7 a full screen takes covered screens off display", "split[tabs[a*: la] || ph > d1]",
      [.present("s", .fullScreen)],
      "split[tabs[a*: la] || ph > d1] ^fullScreen s",
      "presented s by split fullScreen, -will la, -will d1, +will s, +did s, -did la, -did d1"),
    Row(
      "PR-7 and the sheet that it stands over", "stack: a ^ b", [.present("s", .fullScreen, from: "b")],
      "stack: a ^ b ^fullScreen s",
      "presented s by b fullScreen, -will a, -will b, +will s, +did s, -did a, -did b"),
    Row(
      "PR-7 a form sheet does not", "stack: a", [.present("s", .formSheet)], "stack: a ^formSheet s",
      "presented s by stack formSheet, +will s, +did s"),
    Row(
      "PR-7 nor a popover", "stack: a", [.present("s", .popover)], "stack: a ^popover s",
      "presented s by stack popover, +will s, +did s"),
    Row(
      "PR-7 nor an overFullScreen one", "stack: a", [.present("s", .overFullScreen)], "stack: a ^overFullScreen s",
      "presented s by stack overFullScreen, +will s, +did s"),
    Row(
      "a push inside a full screen is a push", "stack: a ^fullScreen n: b", [.push("c")],
      "stack: a ^fullScreen n: b > c",
      "-will b, +will c, -did b, +did c"),
    Row(
      "a split view that is presented appears for the first time", "stack: a", [.present(tree: .split, .pageSheet)],
      "stack: a ^pageSheet split[A || B]",
      "!willChangeTo oneBesideSecondary, !willShow primary, !willShow secondary, mode secondaryOnly->oneBesideSecondary, "
        + "presented split by stack pageSheet, +will A, +will B, +did A, +did B, !didShow primary, !didShow secondary"),
  ]

  static let dismissing: [Row] = [
    Row(
      "PR-4 by its presenter", "stack: a ^ n: b", [.dismiss("stack")], "stack: a",
      "dismissed n, -will b, -did b, discarded n, discarded b"),
    Row("PR-4 by the presented", "stack: a ^ n: b", [.dismiss("n")], "stack: a"),
    Row("PR-4 by a screen in it", "stack: a ^ n: b", [.dismiss("b")], "stack: a"),
    Row(
      "D-82 PR-4 without a name: the topmost", "stack: a ^ n: b ^ c", [.dismiss()], "stack: a ^ n: b",
      "dismissed c, -will c, -did c, discarded c"),
    Row(
      "PR-4 with all presented over it", "stack: a ^ n: b ^ c", [.dismiss("stack")], "stack: a",
      "dismissed n, dismissed c, -will b, -will c, -did b, -did c, discarded n, discarded b, discarded c"),
    Row("PR-4 of one that presents, only that", "stack: a ^ n: b ^ c", [.dismiss("n")], "stack: a ^ n: b"),
    Row("PR-4 of a child, what its parent presents", "stack: a ^ n: b ^ c", [.dismiss("b")], "stack: a ^ n: b"),
    Row("PR-4 of a child, what the window's root presents", "stack: a ^ b", [.dismiss("a")], "stack: a"),
    Row("PR-4 nothing presented: nothing", "stack: a", [.dismiss()], "stack: a", ""),
    Row(
      "PR-7 screens under a full screen return", "stack: a ^fullScreen s", [.dismiss()], "stack: a",
      "dismissed s, -will s, +will a, +did a, -did s, discarded s"),
    Row(
      "PR-7 LS-1 a list that comes back forgets its row", "stack: a(r1) ^fullScreen s", [.dismiss()], "stack: a",
      "dismissed s, -will s, +will a, a(r1->-) viewWillAppear, +did a, -did s, discarded s"),
    Row(
      "PR-7 a context in one column leaves the other", "split[A || N: B ^currentContext s]", behavior: system,
      [.dismiss()],
      "split[A || N: B]", "dismissed s, -will s, +will B, +did B, -did s, discarded s"),
    Row("the topmost is the last presented, not the outermost", "stack: {a ^ s} ^ t", [.dismiss()], "stack: {a ^ s}"),
    Row(
      "a presenter that leaves takes it along", "tabs[x*: a > {b ^ s}]", [.pop()], "tabs[x*: a]",
      "dismissed s, -will b, -will s, +will a, -did b, -did s, +did a, discarded b, discarded s"),
    Row("an item that a presented tree shows dismisses it", "stack: a ^ s ^ t", [.removeItem("s")], "stack: a"),
    Row(
      "D-90 so does one at the root of its stack", "stack: a ^ n: s > t", [.removeItem("s")], "stack: a",
      "dismissed n, -will t, -did t, discarded n, discarded s, discarded t"),
    Row(
      "and what stands over a column that goes back to its placeholder", "split[A || d ^currentContext n: x > d1]",
      [.update("d") { $0.route = "x" }, .removeItem("x")], "split[A || ph]"),
    Row("one further up goes alone", "stack: a ^ n: s > t", [.removeItem("t")], "stack: a ^ n: s"),
    Row("one below stays with what it presents", "stack: a ^ s", [.removeItem("a")], "stack: a ^ s", ""),
    Row(
      "a column emptied to its placeholder keeps it", "split[A || d0 ^currentContext s]", [.removeItem("d0")],
      "split[A || ph ^currentContext s]"),
  ]

  /// A controller forwards a dismissal to what presents: itself, its nearest parent, at last the presenter of its tree.
  static let forwarded: [Row] = [
    Row("PR-4 of tabs", "tabs[x*: a | =split[A || N: B]]", [.dismiss("tabs")], "tabs[x*: a | =split[A || N: B]]", ""),
    Row(
      "PR-4 of tabs", "tabs[x*: a | =split[A || N: B]] ^ n: b", [.dismiss("tabs")], "tabs[x*: a | =split[A || N: B]]"),
    Row(
      "PR-4 of tabs", "tabs[x*: a | =split[A || N: B]] ^ n: b ^ m: c", [.dismiss("tabs")],
      "tabs[x*: a | =split[A || N: B]]"),
    Row("PR-4 of a", "tabs[x*: a | =split[A || N: B]]", [.dismiss("a")], "tabs[x*: a | =split[A || N: B]]", ""),
    Row("PR-4 of a", "tabs[x*: a | =split[A || N: B]] ^ n: b", [.dismiss("a")], "tabs[x*: a | =split[A || N: B]]"),
    Row(
      "PR-4 of a", "tabs[x*: a | =split[A || N: B]] ^ n: b ^ m: c", [.dismiss("a")], "tabs[x*: a | =split[A || N: B]]"),
    Row("PR-4 of B", "tabs[x*: a | =split[A || N: B]]", [.dismiss("B")], "tabs[x*: a | =split[A || N: B]]", ""),
    Row("PR-4 of B", "tabs[x*: a | =split[A || N: B]] ^ n: b", [.dismiss("B")], "tabs[x*: a | =split[A || N: B]]"),
    Row(
      "PR-4 of B", "tabs[x*: a | =split[A || N: B]] ^ n: b ^ m: c", [.dismiss("B")], "tabs[x*: a | =split[A || N: B]]"),
    Row("PR-4 of n", "tabs[x*: a | =split[A || N: B]] ^ n: b", [.dismiss("n")], "tabs[x*: a | =split[A || N: B]]"),
    Row(
      "PR-4 of n", "tabs[x*: a | =split[A || N: B]] ^ n: b ^ m: c", [.dismiss("n")],
      "tabs[x*: a | =split[A || N: B]] ^ n: b"),
    Row("PR-4 of b", "tabs[x*: a | =split[A || N: B]] ^ n: b", [.dismiss("b")], "tabs[x*: a | =split[A || N: B]]"),
    Row(
      "PR-4 of b", "tabs[x*: a | =split[A || N: B]] ^ n: b ^ m: c", [.dismiss("b")],
      "tabs[x*: a | =split[A || N: B]] ^ n: b"),
    Row(
      "PR-4 of m", "tabs[x*: a | =split[A || N: B]] ^ n: b ^ m: c", [.dismiss("m")],
      "tabs[x*: a | =split[A || N: B]] ^ n: b"),
    Row(
      "PR-4 of c", "tabs[x*: a | =split[A || N: B]] ^ n: b ^ m: c", [.dismiss("c")],
      "tabs[x*: a | =split[A || N: B]] ^ n: b"),
    Row("PR-4 of a", "stack: a > e", [.dismiss("a")], "stack: a > e", ""),
    Row("PR-4 of a", "stack: a > e ^ n: b", [.dismiss("a")], "stack: a > e"),
    Row("PR-4 of a", "stack: a > e ^ n: b ^ m: c", [.dismiss("a")], "stack: a > e"),
    Row("PR-4 of b", "stack: a > e ^ n: b > d ^ m: c", [.dismiss("b")], "stack: a > e ^ n: b > d"),
  ]

  static let insiders: [Row] = [
    Row(
      "the innermost stack of the screen shown last", "split[tabs[a*: la] || ph] ^ n: b", [.push("c")],
      "split[tabs[a*: la] || ph] ^ n: b > c"),
    Row(
      "inside its presenter: the stack below a lone screen", "stack: a ^ b", [.push("c")], "stack: a > c ^ b",
      "-will a, +will c, -did a, +did c"),
    Row(
      "a stack presented by a split view receives pushes", "split<tabs[a*: la] / ph> ^ n: b", in: .slideOver,
      [.push("c")],
      "split<tabs[a*: la] / ph> ^ n: b > c"),
    Row(
      "D-135 a covered primary is no sender", "split[tabs[a*: la] || ph] ^ n: b", [.show("x")],
      "split[tabs[a*: la] || ph] ^ n: b > x"),
    Row(
      "PR-9 with a covered primary, the screen shown last", "split[A || N: B] ^fullScreen n: s", behavior: system,
      [.show("x")],
      "split[A || N: B] ^fullScreen n: s > x"),
    Row("back never crosses it", "stack: a > b ^ c", [.back()], "stack: a > b ^ c", ""),
    Row("back inside it", "stack: a ^ n: b > c", [.back()], "stack: a ^ n: b"),
    Row(
      "a swipe inside it", "stack: a > b ^ n: c > d", [.back(.began)], "stack: a > b ^ n: c > d <~", "-will d, +will c"),
    Row(
      "setStack works in it", "stack: a ^ n: b", [.setStack("n", [.new("x"), .existing("b")])], "stack: a ^ n: x > b"),
    Row("updates reach it", "stack: a ^ s", [.row("r1", in: "s")], "stack: a ^ s(r1)", "s(-->r1) user"),
    Row("LS-3 PR-9 its lists have no split view", "split[A || ph] ^ n: b(r1) > c", [.back()], "split[A || ph] ^ n: b"),
  ]

  static let adapting: [Row] = [
    Row(
      "CL-23 D-73 it survives a collapse", "split[tabs[a*: la] || ph > d1] ^ s", [.collapse],
      "split<tabs[a*: la > d1] / ph> ^ s"),
    Row(
      "CL-23 D-73 and an expansion", "split[tabs[a*: la] || ph > d1] ^ s", [.collapse, .expand],
      "split[tabs[a*: la] || ph > d1] ^ s"),
    Row(
      "D-87 CL-24 a split view under a full screen collapses at once", "split[A || N: B] ^fullScreen s",
      behavior: system, [.collapse],
      "split<A > {N: B}> ^fullScreen s",
      "?primaryForCollapsing=nil, ?collapse N onto primary=false, !willHide secondary, !willHide primary, !willShow secondary, "
        + "N:split->primary, collapsed, !didCollapse, !didHide primary, !didShow secondary, target"),
    Row(
      "CL-23 one in a column goes with its stack", "split[A || N: B ^currentContext s]", behavior: system, [.collapse],
      "split<A > {N: B ^currentContext s}>"),
    Row(
      "CL-23 and is preserved with it", "split[tabs[a*: la] || ph > d1 ^currentContext s]", [.collapse],
      "split<tabs[a*: la > d1] / ph ^currentContext s>"),
    Row(
      "CL-23 and comes back", "split[tabs[a*: la] || ph > d1 ^currentContext s]", [.collapse, .expand],
      "split[tabs[a*: la] || ph > d1 ^currentContext s]"),
    Row(
      "CL-23 Awful 746: a presenter thrown away by a collapse takes it along", "split[A || N: B ^currentContext s]",
      behavior: .flat,
      [.collapse], "split<A > B>"),
    Row(
      "rotations leave it alone", "split[tabs[a*: la] || ph] ^popover s",
      [.rotate(.portrait), .device("iPhone 16 Plus")],
      "split<tabs[a*: la] / ph> ^popover s"),
    Row(
      "SC-11 it is there after the background", "split[tabs[a*: la] || ph] ^ s",
      [Transition(.enterBackground), Transition(.enterForeground)], "split[tabs[a*: la] || ph] ^ s", ""),
    Row(
      "SC-11 a controller presented meanwhile stays", "stack: a",
      [Transition(.enterBackground), .present("s"), Transition(.enterForeground)],
      "stack: a ^ s", ""),
  ]

  @Test(arguments: presenting) func presents(_ row: Row) throws { try row.check() }
  @Test(arguments: dismissing) func dismisses(_ row: Row) throws { try row.check() }
  @Test(arguments: forwarded) func forwards(_ row: Row) throws { try row.check() }
  @Test(arguments: insiders) func staysInside(_ row: Row) throws { try row.check() }
  @Test(arguments: adapting) func adapts(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("PR-2 PR-6 a second one", "stack: a ^ b", .present("s", from: "a"), .alreadyPresenting("stack")),
    Refusal("PR-6 by show", "tabs[*=a] ^ b", .show("s", from: "a"), .alreadyPresenting("tabs")),
    Refusal("PR-6 an already presented one", "stack: a ^ b", .present(moved: "b", from: "b"), .cannotPush("b")),
    Refusal("PR-6 a tab", "tabs[x*: a | y: b]", .present(moved: "y"), .cannotPush("y")),
    Refusal("PR-6 a column", "split[A || N: B]", behavior: system, .present(moved: "N"), .cannotPush("N")),
    Refusal(
      "PR-6 CL-7 a column that a collapse pushed", "split<A > {N: B}>", in: .slideOver, behavior: system,
      .present(moved: "N"),
      .cannotPush("N")),
    Refusal("PR-6 a stack's root", "tabs[x*: a | y: b]", .present(moved: "b"), .cannotPush("b")),
    Refusal("PR-9 a presented controller is in no stack", "stack: a ^ b", .popTo("b"), .notInStack("b")),
    Refusal("it is not pushed while it is presented", "stack: a ^ b", .move("b", to: "stack"), .cannotPush("b")),
    Refusal(
      "D-92 a placeholder is only in a detail column", "stack: a",
      .present(tree: "ph".placeholder ?? .screen("ph")),
      .cannotContain(container: "stack", child: "ph")),
    Refusal(
      "a name that is taken", "stack: a ^ b", .push("b", on: "stack"),
      .duplicateController("b", at: HolderPlace(in: "stack", .displayed))),
    Refusal("an unknown one", "stack: a", .dismiss("z"), .noSuchController("z")),
    Refusal("a tap under a sheet", "tabs[x*: a | y: b] ^ s", .tap("y"), .notOnDisplay("tabs")),
    Refusal("under a full screen", "tabs[x*: a | y: b] ^fullScreen s", .tap("y"), .notOnDisplay("tabs")),
    Refusal(
      "a swipe under a popover", "split[A || N: B] ^popover s", behavior: system, .swipe(.trailing),
      .notOnDisplay("split")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }
}

extension SplitDelegate {
  fileprivate static var flat: SplitDelegate { SplitDelegate(flattenOnCollapse: true) }
}

extension Controller {
  fileprivate static var split: Controller {
    Controller(
      id: "split",
      content: .split(Split(primary: .stack("primary", .screen("A")), secondary: .stack("secondary", .screen("B")))))
  }
}
