import Navigation
import Testing

/// What follows from a visit of members.
@Suite struct MemberVisitorTests {
  /// The contract's check has names and types alone, so a row has each value.
  @Test func `the rows set each member of a screen`() {
    let usual = Mirror(reflecting: Screen(route: "")).children.map { "\($0.value)" }
    let set = ControllerJSONTests.screens.flatMap { row in
      zip(Mirror(reflecting: row.value).children, usual).filter { "\($0.value)" != $1 }.compactMap(\.0.label)
    }
    #expect(Set(set) == Set(Mirror(reflecting: Screen(route: "")).children.compactMap(\.label)))
  }

  /// Written by its name, and read back by the visit; null resets each alone.
  @Test func `an app's answers are those that a visit finds`() throws {
    let everything = try SplitDelegate(json: document(Self.answers))
    #expect(written { everything.write(to: &$0, form: .request) } == Self.answers)
    let usual = written { SplitDelegate().write(to: &$0, form: .request) }
    #expect(usual == "{}")
    var reader = try document(Self.answers).object()
    for (name, _) in reader.members {
      let reset = Transition(
        .setSplit(SplitUpdate { $0.delegate = try? SplitDelegateUpdate(json: document(#"{"\#(name)":null}"#)) }))
      let json = written { reset.write(to: &$0) }
      #expect(json.contains(#""behavior":{"\#(name)":"#))
      #expect(try Transition(json: document(json)) == reset)
    }
  }

  /// Of a style alone, or the id of a controller: each in the tree that has it.
  @Test(arguments: [
    #"{"kind":"split","id":"x","style":"tripleColumn","displayMode":"secondaryOnly","#
      + #""behavior":{"supplementaryPlaceholder":{"id":"supplementaryPlaceholder","route":"none"}}}"#,
    #"{"kind":"split","id":"x","style":"classic","primary":{"kind":"stack","id":"t","children":"#
      + #"[{"kind":"screen","id":"a","route":"r"}]},"displayMode":"secondaryOnly","behavior":{"collapsesOnto":"t"}}"#,
  ])
  func `an answer of one style or tree`(_ json: String) throws {
    let tree = try Controller(json: document(json))
    #expect(written { tree.write(to: &$0, form: .request) } == json)
    #expect(tree.split?.delegate != SplitDelegate())
  }

  @Test func `a supplementary's placeholder has an id of its own`() throws {
    let delegate = try SplitDelegate(
      json: document(#"{"placeholder":{"route":"a"},"supplementaryPlaceholder":{"route":"b"}}"#))
    #expect(delegate.placeholder?.id == "placeholder")
    #expect(delegate.supplementaryPlaceholder?.id == "supplementaryPlaceholder")
  }

  /// No answer as by default, in the order of the visit.
  private static let answers =
    #"{"onShowDetail":"handled","onShow":"handled","onCollapse":"discard","onSeparate":"preservedSecondary","#
    + #""onTabSwitch":"followTab","collapsesOnto":"t","primaryForCollapsing":{"kind":"screen","id":"pc","route":"r"},"#
    + #""primaryForExpanding":{"kind":"screen","id":"pe","route":"r"},"#
    + #""secondaryForSeparating":{"kind":"screen","id":"ss","route":"r"},"placeholder":{"id":"ph","route":"r"},"#
    + #""supplementaryPlaceholder":{"id":"sp","route":"r"},"#
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
