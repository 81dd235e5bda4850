import Navigation
import Testing

/// The closed lists of words are those of the model.
@Suite struct ContractWordTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  static let lists: [(schema: String, words: [String])] = [
    ("SizeClass", words(SizeClass.self)),
    ("Idiom", words(Idiom.self)),
    ("Orientation", words(Orientation.self)),
    ("Multitasking", words(Multitasking.self)),
    ("SystemVersion", words(SystemVersion.self)),
    ("Pose", words(Pose.self)),
    ("SplitLayout", words(SplitLayout.self)),
    ("DisplayMode", words(DisplayMode.self)),
    ("ColumnName", words(Column.self)),
    ("DisplayModeOrAutomatic", ["automatic"] + words(DisplayMode.self)),
    ("DisplayModeOrProposed", ["proposed"] + words(DisplayMode.self)),
    ("ColumnBehavior", words(SplitBehavior.self)),
    ("ColumnBehaviorOrAutomatic", ["automatic"] + words(SplitBehavior.self)),
    ("SplitStyle", words(SplitStyle.self)),
    ("ButtonVisibility", words(SplitPreferences.ButtonVisibility.self)),
    ("TopColumnForCollapsing", words(SplitDelegate.TopColumnForCollapsing.self)),
    ("ClearsSelection", words(Screen.ClearsSelection.self)),
    ("ShouldSelect", words(Tab.ShouldSelect.self)), ("OnReselect", words(Tab.OnReselect.self)),
    ("HorizontalEdge", words(HorizontalEdge.self)),
    ("LeftBarAction", words(Screen.LeftBarAction.self)),
    ("PageAppearance", words(TopTabs.PageAppearance.self)),
    ("PlainCheck", Check.plain.map(\.word)), ("SearchBound", words(SearchBound.self)),
    ("ParamType", words(ScreenRoute.ParamType.self)),
    ("RouteOpening", words(ScreenRoute.OpeningWord.self)),
    ("DisplayedLevels", words(TabNode.DisplayedLevels.self)),
    ("RowOpening", words(Transition.RowOpening.self)), ("Again", words(Transition.Again.self)),
    ("ScrollPhase", words(Transition.ScrollPhase.self)),
    ("ResizePhase", words(Transition.ResizePhase.self)),
    ("SplitArrangement", words(SplitArrangement.self)),
    ("BackPhase", words(Transition.BackPhase.self)), ("BackWay", words(Transition.BackWay.self)),
    ("BackSwipe", words(Screen.BackSwipe.self)), ("BarPlace", words(BarPlace.self)),
    ("TabBarMode", words(TabBarMode.self)), ("TabSidebarLayout", words(TabSidebar.Layout.self)),
    ("TabSidebarPlacement", words(TabSidebar.Placement.self)), ("TabPlacement", words(TabForm.Placement.self)),
    ("TabRole", words(TabForm.Role.self)),
    ("SelectionCause", words(Event.SelectionCause.self)),
    ("PresentationStyle", words(PresentationStyle.self)),
    ("PresentationAdaptation", words(PresentationAdaptation.self)), ("PresentationEnd", words(PresentationEnd.self)),
    ("OnShowDetail", words(SplitDelegate.OnShowDetail.self)),
    ("OnShow", words(SplitDelegate.OnShow.self)),
    ("OnCollapse", words(SplitDelegate.OnCollapse.self)),
    ("OnSeparate", words(SplitDelegate.OnSeparate.self)),
    ("EmptyDetail", words(SplitDelegate.EmptyDetail.self)),
    ("OnDetailPopped", words(SplitDelegate.OnDetailPopped.self)),
    ("OnTabSwitch", words(SplitDelegate.OnTabSwitch.self)),
    ("SupportedInterfaceOrientations", words(SplitDelegate.SupportedInterfaceOrientations.self)),
  ]

  @Test(arguments: lists)
  func wordsAreTheModels(schema: String, words: [String]) {
    #expect(contract.words(of: schema) == words)
  }

  @Test(arguments: ["ControllerInput", "Controller"])
  func kindsAreTheModels(schema: String) {
    let kinds = contract.schema(schema)?["oneOf"]?.elements.map {
      contract.resolved($0)["properties"]?["kind"]?["const"]?.string
    }
    #expect(kinds == Self.words(Controller.Kind.self))
  }

  @Test func reasonsAreTheModels() {
    let reasons = contract.schema("Blocked")?["properties"]?["by"]?["enum"]?.elements.compactMap(\.string)
    #expect(reasons == Self.words(Outcome.Blocked.Reason.self))
  }

  /// An open list: the contract names its words in the description.
  @Test func `D-160: the contract names each reason`() throws {
    let reason = contract.schema("Outcome")?["properties"]?["reason"]
    let text = try #require(reason?["description"]?.string)
    let named = Set(text.matches(of: /`([a-z-]+)`/).map { String($0.1) })
    #expect(named == Set(Self.words(Outcome.Reason.self)) && reason?["enum"] == nil)
  }

  @Test func everyListOfWordsIsCompared() {
    let lists = (contract.document["components"]?["schemas"]?.members ?? []).filter { $0.value["enum"] != nil }.map(
      \.name)
    #expect(Set(lists) == Set(Self.lists.map(\.schema) + ["HealthStatus", "ProblemCode"]))
  }

  @Test func limitsAreTheModels() {
    let id = contract.schema("ControllerId")
    #expect(id?["minLength"]?.integer == Limits.idBytes.lowerBound)
    #expect(id?["maxLength"]?.integer == Limits.idBytes.upperBound)
    let offset = contract.schema("ContentOffset")
    #expect(offset?["minimum"]?.integer.map(Double.init) == Limits.contentOffset.lowerBound)
    #expect(offset?["maximum"]?.integer.map(Double.init) == Limits.contentOffset.upperBound)
    let width = contract.schema("ColumnWidth")
    #expect(width?["minimum"]?.double == Limits.columnWidth.lowerBound)
    #expect(width?["maximum"]?.double == Limits.columnWidth.upperBound)
    let scale = contract.schema("EnvironmentInput")?["properties"]?["scale"]
    #expect(scale?["minimum"]?.integer == Limits.scale.lowerBound)
    #expect(scale?["maximum"]?.integer == Limits.scale.upperBound)
  }

  private static func words<T: RawRepresentable & CaseIterable>(_: T.Type) -> [String] where T.RawValue == String {
    T.allCases.map(\.rawValue)
  }
}
