import Navigation
import Testing

/// The schemas have the members that the visits name, of the same types and words, and besides those only what the
/// reader of each reads itself.
@Suite struct ContractMemberTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var schema: String
    var members: [VisitedMember]
    /// What is no part of a visit.
    var others: Set<String>

    var testDescription: String { schema }
  }

  static let rows: [Row] = [
    Row(
      schema: "UpdateScreen", members: screen(nullable: true),
      others: transition.union(["controller"]).union(ofContainers)),
    Row(
      schema: "RouteScreen", members: screen(nullable: true).filter { !["route", "params"].contains($0.name) },
      others: ["traitOverride"]),
    Row(schema: "Screen", members: screen(nullable: false), others: tree),
    Row(schema: "NewScreen", members: screen(nullable: false), others: tree),
    Row(
      schema: "PlaceholderScreen", members: screen(nullable: false).filter { $0.name != "placeholder" },
      others: ["id", "traitOverride"]),
    Row(
      schema: "SetSplit", members: split(nullable: true),
      others: transition.union(ofSplit).union(["split"])),
    Row(schema: "ResolveSplit", members: split(nullable: true), others: ofSplit.union(["style", "isInspectorShown"])),
    Row(schema: "SplitBehaviorInput", members: behavior(nullable: true), others: []),
    Row(schema: "SplitBehavior", members: behavior(nullable: false), others: []),
  ]

  @Test(arguments: rows)
  func `a schema has the visited members`(_ row: Row) throws {
    let contract = try Contract.shared.get()
    let properties = try #require(contract.schema(row.schema)?["properties"]?.members)
    let found = properties.filter { !row.others.contains($0.name) }.map { property in
      VisitedMember(property.name, property.value, in: contract)
    }
    #expect(Set(row.members).subtracting(found) == [])
    #expect(Set(found).subtracting(row.members) == [])
    #expect(row.others.isSubset(of: properties.map(\.name)))
  }

  /// A tree of a split view has them among its state and its columns.
  @Test(arguments: ["SplitInput", "Split"])
  func `a split view has the visited members`(_ schema: String) throws {
    let contract = try Contract.shared.get()
    let properties = try #require(contract.schema(schema)?["properties"]?.members)
    let found = properties.map { VisitedMember($0.name, $0.value, in: contract) }
    #expect(Set(Self.split(nullable: false)).subtracting(found) == [])
  }

  /// Its reader and its writer are by hand.
  @Test func `top tabs have the members of their update`() throws {
    let update = TopTabsUpdate {
      $0.currentPage = "a"
      $0.isTabControlHidden = true
      $0.bounces = true
      $0.allowedBounceEdges = [.leading]
      $0.pageAppearance = .all
    }
    var writer = JSONWriter()
    Transition(.setTopTabs(update)).write(to: &writer)
    let written = Set(try ContractValue(json: String(decoding: writer.bytes, as: UTF8.self)).members.map(\.name))
    let contract = try Contract.shared.get()
    let named = { (schema: String) in Set(contract.schema(schema)?["properties"]?.members.map(\.name) ?? []) }
    let declared = Set(Mirror(reflecting: update).children.compactMap(\.label))
    #expect(written == declared.union(["type"]))
    #expect(named("SetTopTabs") == declared.union(Self.transition).union(["topTabs"]))
    #expect(declared.isSubset(of: named("TopTabsInput")) && declared.isSubset(of: named("TopTabs")))
  }

  /// No declared member is left out of a visit.
  @Test func `every declared member is visited`() {
    let declared = Mirror(reflecting: SplitDelegate()).children.compactMap(\.label)
    #expect(declared == Self.behavior(nullable: false).map(\.name))
    #expect(declared == Mirror(reflecting: SplitDelegateUpdate()).children.compactMap(\.label))
    let settable = Self.screen(nullable: true).count
    #expect(Mirror(reflecting: ScreenUpdate()).children.count == settable + Self.ofContainers.count)
    let kept =
      Mirror(reflecting: Screen(route: "")).children.count + Mirror(reflecting: ControllerAnswers()).children.count
    #expect(kept == Self.screen(nullable: false).count)
  }

  private static let transition: Set<String> = ["type", "animated", "confirm"]
  private static let tree: Set<String> = ["kind", "id", "traitOverride", "presented"]
  /// Of an update, read by hand.
  private static let ofContainers: Set<String> = ["traitOverride"]
  private static let ofSplit: Set<String> = ["byWidth", "gestureOffIn", "behaviorFrom", "behavior", "traitOverride"]

  static func screen(nullable: Bool) -> [VisitedMember] {
    var (screen, dismissal, update) = (Screen(route: ""), ControllerAnswers(), ScreenUpdate())
    var collector = MemberCollector(isUpdate: nullable)
    Screen.visit(&screen, &update, &collector)
    ControllerAnswers.visit(&dismissal, &update, &collector)
    return collector.members
  }

  private static func split(nullable: Bool) -> [VisitedMember] {
    var (preferences, update, collector) = (SplitPreferences(), SplitUpdate(), MemberCollector(isUpdate: nullable))
    SplitPreferences.visit(&preferences, &update, &collector)
    return collector.members
  }

  static func behavior(nullable: Bool) -> [VisitedMember] {
    var (answers, update) = (SplitDelegate(), SplitDelegateUpdate())
    var collector = MemberCollector(isUpdate: nullable)
    SplitDelegate.visit(&answers, &update, &collector)
    return collector.members
  }
}
