import Navigation
import Testing

/// Written sketches are parsed to the same trees.
@Suite struct SketchTests {
  static let sketches = [
    "stack: a", "stack: a > b(r1) > c", "stack: a > b >> c", "stack: a > b >>", "stack: a > b <~",
    "tabs[x*: a > b | y: c]",
    "tabs[x: a | *=b]",
    "tabs[=a & d > e | *=b]", "tabs[x: a > b & d | y*: c]", "split[top: tabs[=a & d | *=b] || ph > e]",
    "stack: tabs[x*: a] > d",
    "split[tabs[a*: la > sub | b: lb] || ph > d1]", "split[A || =B]", "split[=A || -]", "split[P: A || S: B]",
    "top{*a | b(r1) | c}", "stack: top{a | *b @160.5} > d", "top{*a @-20}", "top{s: a > b >> c | *tabs[x*: a]}",
    "tabs[x*: top{*a | b} | =top2{*c}]",
    "top{*outer{a | *b} | c}", "split[A || =top{*a | b}]", "split[=top{a | *s: b > c <~} || top2{*d} > e]",
    "top{*split[(A) || =B] | c}",
    "stack: a > {b ^ x} > c ^popover n: y ^ z",
    "stack: a ^pageSheet(peek=200? medium*~ large!) s", "stack: a ^(medium large) n: y ^popover(large!) z",
    "tabs[x*: a ^currentContext s | y: b] ^fullScreen t", "tabs[*=a ^ s | =b]", "stack: {a ^ s} > b >> c ^ t",
  ]

  @Test(arguments: sketches) func writtenSketchesAreParsed(_ sketch: String) throws {
    let tree = try SketchParser.tree(sketch, behavior: SplitDelegate())
    let session = Session(restored: tree, environment: Environment(), countedIDs: 0)
    let shown =
      sketch.hasPrefix("split[")
      ? sketch.replacing("[", with: "[(", maxReplacements: 1).replacing(" ||", with: ") ||") : sketch
    #expect(session.sketch == shown)
  }

  static let collapsed = [
    "split<A > {N: B > C}>", "split<tabs[a*: la > sub >> d1] / ph>", "split<=A / N: B>", "split<A > b >>>",
    "split<top: tabs[=a | *=b & e] > d / ph>",
    "split<A ^ s / N: B ^popover t> ^ u",
  ]

  @Test(arguments: collapsed) func readsCollapsed(_ sketch: String) throws {
    let tree = try SketchParser.tree(sketch)
    #expect(
      Session(restored: tree, environment: try Row.Place.slideOver.environment(.iOS26), countedIDs: 0).sketch == sketch)
  }
}
