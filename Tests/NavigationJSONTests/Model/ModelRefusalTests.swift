import Navigation
import Testing

/// A refused text, with the class and pointer of the refusal.
struct RefusedRow: CustomTestStringConvertible, Sendable {
  enum Reason: Sendable, Equatable {
    /// Status 400.
    case invalid
    /// Status 422.
    case model(Rejection)
  }

  var json: String
  var reason: Reason
  var pointer: String

  init(_ json: String, _ reason: Reason = .invalid, at pointer: String) {
    self.json = json
    self.reason = reason
    self.pointer = pointer
  }

  var testDescription: String { json }

  func check(_ read: (JSONValue) throws -> Void) throws {
    let refusal = #expect(throws: BodyRefusal.self) { try read(document(json)) }
    switch try #require(refusal) {
    case .json(let error):
      #expect(reason == .invalid && error.kind == .invalid)
      #expect(error.pointer == pointer)
    case .model(let rejection, let place):
      #expect(reason == .model(rejection))
      #expect(place == pointer)
    case .unknownSchema, .notInBatch, .batchLimit, .routes: Issue.record("a body's own refusal")
    }
  }
}

private let a = #"{"kind": "screen", "id": "a", "route": "r"}"#

@Suite struct ModelRefusalTests {
  static let controllers: [RefusedRow] = [
    RefusedRow("7", at: ""),
    RefusedRow("{}", at: ""),
    RefusedRow(#"{"kind": "screen"}"#, at: ""),
    RefusedRow(#"{"id": "a"}"#, at: ""),
    RefusedRow(#"{"kind": "pages", "pages": []}"#, at: "/kind"),
    RefusedRow(#"{"kind": 3}"#, at: "/kind"),
    RefusedRow(#"{"kind": "screen", "route": 3}"#, at: "/route"),
    RefusedRow(#"{"kind": "screen", "route": "r", "id": ""}"#, at: "/id"),
    RefusedRow(#"{"kind": "screen", "route": "r", "id": "a b"}"#, at: "/id"),
    RefusedRow(#"{"kind": "screen", "route": "r", "id": "\#(String(repeating: "a", count: 129))"}"#, at: "/id"),
    RefusedRow(#"{"kind": "screen", "route": "r", "params": []}"#, at: "/params"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "clearsSelectionOnAppear": "sometimes"}"#, at: "/clearsSelectionOnAppear"),
    RefusedRow(#"{"kind": "screen", "route": "r", "blocksRemoval": "yes"}"#, at: "/blocksRemoval"),
    RefusedRow(#"{"kind": "screen", "route": "r", "children": []}"#, at: "/children"),
    RefusedRow(#"{"kind": "screen", "route": "r", "presented": {}}"#, at: "/presented"),
    RefusedRow(#"{"kind": "screen", "route": "r", "presented": \#(a)}"#, at: "/presented"),
    RefusedRow(#"{"kind": "screen", "route": "r", "presented": {"child": "a"}}"#, at: "/presented/child"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "presented": {"style": "sheet", "child": \#(a)}}"#, at: "/presented/style"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "preferredContentSize": {"width": 1.5, "height": 2}}"#,
      at: "/preferredContentSize/width"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "preferredContentSize": {"width": 16385, "height": 2}}"#,
      at: "/preferredContentSize/width"),
    RefusedRow(#"{"kind": "screen", "route": "r", "preferredContentSize": {"width": 1}}"#, at: "/preferredContentSize"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "presented": {"style": "currentContext", "adaptation": "none", "child": \#(a)}}"#,
      at: "/presented/adaptation"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "presented": {"child": \#(a), "adaptedStyle": "pageSheet"}}"#,
      at: "/presented/adaptedStyle"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "presented": {"child": \#(a), "sender": ""}}"#, at: "/presented/sender"),
    RefusedRow(#"{"kind": "stack"}"#, at: ""),
    RefusedRow(#"{"kind": "stack", "id": "s", "children": []}"#, .model(.emptyContainer("s")), at: "/children"),
    RefusedRow(#"{"kind": "stack", "children": []}"#, .model(.emptyContainer(.automatic)), at: "/children"),
    RefusedRow(#"{"kind": "stack", "children": [\#(a), {"kind": "screen"}]}"#, at: "/children/1"),
    RefusedRow(#"{"kind": "stack", "children": [\#(a), "b"]}"#, at: "/children/1"),
    RefusedRow(#"{"kind": "stack", "children": [\#(a)], "detailIndex": 0}"#, at: "/detailIndex"),
    RefusedRow(#"{"kind": "stack", "children": [\#(a)], "detailIndex": 2}"#, at: "/detailIndex"),
    RefusedRow(#"{"kind": "stack", "children": [\#(a)], "detailIndex": 1.5}"#, at: "/detailIndex"),
    RefusedRow(#"{"kind": "stack", "children": [\#(a)], "interactiveBack": true}"#, at: "/interactiveBack"),
    RefusedRow(#"{"kind": "stack", "children": [\#(a)], "backButton": {"visible": true}}"#, at: "/backButton"),
    RefusedRow(#"{"kind": "tabBar", "id": "t", "tabs": []}"#, .model(.emptyContainer("t")), at: "/tabs"),
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"title": "T"}]}"#, at: "/tabs/0"),
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"child": \#(a), "shouldSelect": "maybe"}]}"#, at: "/tabs/0/shouldSelect"),
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"child": \#(a), "onReselect": "pop"}]}"#, at: "/tabs/0/onReselect"),
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"child": \#(a), "icon": 1}]}"#, at: "/tabs/0/icon"),
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"child": \#(a), "image": "x"}]}"#, at: "/tabs/0/image"),
    RefusedRow(
      #"{"kind": "tabBar", "tabs": [{"child": \#(a)}], "selected": "b"}"#, .model(.noSuchController("b")),
      at: "/selected"),
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"child": \#(a)}], "selected": 0}"#, at: "/selected"),
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"child": \#(a)}], "more": []}"#, at: "/more"),
    RefusedRow(#"{"kind": "split"}"#, at: ""),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "byWidth": [{"above": 1}]}"#, at: "/byWidth/0/above"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "byWidth": [{"above": 0}, {"above": 0}]}"#, at: "/byWidth/1/above"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "byWidth": [{"above": 0}, {"above": 16385}]}"#, at: "/byWidth/1/above"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "byWidth": [{"above": 0}, {"above": 1}, {"above": 2}, {"above": 3}, {}]}"#,
      at: "/byWidth/4"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "byWidth": [{}]}"#, at: "/byWidth/0"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "byWidth": [{"above": 0, "mode": 1}]}"#, at: "/byWidth/0/mode"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "gestureOffIn": ["automatic"]}"#, at: "/gestureOffIn/0"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "gestureOffIn": ["secondaryOnly", "secondaryOnly"]}"#, at: "/gestureOffIn"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "style": "quadrupleColumn"}"#, at: "/style"),
    RefusedRow(#"{"kind": "split", "style": "classic", "secondary": \#(a)}"#, at: ""),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "isCollapsed": false}"#, at: "/isCollapsed"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "topColumn": "primary"}"#, at: "/topColumn"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "viewControllers": ["a"]}"#, at: "/viewControllers"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "columns": {"primary": "a", "secondary": null}}"#, at: "/columns"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "displayMode": "automatic"}"#, at: "/displayMode"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "preserved": {"primary": \#(a)}}"#, at: "/preserved"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "secondary": \#(a), "preserved": {"secondary": \#(a)}}"#, at: "/preserved"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "preferredDisplayMode": "allVisible"}"#, at: "/preferredDisplayMode"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "presentsWithGesture": "no"}"#, at: "/presentsWithGesture"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "primaryEdge": "left"}"#, at: "/primaryEdge"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "displayModeButtonVisibility": true}"#, at: "/displayModeButtonVisibility"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "minimumPrimaryColumnWidth": -1}"#, at: "/minimumPrimaryColumnWidth"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "maximumPrimaryColumnWidth": 16385}"#, at: "/maximumPrimaryColumnWidth"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "preferredPrimaryColumnWidthFraction": 1.5}"#,
      at: "/preferredPrimaryColumnWidthFraction"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "minimumSecondaryColumnWidth": "wide"}"#, at: "/minimumSecondaryColumnWidth"
    ),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "splitBehavior": "tile"}"#, at: "/splitBehavior"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "primaryColumnWidth": 320}"#, at: "/primaryColumnWidth"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "supplementaryColumnWidth": 320}"#, at: "/supplementaryColumnWidth"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "frames": {}}"#, at: "/frames"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "displayModeButton": {"visible": false}}"#, at: "/displayModeButton"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "size": {"width": 1, "height": 1}}"#, at: "/size"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "collapsedColumns": [{"column": "primary"}]}"#,
      at: "/collapsedColumns/0"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "collapsedColumns": [{"column": "detail", "controller": "a"}]}"#,
      at: "/collapsedColumns/0/column"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "primary": \#(a), "collapsedColumns": [{"column": "primary", "controller": "b"}]}"#,
      .model(.noSuchController("b")), at: "/collapsedColumns/0/controller"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "supplementary": \#(a)}"#,
      .model(.noSuchColumn(split: "x", .supplementary)), at: "/supplementary"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "inspector": \#(a)}"#, .model(.wrongStyle("x")),
      at: "/inspector"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "minimumInspectorColumnWidth": 3}"#, .model(.wrongStyle("x")),
      at: "/minimumInspectorColumnWidth"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "isInspectorShown": true}"#, at: "/isInspectorShown"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "isInspectorShown": true, "presented": {"child": \#(a)}}"#,
      at: "/isInspectorShown"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "presented": {"system": true, "style": "pageSheet", "child": \#(a)}}"#,
      at: "/presented"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "isInspectorShown": true, "presented": {"system": true, "child": \#(a)}}"#,
      at: "/presented"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "presented": {"system": true, "style": "pageSheet", "child": \#(a)}}"#,
      at: "/presented"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "compact": \#(a)}"#, .model(.noSuchColumn(split: "x", .compact)),
      at: "/compact"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "style": "doubleColumn", "supplementary": \#(a)}"#,
      .model(.noSuchColumn(split: "x", .supplementary)), at: "/supplementary"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "preferredSplitBehavior": "automatic"}"#,
      .model(.wrongStyle("x")),
      at: "/preferredSplitBehavior"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "showsSecondaryOnlyButton": false}"#, .model(.wrongStyle("x")),
      at: "/showsSecondaryOnlyButton"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "style": "doubleColumn", "minimumSupplementaryColumnWidth": 3}"#,
      .model(.wrongStyle("x")),
      at: "/minimumSupplementaryColumnWidth"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "behavior": {"supplementaryPlaceholder": {"route": "r"}}}"#,
      .model(.wrongStyle("x")), at: "/behavior/supplementaryPlaceholder"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "style": "tripleColumn", "behavior": {"collapsesOnto": "a"}}"#,
      .model(.wrongStyle("x")), at: "/behavior/collapsesOnto"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "behavior": {"collapsesOnto": "a"}}"#,
      .model(.noSuchController("a")), at: "/behavior/collapsesOnto"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "primary": \#(a), "behavior": {"collapsesOnto": 1}}"#,
      at: "/behavior/collapsesOnto"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "collapsedColumns": [], "preserved": {"compact": \#(a)}}"#,
      at: "/preserved/compact"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "collapsedColumns": [{"column": "primary", "controller": "a"}]}"#,
      at: "/collapsedColumns"),
    RefusedRow(#"{"kind": "split", "style": "doubleColumn", "preserved": {"secondary": \#(a)}}"#, at: "/preserved"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "chosenDisplayModes": [{"automatic": "secondaryOnly", "chosen": "automatic"}]}"#,
      at: "/chosenDisplayModes/0/chosen"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "primary": \#(a), "lastTopColumn": "primary"}"#,
      at: "/lastTopColumn"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "behavior": {"topColumnForCollapsing": "lastTop"}, "lastTopColumn": "primary"}"#,
      at: "/lastTopColumn"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "collapsedColumns": [], "behavior": {"topColumnForCollapsing": "lastTop"}, "lastTopColumn": "primary"}"#,
      at: "/lastTopColumn"),
    RefusedRow(
      #"{"kind": "split", "id": "x", "style": "doubleColumn", "primary": \#(a), "behavior": {"topColumnForCollapsing": "lastTop"}, "lastTopColumn": "supplementary"}"#,
      .model(.noSuchColumn(split: "x", .supplementary)), at: "/lastTopColumn"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "behavior": {"topColumnForCollapsing": "top"}}"#,
      at: "/behavior/topColumnForCollapsing"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "behavior": {"displayModeForExpanding": "automatic"}}"#,
      at: "/behavior/displayModeForExpanding"
    ),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "behavior": {"targetDisplayModeForAction": "proposed"}}"#,
      at: "/behavior/targetDisplayModeForAction"),
    RefusedRow(#"{"kind": "split", "primary": \#(a), "behavior": {"onShow": "always"}}"#, at: "/behavior/onShow"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "behavior": {"onTabSwitch": "always"}}"#, at: "/behavior/onTabSwitch"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "behavior": {"placeholder": \#(a)}}"#, at: "/behavior/placeholder/kind"),
    RefusedRow(
      #"{"kind": "split", "primary": \#(a), "behavior": {"placeholder": {"route": "r", "placeholder": true}}}"#,
      at: "/behavior/placeholder/placeholder"),
    RefusedRow(#"{"kind": "screen", "route": "r", "traitOverride": {}}"#, at: "/traitOverride"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "traitOverride": {"asWindow": false}}"#, at: "/traitOverride/asWindow"),
    RefusedRow(
      #"{"kind": "split", "style": "doubleColumn", "supportedInterfaceOrientations": "portrait"}"#,
      at: "/supportedInterfaceOrientations"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "traitOverride": {"compactBelowWidth": -1}}"#,
      at: "/traitOverride/compactBelowWidth"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "traitOverride": {"compactBelowHeight": -1}}"#,
      at: "/traitOverride/compactBelowHeight"),
    RefusedRow(
      #"{"kind": "screen", "route": "r", "traitOverride": {"horizontalSizeClass": "compact", "compactBelowWidth": 3}}"#,
      at: "/traitOverride/compactBelowWidth"),
  ]

  @Test(arguments: controllers) func controller(_ row: RefusedRow) throws {
    try row.check { _ = try Controller(json: $0) }
  }

  static let environments: [RefusedRow] = [
    RefusedRow(#"{"device": "iPad Ultra"}"#, .model(.unknownDevice("iPad Ultra")), at: "/device"),
    RefusedRow(#"{"system": "iOS13"}"#, at: "/system"),
    RefusedRow(#"{"orientation": "sideways"}"#, at: "/orientation"),
    RefusedRow(#"{"width": 800}"#, at: ""),
    RefusedRow(#"{"height": 800}"#, at: ""),
    RefusedRow(#"{"width": "800", "height": 800}"#, at: "/width"),
    RefusedRow(#"{"idiom": "pad"}"#, at: "/idiom"),
    RefusedRow(#"{"scale": 2}"#, at: "/scale"),
    RefusedRow(#"{"device": "iPhone 6 Plus", "idiom": "phone"}"#, at: "/idiom"),
    RefusedRow(#"{"device": "iPhone 6 Plus", "scale": 3}"#, at: "/scale"),
    RefusedRow(#"{"width": 800, "height": 600, "scale": 5}"#, at: "/scale"),
    RefusedRow(#"{"width": 800, "height": 600, "idiom": "mac"}"#, at: "/idiom"),
    RefusedRow(#"{"width": 800, "height": 600, "orientation": "portrait"}"#, at: "/orientation"),
    RefusedRow(#"{"width": 0, "height": 600}"#, .model(.invalidSize(Size(width: 0, height: 600))), at: "/width"),
    RefusedRow(
      #"{"width": 600, "height": 99999}"#, .model(.invalidSize(Size(width: 600, height: 99999))), at: "/height"),
    RefusedRow(
      #"{"width": 800, "height": 600, "multitasking": "half"}"#,
      .model(.noSuchMultitasking(device: nil, .landscape, .half, has: [.window])), at: "/multitasking"),
    RefusedRow(
      #"{"system": "iOS26", "device": "iPhone 6 Plus", "multitasking": "half"}"#,
      .model(.noSuchMultitasking(device: "iPhone 6 Plus", .portrait, .half, has: [.fullScreen])), at: "/multitasking"),
    RefusedRow(
      #"{"system": "iOS26", "device": "iPhone 6 Plus", "multitasking": "window"}"#,
      .model(.noSuchMultitasking(device: "iPhone 6 Plus", .portrait, .window, has: [.fullScreen])), at: "/multitasking"),
    RefusedRow(
      #"{"system": "iOS26", "device": "iPhone 6 Plus", "width": 500, "height": 500}"#,
      .model(.noSuchMultitasking(device: "iPhone 6 Plus", .portrait, .window, has: [.fullScreen])), at: "/width"),
    RefusedRow(
      #"{"system": "iOS26", "device": "iPhone 15", "orientation": "portrait", "multitasking": "half"}"#,
      .model(.noSuchMultitasking(device: "iPhone 15", .portrait, .half, has: [.fullScreen])), at: "/multitasking"),
    RefusedRow(
      #"{"width": 700, "height": 800, "deviceOrientation": "landscape"}"#, at: "/deviceOrientation"),
    RefusedRow(#"{"device": "iPhone 15", "unfoldedMultitasking": "half"}"#, at: "/unfoldedMultitasking"),
    RefusedRow(
      #"{"system": "iOS26", "device": "iPhone Duo", "unfoldedMultitasking": "half"}"#, at: "/unfoldedMultitasking"),
    RefusedRow(
      #"{"device": "iPad mini (A17 Pro)", "multitasking": "half", "width": 500, "height": 744}"#,
      .model(.invalidSize(Size(width: 500, height: 744))), at: "/height"),
    RefusedRow(
      #"{"device": "iPhone 15", "pose": "open"}"#, .model(.noSuchPose(device: "iPhone 15", .open)), at: "/pose"),
    RefusedRow(#"{"pose": "closed"}"#, .model(.noSuchPose(device: "iPad Pro 11-inch (M4)", .closed)), at: "/pose"),
    RefusedRow(#"{"width": 951, "height": 669, "pose": "bent"}"#, .model(.noSuchPose(device: nil, .bent)), at: "/pose"),
    RefusedRow(#"{"device": "iPhone Duo", "pose": "ajar"}"#, at: "/pose"),
    RefusedRow(#"{"device": "iPhone Duo", "fold": {"axis": "vertical", "from": 455.5, "to": 495.5}}"#, at: "/fold"),
    RefusedRow(
      #"{"system": "iOS27", "device": "iPhone Duo", "multitasking": "half"}"#,
      .model(.noSuchMultitasking(device: "iPhone Duo", .portrait, .half, has: [.fullScreen, .window])),
      at: "/multitasking"),
    RefusedRow(#"{"forced": ["horizontal"]}"#, at: "/forced"),
  ]

  @Test(arguments: environments) func environment(_ row: RefusedRow) throws {
    try row.check { _ = try Environment(json: $0) }
  }

  static let layouts: [RefusedRow] = [
    RefusedRow("{}", at: ""),
    RefusedRow(#"{"name": "quadrupleColumn"}"#, at: "/name"),
    RefusedRow(#"{"name": "listDetail", "primary": {"route": "r"}}"#, at: ""),
    RefusedRow(
      #"{"name": "listDetail", "primary": {"route": "r"}, "secondary": {"route": "r"}, "placeholder": {"route": "n"}}"#,
      at: "/secondary"),
    RefusedRow(
      #"{"name": "listDetail", "primary": {"route": "r"}, "placeholder": {"route": "n"}, "behavior": {"placeholder": {"route": "m"}}}"#,
      at: "/behavior/placeholder"),
    RefusedRow(
      #"{"name": "listDetail", "primary": {"route": "r"}, "secondary": {"route": "r"}, "compact": \#(a)}"#,
      at: "/compact"),
    RefusedRow(
      #"{"name": "doubleColumn", "primary": {"kind": "stack", "children": []}, "secondary": {"route": "r"}}"#,
      at: "/primary/kind"),
    RefusedRow(
      #"{"name": "doubleColumn", "primary": {"route": "r"}, "supplementary": {"route": "r"}, "secondary": {"route": "r"}}"#,
      at: "/supplementary"),
    RefusedRow(#"{"name": "tripleColumn", "primary": {"route": "r"}, "secondary": {"route": "r"}}"#, at: ""),
    RefusedRow(
      #"{"name": "doubleColumn", "primary": {"route": "r"}, "secondary": {"route": "r"}, "compact": {"id": "r"}}"#,
      at: "/compact"),
    RefusedRow(#"{"name": "tabBar"}"#, at: ""),
    RefusedRow(#"{"name": "tabBar", "tabs": []}"#, .model(.emptyContainer("tabs")), at: "/tabs"),
    RefusedRow(#"{"name": "tabBar", "tabs": [{"id": "t"}]}"#, at: "/tabs/0"),
    RefusedRow(#"{"name": "tabBar", "tabs": [{"screen": {"kind": "page", "route": "r"}}]}"#, at: "/tabs/0/screen/kind"),
    RefusedRow(
      #"{"name": "tabBar", "tabs": [{"screen": {"route": "r"}}], "placeholder": {"route": "r"}}"#, at: "/placeholder"),
    RefusedRow(#"{"name": "tabsInPrimary", "tabs": [{"screen": {"route": "r"}}]}"#, at: ""),
    RefusedRow(#"{"name": "stack", "screen": "a"}"#, at: "/screen"),
  ]

  @Test(arguments: layouts) func layout(_ row: RefusedRow) throws {
    try row.check { _ = try Layout(json: $0) }
  }

  @Test func aRefusedWordListsTheAllowedOnes() throws {
    let json = #"{"kind": "pages"}"#
    let refusal = #expect(throws: BodyRefusal.self) { try Controller(json: document(json)) }
    guard case .json(let error)? = refusal else {
      throw JSONError(kind: .invalid, pointer: "", offset: 0, detail: "no refusal")
    }
    #expect(error.detail == #"expected one of "screen", "stack", "tabBar", "topTabs", "split", found "pages""#)
  }
}
