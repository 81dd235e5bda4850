import Navigation
import Testing

/// D-421, D-422: a mode by the split view's width, and modes without the gesture.
@Suite struct ByWidthTests {
  private static let entries = [
    WidthEntry(above: 0, displayMode: .secondaryOnly), WidthEntry(above: 960, displayMode: .oneBesideSecondary),
  ]
  /// Mastodon: the primary is shown above 960 points.
  private static let mastodon = Transition.setSplit { $0.byWidth = entries }
  private static let overlay = Transition.setSplit {
    $0.byWidth = [
      WidthEntry(above: 0, displayMode: .secondaryOnly), WidthEntry(above: 960, displayMode: .oneOverSecondary),
    ]
  }
  private static let wide = Row.Place.window(1_200, 800)
  private static let (two, hidden) = ("split/2[A || B]", "split/2[(A) || B]")
  private static let (w500, w900, w1200) = (
    Transition.resize(500, 800), Transition.resize(900, 800), Transition.resize(1_200, 800)
  )

  static let rows: [Row] = [
    Row(
      "D-421 narrower", two, in: wide, behavior: SplitDelegate(), [mastodon, w900], hidden,
      "!willChangeTo secondaryOnly, !willHide primary, mode oneBesideSecondary->secondaryOnly, -will A, -did A, "
        + "!didHide primary"),
    Row("D-421 and back", two, in: wide, behavior: SplitDelegate(), [mastodon, w900, w1200], two),
    Row(
      "D-421 at 960 it is not above", two, in: wide, behavior: SplitDelegate(), [mastodon, .resize(960, 800)], hidden),
    Row("D-421 within an entry", two, in: wide, behavior: SplitDelegate(), [mastodon, .resize(961, 800)], two, ""),
    Row("D-421 M3 at once", two, in: .window(900, 800), behavior: SplitDelegate(), [mastodon], hidden),
    Row(
      "D-421 M4 while collapsed", two, in: wide, behavior: SplitDelegate(), [mastodon, w500, w900],
      hidden),
    Row("D-421 M4 wide, narrow, and back", two, in: wide, behavior: SplitDelegate(), [mastodon, w500, w1200], two),
    Row(
      "D-421 D-60 a user's hand stands within an entry", two, in: wide, behavior: SplitDelegate(),
      [mastodon, w900, .swipe(.leading), .resize(880, 800)], two),
    Row(
      "D-421 D-60 and ends with it", two, in: wide, behavior: SplitDelegate(),
      [mastodon, w900, .swipe(.leading), w1200, w900], hidden),
    Row(
      "D-421 so does setDisplayMode", two, in: wide, behavior: SplitDelegate(),
      [mastodon, .mode(.secondaryOnly), .resize(1_100, 800)], hidden),
    Row(
      "D-421 and ends with it too", two, in: wide, behavior: SplitDelegate(),
      [mastodon, w900, .mode(.oneBesideSecondary), w1200, w900], hidden),
    Row(
      "D-421 M2 a request shows an overlay", two, in: .window(900, 800), behavior: SplitDelegate(), [overlay, w1200],
      "split/2[A |> B]"),
    Row(
      "D-421 D-128 taken away", two, in: wide, behavior: SplitDelegate(),
      [mastodon, .setSplit { $0.byWidth = [] }, w900], two),
    Row("D-421 classic", "split[A || ph]", in: wide, [mastodon, w900], "split[(A) || ph]"),
    Row(
      "D-422 DM-14 no swipe", two, in: wide, behavior: SplitDelegate(), [withoutGesture, .swipe(.trailing)], two, ""),
    Row(
      "D-422 from the mode on display", two, in: wide, behavior: SplitDelegate(),
      [withoutGesture, .mode(.secondaryOnly), .swipe(.leading)], two),
    Row(
      "D-422 D-128 taken away", two, in: wide, behavior: SplitDelegate(),
      [withoutGesture, .setSplit { $0.gestureOffIn = [] }, .swipe(.trailing)], hidden),
    Row(
      "D-422 DM-5 a preference is strictly respected", "split/3[A || S || B]", in: .window(700, 800),
      behavior: SplitDelegate(), [withoutGesture, .mode(.twoBesideSecondary)], "split/3[A || S || B]"),
    Row(
      "DM-5 else not", "split/3[A || S || B]", in: .window(700, 800), behavior: SplitDelegate(),
      [.mode(.twoBesideSecondary)], "split/3[A |> S |> B]"),
  ]

  private static let withoutGesture = Transition.setSplit { $0.gestureOffIn = [.oneBesideSecondary] }

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `D-422 DM-11: without the gesture there is no button, and no swipe is told`() throws {
    var session = try Session.open(SketchParser.tree(Self.two, behavior: SplitDelegate()), in: Environment()).session
    #expect(!session.gestures.isEmpty)
    _ = try session.apply(Self.withoutGesture)
    #expect(session.gestures.isEmpty)
    let button = Transition(.tapDisplayModeButton(split: nil))
    #expect(refusal(of: { _ = try session.apply(button) }) == .notOnDisplay("split"))
    _ = try session.apply(.setSplit { $0.displayModeButtonVisibility = .always })
    #expect(try session.apply(button).outcome.handled && session.sketch == Self.hidden)
  }

  static let starts: [(entries: [WidthEntry], width: Double, sketch: String)] = [
    (entries, 1_200, two), (entries, 900, hidden), (entries, 500, "split/2<A > {secondary: B}>"),
    ([WidthEntry(above: 0, displayMode: .oneOverSecondary)], 1_200, hidden),
    ([WidthEntry(above: 0), WidthEntry(above: 960, displayMode: .secondaryOnly)], 900, two),
  ]

  @Test(arguments: starts) func `D-421 M2: the first entry is as of the start`(
    _ row: (entries: [WidthEntry], width: Double, sketch: String)
  ) throws {
    var tree = try SketchParser.tree(Self.two, behavior: SplitDelegate())
    var split = try #require(tree.split)
    (split.byWidth, split.preferences.displayMode) = (row.entries, .twoBesideSecondary)
    tree.content = .split(split)
    let window = try Row.Place.window(row.width, 800).environment(.iOS26)
    #expect(try Session.open(tree, in: window).session.sketch == row.sketch)
    var request = ResolveRequest(environment: window, style: .doubleColumn)
    request.split.byWidth = row.entries
    let mode = ResolveAnswer(request).columns?.displayMode
    #expect(mode == (row.width == 500 ? nil : row.sketch == Self.two ? .oneBesideSecondary : .secondaryOnly))
  }
}
