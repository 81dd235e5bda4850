import Navigation

/// Tab bars with groups, for tables; in a split view in place of its primary.
enum GroupDesign: String, Sendable {
  /// A group with a landing page, which has one stack for its tabs (TG-9).
  case managed = """
    {"kind": "tabBar", "id": "tabs", "tabs": [
      {"id": "home", "child": {"kind": "stack", "id": "h", "children": [{"id": "hh", "route": "r0"}]}},
      {"id": "G", "managed": {"id": "s"}, "child": {"id": "g", "route": "r1"}, "tabs": [
        {"id": "A", "child": {"id": "a", "route": "r2"}}, {"id": "B", "child": {"id": "b", "route": "r3"}}]}]}
    """
  /// The same without a landing page.
  case withoutLanding = """
    {"kind": "tabBar", "id": "tabs", "selected": "h", "tabs": [
      {"id": "home", "child": {"kind": "stack", "id": "h", "children": [{"id": "hh", "route": "r0"}]}},
      {"id": "G", "managed": {"id": "s"}, "defaultTab": "B", "tabs": [
        {"id": "A", "child": {"id": "a", "route": "r2"}}, {"id": "B", "child": {"id": "b", "route": "r3"}}]}]}
    """
  /// One in another one.
  case nested = """
    {"kind": "tabBar", "id": "tabs", "tabs": [
      {"id": "home", "child": {"kind": "stack", "id": "h", "children": [{"id": "hh", "route": "r0"}]}},
      {"id": "G", "managed": {"id": "s"}, "child": {"id": "g", "route": "r1"}, "isDestination": true, "tabs": [
        {"id": "A", "child": {"id": "a", "route": "r2"}},
        {"id": "H", "child": {"id": "hl", "route": "r3"}, "tabs": [
          {"id": "C", "child": {"id": "c", "route": "r4"}}, {"id": "D", "child": {"id": "d", "route": "r5"}}]},
        {"id": "I", "defaultTab": "F", "tabs": [
          {"id": "E", "child": {"id": "e", "route": "r4"}}, {"id": "F", "child": {"id": "f", "route": "r5"}}]}]}]}
    """
  /// One whose tabs the app shows itself (TG-8).
  case unmanaged = """
    {"kind": "tabBar", "id": "tabs", "tabs": [
      {"id": "home", "child": {"kind": "stack", "id": "h", "children": [{"id": "hh", "route": "r0"}]}},
      {"id": "L", "child": {"kind": "stack", "id": "l", "children": [{"id": "ll", "route": "r1"}]}, "tabs": [
        {"id": "P", "title": "Playlist"}, {"id": "Q"}]}]}
    """
  /// Without a landing page beneath a tab where the sidebar lists them (D-447).
  case landingInCompact = """
    {"kind": "tabBar", "id": "tabs", "tabs": [
      {"id": "home", "child": {"kind": "stack", "id": "h", "children": [{"id": "hh", "route": "r0"}]}},
      {"id": "G", "managed": {"id": "s"}, "displayedLevels": "landingInCompact", "child": {"id": "g", "route": "r1"},
       "tabs": [
        {"id": "A", "child": {"id": "a", "route": "r2"}}, {"id": "B", "child": {"id": "b", "route": "r3"}}]}]}
    """
  /// With the selected tab's level alone.
  case leafOnly = """
    {"kind": "tabBar", "id": "tabs", "selectedTab": "A", "tabs": [
      {"id": "home", "child": {"kind": "stack", "id": "h", "children": [{"id": "hh", "route": "r0"}]}},
      {"id": "G", "managed": {"id": "s"}, "displayedLevels": "leafOnly", "child": {"id": "g", "route": "r1"}, "tabs": [
        {"id": "A", "child": {"id": "a", "route": "r2"}}, {"id": "B", "child": {"id": "b", "route": "r3"}}]}]}
    """

  func tree() throws -> Controller { try Controller(json: JSONDocument(rawValue).root) }

  /// As the primary of a split view.
  func inSplit(_ behavior: SplitDelegate) throws -> Controller {
    let split = Split(
      primary: try tree(), secondary: .stack("secondary", Screen(route: "", isPlaceholder: true).controller("ph")),
      delegate: behavior)
    return Controller(id: "split", content: .split(split))
  }
}

extension Screen {
  fileprivate func controller(_ id: ControllerID) -> Controller { Controller(id: id, content: .screen(self)) }
}
