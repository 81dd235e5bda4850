/// The drawn pictures, by the names of their files.
extension Pictured {
  private static let pad = #"{"device": "iPad Pro 11-inch (M4)"}"#
  private static let padPortrait = #"{"device": "iPad Pro 11-inch (M4)", "orientation": "portrait"}"#
  private static let half = #"{"device": "iPad Pro 11-inch (M4)", "multitasking": "half"}"#
  private static let slideOver = #"{"device": "iPad Pro 11-inch (M4)", "multitasking": "slideOver"}"#
  private static let largePad = #"{"device": "iPad Pro 13-inch (M4)"}"#
  private static let phone = #"{"device": "iPhone 16 Pro"}"#
  private static let phoneLandscape = #"{"device": "iPhone 16 Pro", "orientation": "landscape"}"#
  private static let plusLandscape = #"{"device": "iPhone 16 Plus", "orientation": "landscape"}"#
  private static let smallPhone = #"{"device": "iPhone SE (1st generation)"}"#

  private static let ada =
    #"{"type": "showDetail", "screen": {"id": "chat-42", "route": "chat", "title": "Ada", "params": {"chat": 42}}}"#
  private static let selectAda = #"{"type": "selectRow", "controller": "chat-list", "row": "chat-42"}"#
  private static let overChat =
    #"{"type": "present", "screen": {"id": "menu", "route": "menu", "title": "Menu"}, "style": "overCurrentContext", "from": "chat-42"}"#
  private static let inspector = #"{"type": "showColumn", "column": "inspector"}"#
  private static let folders = #"{"type": "showColumn", "column": "primary"}"#
  private static let badge = #"{"type": "setBadge", "tab": "chats", "badge": "3"}"#

  private static let detail = #"{"type": "showDetail", "screen": {"id": "d", "route": "d", "title": "Detail"}}"#

  /// The example systems on a folding phone: closed, and then open or bent, by one transition each.
  private static let folding: [Pictured] =
    [
      ("messenger", Arrangement.messenger, [badge, selectAda, ada]), ("tab-bar-in-stack", .tabBarInStack, [detail]),
      ("list-detail", .listDetail, [detail]), ("double-column", .doubleColumn, []), ("mail", .mail, []),
      ("news", .news, []),
    ].flatMap { name, arrangement, steps in
      [("closed", []), ("open", [fold("open")]), ("bent", [fold("bent")])].map { pose, folds in
        Pictured("duo-\(name)-\(pose)", arrangement, duo, steps + folds)
      }
    } + [
      Pictured(
        "duo-messenger-bent-portrait", .messenger, duo,
        [selectAda, ada, fold("bent"), #"{"type": "rotate", "orientation": "portrait"}"#]),
      Pictured(
        "duo-messenger-half", .messenger,
        #"{"device": "iPhone Duo", "pose": "open", "orientation": "landscape", "multitasking": "half", "system": "iOS27"}"#
      ),
      Pictured(
        "phone-window", .messenger, #"{"device": "iPhone 16 Pro", "system": "iOS27", "width": 675, "height": 900}"#,
        [selectAda, ada]),
    ]

  private static let duo = #"{"device": "iPhone Duo"}"#

  private static func fold(_ pose: String) -> String { #"{"type": "fold", "pose": "\#(pose)"}"# }

  private static func choose(style: String) -> String {
    let stack =
      #"{"kind": "stack", "id": "pick", "children": [{"kind": "screen", "id": "person", "route": "people", "title": "Choose"}]}"#
    return #"{"type": "present", "controller": \#(stack), "style": "\#(style)"}"#
  }

  static let all = arrangements + devices + folding + offering + sheets + bars

  private static let arrangements: [Pictured] = [
    Pictured("messenger-pad", .messenger, pad, [badge, selectAda, ada]),
    Pictured("messenger-pad-placeholder", .messenger, pad),
    Pictured("messenger-pad-portrait", .messenger, padPortrait, [badge, selectAda, ada]),
    Pictured("messenger-half", .messenger, half, [badge, selectAda, ada]),
    Pictured("messenger-slide-over", .messenger, slideOver, [badge, selectAda, ada]),
    Pictured("messenger-slide-over-list", .messenger, slideOver, [badge]),
    Pictured("messenger-phone", .messenger, phone, [badge, ada]),
    Pictured("messenger-phone-list", .messenger, smallPhone, [badge]),
    Pictured("messenger-phone-landscape", .messenger, phoneLandscape, [ada]),
    Pictured("messenger-plus-landscape", .messenger, plusLandscape, [ada]),
    Pictured(
      "untitled-pad", .untitled, pad, [#"{"type": "showDetail", "screen": {"id": "chat-42", "route": "chat"}}"#]),
    Pictured("mail-large-pad", .mail, largePad),
    Pictured("mail-pad", .mail, pad),
    Pictured("mail-phone", .mail, phone),
    Pictured("news-phone", .news, phone),
    Pictured("six-tabs-phone", .sixTabs, phone),
    Pictured("six-tabs-pad", .sixTabs, pad),
    Pictured("stack-phone", .stack, smallPhone),
    Pictured("list-detail-pad", .listDetail, pad),
    Pictured(
      "list-detail-phone", .listDetail, phone,
      [#"{"type": "showDetail", "screen": {"id": "n2", "route": "note", "title": "Packing"}}"#]),
    Pictured(
      "list-detail-overlay", .listDetail, padPortrait, [#"{"type": "setDisplayMode", "mode": "oneOverSecondary"}"#]),
    Pictured("mail-overlay-two", .mail, padPortrait, [#"{"type": "setDisplayMode", "mode": "twoOverSecondary"}"#]),
    Pictured("mail-overlay-one", .mail, padPortrait, [#"{"type": "setDisplayMode", "mode": "oneOverSecondary"}"#]),
    Pictured(
      "mail-secondary-only", .mail, pad,
      [
        #"{"type": "setSplit", "showsSecondaryOnlyButton": true}"#,
        #"{"type": "setDisplayMode", "mode": "secondaryOnly"}"#,
      ]),
    Pictured(
      "mail-displace", .mail, #"{"device": "iPad Pro 11-inch (M4)", "system": "iOS14"}"#,
      [
        #"{"type": "setSplit", "preferredSplitBehavior": "displace", "preferredDisplayMode": "twoDisplaceSecondary", "showsSecondaryOnlyButton": true}"#
      ]),
    Pictured(
      "mail-trailing", .mail, largePad,
      [#"{"type": "setSplit", "primaryEdge": "trailing", "showsSecondaryOnlyButton": true}"#]),
    Pictured("double-column-pad", .doubleColumn, pad),
    Pictured("inspector-pad", .inspected, pad, [inspector]),
    Pictured("inspector-portrait-over", .inspected, padPortrait, [inspector, folders]),
    Pictured("inspector-phone", .inspected, phone, [inspector]),
    Pictured("double-column-slide-over", .doubleColumn, slideOver),
    Pictured(
      "double-column-one-over", .doubleColumn, padPortrait, [#"{"type": "setDisplayMode", "mode": "oneOverSecondary"}"#]
    ),
    Pictured(
      "tab-bar-in-stack-pad", .tabBarInStack, pad,
      [
        #"{"type": "showDetail", "screen": {"id": "d", "route": "d", "title": "Detail", "leftBarButton": "Edit", "leftItemsSupplementBackButton": true}}"#
      ]),
    Pictured("tab-bar-in-stack-portrait", .tabBarInStack, padPortrait),
    Pictured("news-pad", .news, pad),
    Pictured("news-scrolling", .news, phone, [#"{"type": "scroll", "contentOffset": 150, "phase": "dragging"}"#]),
    Pictured("news-overscroll", .news, smallPhone, [#"{"type": "scroll", "contentOffset": -60, "phase": "dragging"}"#]),
    Pictured("pages-phone", .pages, phone),
    Pictured(
      "page-sheet-pad", .messenger, pad,
      [
        #"{"type": "present", "screen": {"id": "compose", "route": "compose", "title": "New message"}, "style": "pageSheet"}"#
      ]),
    Pictured(
      "page-sheet-phone", .messenger, phone,
      [
        #"{"type": "present", "controller": {"kind": "stack", "id": "compose", "children": [{"kind": "screen", "id": "to", "route": "to", "title": "To"}]}}"#
      ]),
    Pictured(
      "sheets-pad", .messenger, pad,
      [
        #"{"type": "present", "controller": {"kind": "stack", "id": "compose", "children": [{"kind": "screen", "id": "to", "route": "to", "title": "New message", "leftBarButton": "Cancel"}]}, "style": "pageSheet"}"#,
        #"{"type": "present", "controller": {"kind": "stack", "id": "pick", "children": [{"kind": "screen", "id": "person", "route": "people", "title": "Choose a person"}]}, "style": "formSheet", "from": "to"}"#,
      ]),
    Pictured(
      "sheets-phone", .messenger, phone,
      [
        #"{"type": "present", "controller": {"kind": "stack", "id": "compose", "children": [{"kind": "screen", "id": "to", "route": "to", "title": "New message"}]}}"#,
        #"{"type": "present", "controller": {"kind": "stack", "id": "pick", "children": [{"kind": "screen", "id": "person", "route": "people", "title": "Choose a person"}]}, "from": "to"}"#,
      ]),
    Pictured(
      "popover-pad", .messenger, pad,
      [
        #"{"type": "present", "controller": {"kind": "stack", "id": "menu", "children": [{"kind": "screen", "id": "options", "route": "options", "title": "Options"}]}, "style": "popover"}"#
      ]),
    Pictured(
      "full-screen-pad", .messenger, pad,
      [#"{"type": "present", "screen": {"id": "photo", "route": "photo", "title": "Photo"}, "style": "fullScreen"}"#]),
    Pictured(
      "over-full-screen-phone", .messenger, phone,
      [#"{"type": "present", "screen": {"id": "call", "route": "call", "title": "Call"}, "style": "overFullScreen"}"#]),
    Pictured(
      "current-context-pad", .messenger, pad,
      [
        ada,
        #"{"type": "present", "controller": {"kind": "stack", "id": "info", "children": [{"kind": "screen", "id": "details", "route": "info", "title": "Details"}]}, "style": "currentContext", "from": "chat-42"}"#,
      ]),
    Pictured("swipe-phone", .messenger, phone, [badge, ada, #"{"type": "back", "phase": "began"}"#]),
    Pictured(
      "swipe-pad", .messenger, pad,
      [
        ada, #"{"type": "push", "screen": {"id": "info", "route": "info", "title": "Info"}}"#,
        #"{"type": "back", "phase": "began"}"#,
      ]),
    Pictured(
      "bottom-bar-hidden-phone", .sixTabs, smallPhone,
      [
        #"{"type": "push", "screen": {"id": "photo", "route": "photo", "title": "Photo", "hidesBottomBarWhenPushed": true}}"#
      ]),
    Pictured("more-selected-phone", .sixTabs, phone, [#"{"type": "selectTab", "tab": "tab6"}"#]),
    Pictured(
      "split-in-sheet", .stack, pad,
      [
        #"{"type": "present", "controller": {"kind": "split", "id": "s", "style": "doubleColumn", "primary": {"kind": "screen", "id": "p", "route": "p", "title": "Primary"}, "secondary": {"kind": "screen", "id": "q", "route": "q", "title": "Secondary"}}, "style": "pageSheet"}"#
      ]),
    Pictured(
      "split-in-form-sheet", .stack, pad,
      [
        #"{"type": "present", "controller": {"kind": "split", "id": "s", "style": "doubleColumn", "primary": {"kind": "screen", "id": "p", "route": "p", "title": "Primary"}, "secondary": {"kind": "screen", "id": "q", "route": "q", "title": "Secondary"}}}"#
      ]),
    Pictured("over-current-context-pad", .messenger, pad, [ada, overChat]),
    Pictured("popover-plus-landscape", .messenger, plusLandscape, [ada, choose(style: "popover")]),
    Pictured("duo-sheet-bent", .messenger, duo, [ada, fold("bent"), choose(style: "pageSheet")]),
    Pictured(
      "duo-form-sheet-bent", .messenger, duo,
      [ada, fold("bent"), #"{"type": "rotate", "orientation": "portrait"}"#, choose(style: "formSheet")]),
    Pictured("tab-bar-in-stack-phone", .tabBarInStack, phone, [detail]),
    Pictured("tab-bar-in-stack-phone-list", .tabBarInStack, smallPhone),
    Pictured("list-detail-half", .listDetail, half),
    Pictured("list-detail-plus-landscape", .listDetail, plusLandscape),
    Pictured(
      "double-column-secondary-only", .doubleColumn, pad, [#"{"type": "setDisplayMode", "mode": "secondaryOnly"}"#]),
    Pictured("double-column-phone-landscape", .doubleColumn, phoneLandscape),
    Pictured("double-column-portrait", .doubleColumn, padPortrait),
    Pictured("mail-half", .mail, half),
    Pictured("mail-two-thirds", .mail, #"{"device": "iPad Pro 13-inch (M4)", "multitasking": "twoThirds"}"#),
    Pictured("mail-portrait", .mail, padPortrait),
    Pictured("mail-plus-landscape", .mail, plusLandscape),
    Pictured("mail-slide-over", .mail, slideOver),
    Pictured(
      "mail-empty-secondary", .mail, pad, [#"{"type": "setColumn", "column": "secondary", "controller": null}"#]),
    Pictured("news-slide-over", .news, slideOver, [#"{"type": "tapTitle", "page": "science"}"#]),
    Pictured("news-phone-landscape", .news, phoneLandscape, [#"{"type": "tapTitle", "page": "world"}"#]),
    Pictured("six-tabs-plus-landscape", .sixTabs, plusLandscape),
    Pictured("stack-pad", .stack, pad),
    Pictured("stack-free-window", .stack, #"{"width": 640, "height": 480, "idiom": "pad"}"#),
    Pictured("split-in-tabs-pad", .splitInTabs, pad),
    Pictured("nested-pad", .nested, pad),
    Pictured("form-sheet-half", .messenger, half, [choose(style: "formSheet")]),
    Pictured("page-sheet-phone-landscape", .messenger, phoneLandscape, [choose(style: "pageSheet")]),
    Pictured(
      "over-full-screen-pad", .messenger, pad,
      [#"{"type": "present", "screen": {"id": "call", "route": "call", "title": "Call"}, "style": "overFullScreen"}"#]),
    Pictured(
      "replaced-back-button", .stack, phone,
      [#"{"type": "push", "screen": {"id": "edit", "route": "edit", "title": "Edit", "leftBarButton": "Cancel"}}"#]),
    Pictured(
      "hidden-back-button", .stack, phone,
      [#"{"type": "push", "screen": {"id": "edit", "route": "edit", "title": "Edit", "hidesBackButton": true}}"#]),
    Pictured(
      "hidden-pad", .messenger, pad,
      [
        badge, selectAda, ada,
        #"{"type": "push", "screen": {"id": "info", "route": "info", "title": "Info"}, "stack": "secondary"}"#,
      ],
      showsHidden: true),
    Pictured("hidden-slide-over", .messenger, slideOver, [badge, selectAda, ada], showsHidden: true),
    Pictured(
      "hidden-saved", .tabBarInStack, pad,
      [ada.replacing("chat-42", with: "d1"), #"{"type": "tapTab", "tab": "saved"}"#], showsHidden: true
    ),
    Pictured("hidden-mail-phone", .mail, phone, showsHidden: true),
    Pictured(
      "hidden-displace", .mail, #"{"device": "iPad Pro 11-inch (M4)", "system": "iOS14"}"#,
      [
        #"{"type": "setSplit", "preferredSplitBehavior": "displace", "preferredDisplayMode": "twoDisplaceSecondary"}"#,
        #"{"type": "push", "screen": {"id": "l2", "route": "l", "title": "Another letter"}, "stack": "secondary"}"#,
      ], showsHidden: true),
    Pictured(
      "hidden-full-screen", .messenger, pad,
      [#"{"type": "present", "screen": {"id": "photo", "route": "photo", "title": "Photo"}, "style": "fullScreen"}"#],
      showsHidden: true),
    Pictured("free-small", .messenger, #"{"width": 100, "height": 100}"#),
    Pictured("free-point", .messenger, #"{"width": 1, "height": 1}"#),
    Pictured("free-huge", .mail, #"{"width": 16384, "height": 16384}"#),
    Pictured("free-wide", .mail, #"{"width": 2200, "height": 700}"#),
  ]

  private static let older = #""system": "iOS14""#
  private static let selectTab = #"{"type": "setBadge", "tab": "people", "badge": "12"}"#

  /// Pictures to compare systems and devices.
  private static let devices: [Pictured] = [
    Pictured("home-island", .home, #"{"device": "iPhone 17 Pro"}"#, [selectTab]),
    Pictured("home-island-landscape", .home, #"{"device": "iPhone 17 Pro", "orientation": "landscape"}"#, [selectTab]),
    Pictured("home-notch-older", .home, #"{"device": "iPhone 14", \#(older)}"#, [selectTab]),
    Pictured("home-notch-landscape-older", .home, #"{"device": "iPhone 14", "orientation": "landscape", \#(older)}"#),
    Pictured("home-button", .home, #"{"device": "iPhone SE (3rd generation)"}"#),
    Pictured("home-button-older", .home, #"{"device": "iPhone SE (3rd generation)", \#(older)}"#, [selectTab]),
    Pictured("home-pad", .home, pad, [selectTab]),
    Pictured(
      "home-pad-portrait-older", .home, #"{"device": "iPad (9th generation)", "orientation": "portrait", \#(older)}"#,
      [selectTab]),
    Pictured("home-half", .home, half),
    Pictured("home-window", .home, #"{"device": "iPad mini (A17 Pro)", "width": 700, "height": 600}"#),
    Pictured(
      "home-push", .home, #"{"device": "iPhone Air"}"#,
      [#"{"type": "push", "screen": {"route": "chat", "title": "Ada"}}"#]),
    Pictured("home-slide-over", .home, slideOver),
    Pictured(
      "messenger-pad-older", .messenger, #"{"device": "iPad Pro 11-inch (4th generation)", \#(older)}"#,
      [badge, selectAda, ada]),
    Pictured(
      "messenger-slide-over-older", .messenger, #"{"device": "iPad Air 2", "multitasking": "slideOver", \#(older)}"#,
      [badge, ada]),
    Pictured("mail-large-pad-older", .mail, #"{"device": "iPad Pro 13-inch (M4)", \#(older)}"#),
    Pictured(
      "page-sheet-phone-older", .messenger, #"{"device": "iPhone 13 mini", \#(older)}"#, [choose(style: "pageSheet")]),
    Pictured("sheets-pad-older", .messenger, #"{\#(older)}"#, [choose(style: "formSheet")]),
    Pictured("popover-pad-older", .messenger, #"{\#(older)}"#, [choose(style: "popover")]),
    Pictured("split-in-tabs-older", .splitInTabs, #"{\#(older)}"#),
    Pictured(
      "swipe-island-older", .home, #"{"device": "iPhone 15", \#(older)}"#,
      [
        #"{"type": "push", "screen": {"route": "chat", "title": "Ada"}}"#, #"{"type": "back", "phase": "began"}"#,
      ]),
    Pictured("long-tabs-phone", .longTabs, phone),
    Pictured("long-tabs-window", .longTabs, #"{"width": 240, "height": 480}"#),
    Pictured("symbols-pad-older", .symbols, #"{"device": "iPad Pro 13-inch (M4)", \#(older)}"#),
  ]
}
