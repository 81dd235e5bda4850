import Navigation

/// A session's tree as the recorder has it of UIKit: what `viewController(for:)` and `viewControllers` say, and of other
/// members those that a controller has as properties.
extension Recording.Node {
  /// The members that Recorder.swift reads off a controller, in their contract's words.
  private static let readable = [
    "title", "isModalInPresentation", "hidesBottomBarWhenPushed", "isNavigationBarHidden", "selected", "style",
    "preferredDisplayMode", "preferredSplitBehavior", "presentsWithGesture", "primaryEdge",
    "displayModeButtonVisibility", "showsSecondaryOnlyButton", "preferredPrimaryColumnWidth",
    "preferredPrimaryColumnWidthFraction", "minimumPrimaryColumnWidth", "maximumPrimaryColumnWidth",
    "preferredSupplementaryColumnWidth", "preferredSupplementaryColumnWidthFraction",
    "minimumSupplementaryColumnWidth", "maximumSupplementaryColumnWidth", "minimumSecondaryColumnWidth",
  ]

  init(_ session: Session) throws {
    let snapshot = Snapshot(session).json()
    let document = try JSONDocument(snapshot, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
    var members = try document.root.object()
    self = try Self(members.require("root"), [:])
  }

  /// - Parameter columns: the stacks that a collapse put on another column's, by their column.
  private init(_ json: JSONValue, _ columns: [String: String]) throws {
    var members = try json.object()
    let kind = try Recording.Kind(rawValue: members.requireString("kind")) ?? .screen
    self.init(kind: kind, name: try members.requireString("id"))
    for case let (name, value) in members.members where Self.readable.contains(name) {
      self.members.append((name, value.compactText()))
    }
    switch kind {
    case .screen:
      route = try members.requireString("route")
      isPlaceholder = try members.bool("placeholder") ?? false
      if let json = members.optional("params") {
        var values = try json.object()
        params = values.members.map { ($0, $1.compactText()) }
      }
    case .stack:
      for child in try members.require("children").elements {
        let node = try Self(child, columns)
        if !columns.keys.contains(node.name) { children.append(Recording.Child(node: node)) }
      }
    case .tabBar:
      for tab in try members.require("tabs").array({ $0 }) {
        var tab = try tab.object()
        let titles = try tab.string("title").map { Recording.Members([("title", Recording.text($0))]) } ?? []
        children.append(Recording.Child(node: try Self(tab.require("child"), columns), members: titles))
      }
    case .split: try readColumns(&members)
    }
    guard let json = members.optional("presented") else { return }
    var presented = try json.object()
    let style = presented.optional("style").map { $0.compactText() }
    self.presented = [
      Recording.Child(node: try Self(presented.require("child"), columns), members: [("style", style)])
    ]
  }

  private mutating func readColumns(_ members: inout JSONObjectReader) throws {
    let isCollapsed = try members.bool("isCollapsed") ?? false
    if isCollapsed, try members.requireString("style") == "classic" {
      isCollapsedClassic = true
      children = [Recording.Child(node: try Self(members.require("primary"), [:]), slot: "primary")]
      return
    }
    var stacked: [String: String] = [:]
    for json in try members.optional("collapsedColumns")?.array({ $0 }).dropFirst() ?? [] {
      var column = try json.object()
      stacked[try column.requireString("controller")] = try column.requireString("column")
    }
    var preserved = try members.optional("preserved")?.object()
    for slot in Column.allCases.map(\.rawValue) {
      let own = members.members.first { $0.name == slot }?.value
      let left = preserved?.members.first { $0.name == slot }?.value
      let below = try stacked.first { $0.value == slot }.flatMap { try Self.find($0.key, in: members.object) }
      guard let json = own ?? left ?? below else { continue }
      children.append(Recording.Child(node: try Self(json, stacked), slot: slot))
    }
  }

  private static func find(_ id: String, in json: JSONValue) throws -> JSONValue? {
    switch json.kind {
    case .object:
      var object = try json.object()
      if try object.string("id") == id { return json }
      return try object.members.lazy.compactMap { try find(id, in: $1) }.first
    case .array: return try json.array { $0 }.lazy.compactMap { try find(id, in: $0) }.first
    case .string, .number, .bool, .null: return nil
    }
  }
}
