import NavigationJSON
import NavigationModel
import Testing

/// The hand-written readers and writers, used for every record, have exactly the visited members.
@Suite struct MemberVisitorTests {
  static let dismissals = [
    ControllerAnswers(), ControllerAnswers(isModalInPresentation: true), ControllerAnswers(onShouldDismiss: false),
    ControllerAnswers(supportedInterfaceOrientations: .portrait),
  ]

  @Test(arguments: ControllerJSONTests.screens.map(\.value), dismissals)
  func `a controller's members are the visited ones`(_ screen: Screen, _ dismissal: ControllerAnswers) throws {
    var update = Self.update(to: screen, dismissal)
    var writer = JSONWriter()
    Transition(.updateScreen("a", update)).write(to: &writer)
    let visited = try members(writer.bytes, without: ["type", "controller"])
    writer = JSONWriter()
    Controller(id: "a", answers: dismissal, content: .screen(screen)).write(to: &writer, form: .request)
    let bytes = writer.bytes
    #expect(try members(bytes, without: ["kind", "id", "placeholder", "selection"]) == visited)

    let read = try Controller(json: JSONDocument(bytes).root)
    var (applied, applier) = (Screen(route: ""), UpdateApplier())
    Screen.visit(&applied, &update, &applier)
    (applied.isPlaceholder, applied.selection) = (screen.isPlaceholder, screen.selection)
    #expect(read.screen == applied && read.screen == screen && read.answers == dismissal)
  }

  /// A member that no row sets may be missing in the reader and the writer.
  @Test func `the rows set each member of a screen`() {
    var set: Set<String> = []
    for row in ControllerJSONTests.screens {
      for dismissal in Self.dismissals {
        let members = Mirror(reflecting: Self.update(to: row.value, dismissal)).children
        set.formUnion(members.filter { !Mirror(reflecting: $0.value).children.isEmpty }.compactMap(\.label))
      }
    }
    let ofContainers: Set = ["traitOverride", "isTabBarHidden"]
    #expect(set.union(ofContainers) == Set(Mirror(reflecting: ScreenUpdate()).children.compactMap(\.label)))
  }

  /// The update from a screen with the defaults.
  private static func update(to screen: Screen, _ dismissal: ControllerAnswers) -> ScreenUpdate {
    var (screen, dismissal, update) = (screen, dismissal, ScreenUpdate())
    var (usual, usualDismissal, difference) = (Screen(route: ""), ControllerAnswers(), UpdateDifference())
    Screen.visit(&usual, &update, &difference)
    Screen.visit(&screen, &update, &difference)
    ControllerAnswers.visit(&usualDismissal, &update, &difference)
    ControllerAnswers.visit(&dismissal, &update, &difference)
    return update
  }

  /// Each answer alone, reset and set: written by its name, and read back by the visit.
  @Test(arguments: SplitDelegateUpdate.Member.allCases)
  func `an app's answers are those that a visit finds`(_ member: SplitDelegateUpdate.Member) throws {
    let everything = try SplitDelegateUpdate(json: document(Self.answers)).values
    let set = SplitDelegateUpdate(everything, resetting: [])
    #expect(set.members == Set(SplitDelegateUpdate.Member.allCases))
    #expect(written { everything.write(to: &$0, form: .request) } == Self.answers)
    let reset = SplitDelegateUpdate(resetting: [member])
    let json = written { Transition(.setSplit(SplitUpdate { $0.delegate = reset })).write(to: &$0) }
    #expect(json.contains(#""behavior":{"\#(member.rawValue)":"#))
    #expect(try Transition(json: document(json)) == Transition(.setSplit(SplitUpdate { $0.delegate = reset })))
  }

  /// No answer as by default, in the order of the visit.
  private static let answers =
    #"{"onShowDetail":"handled","onShow":"handled","onCollapse":"discard","onSeparate":"preservedSecondary","#
    + #""onTabSwitch":"followTab","primaryForCollapsing":{"kind":"screen","id":"pc","route":"r"},"#
    + #""primaryForExpanding":{"kind":"screen","id":"pe","route":"r"},"#
    + #""secondaryForSeparating":{"kind":"screen","id":"ss","route":"r"},"placeholder":{"id":"ph","route":"r"},"#
    + #""allowsReturnToPlaceholder":false,"topColumnForCollapsing":"primary","#
    + #""onDetailPopped":"discard","displayModeForExpanding":"secondaryOnly","#
    + #""targetDisplayModeForAction":"secondaryOnly","flattenOnCollapse":true,"#
    + #""supportedInterfaceOrientations":"portraitOnPhone"}"#

  @Test func `top tabs have the members of their update`() throws {
    let topTabs = try #require(
      TopTabs(
        pages: TopTabsJSONTests.pages, isTabControlHidden: true, bounces: false, allowedBounceEdges: [.trailing],
        pageAppearance: .all))
    let update = TopTabsUpdate {
      $0.isTabControlHidden = topTabs.isTabControlHidden
      $0.bounces = topTabs.bounces
      $0.allowedBounceEdges = topTabs.allowedBounceEdges
      $0.pageAppearance = topTabs.pageAppearance
    }
    var writer = JSONWriter()
    Transition(.setTopTabs(update)).write(to: &writer)
    let updated = try members(writer.bytes, without: ["type"])
    writer = JSONWriter()
    Controller(id: "t", content: .topTabs(topTabs)).write(to: &writer, form: .request)
    #expect(try members(writer.bytes, without: ["kind", "id", "pages", "currentPage"]) == updated)
    #expect(updated.count == 4)
  }

  private func members(_ bytes: [UInt8], without left: Set<String>) throws -> [String: String] {
    var reader = try JSONDocument(bytes).root.object()
    var members: [String: String] = [:]
    for (name, value) in reader.members where !left.contains(name) { members[name] = value.compactText() }
    return members
  }
}
