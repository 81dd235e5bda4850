/// The pictures of the model's page, each of windows of one mail app.
extension ContainerPicture {
  private static let narrow = #"{"width": 320, "height": 400}"#
  private static let wide = #"{"width": 700, "height": 400}"#
  private static let wider = #"{"width": 960, "height": 400}"#

  private static let inbox = """
    {"id": "inbox", "route": "inbox", "title": "Inbox", "params": {"rows": [
                  {"id": "ada", "title": "Ada", "subtitle": "Notes on note G"},
                  {"id": "emmy", "title": "Emmy", "subtitle": "What is conserved"},
                  {"id": "grace", "title": "Grace", "subtitle": "There was a moth in it"}]}}
    """
  private static let placeholder = #"{"id": "none", "route": "none", "title": "No letter"}"#

  /// The page has it as it is here.
  static let mail = """
    {"environment": {"width": 700, "height": 400},
     "layout": {"name": "doubleColumn",
                "primary": \(inbox),
                "secondary": {"id": "none", "route": "none", "title": "No letter", "placeholder": true},
                "behavior": {"placeholder": \(placeholder)}}}
    """
  /// The same without the word *placeholder*: a screen as any other.
  private static let screenInstead = """
    {"layout": {"name": "doubleColumn", "primary": \(inbox), "secondary": \(placeholder)}}
    """
  private static let stack = #"{"name": "stack", "screen": \#(inbox)}"#
  private static let tabs = """
    [{"id": "mail", "title": "Mail", "icon": "tray", "screen": \(inbox)},
     {"id": "people", "title": "People", "icon": "person.2",
      "screen": {"id": "everyone", "route": "people", "title": "People"}}]
    """
  private static let tabBar = #"{"name": "tabBar", "mode": "tabSidebar", "tabs": \#(tabs)}"#
  private static let messenger = """
    {"name": "tabsInPrimary", "tabs": \(tabs), "placeholder": \(placeholder)}
    """
  private static let mailboxes = """
    {"name": "tripleColumn", "primary": {"id": "mailboxes", "route": "mailboxes", "title": "Mailboxes"},
     "supplementary": \(inbox), "secondary": \(placeholder)}
    """

  private static let push = #"{"type": "push", "screen": {"id": "emmy", "route": "letter", "title": "Emmy"}}"#
  private static let photo = #"{"type": "push", "screen": {"id": "photo", "route": "photo", "title": "Photo"}}"#
  private static let people = #"{"type": "tapTab", "tab": "people"}"#
  private static let tap =
    #"{"type": "tapRow", "list": "inbox", "row": "emmy", "opens": "detail", "screen": {"id": "emmy", "route": "letter", "title": "Emmy"}}"#
  private static let shrink = #"{"type": "resize", "width": 320, "height": 400}"#
  private static let grow = #"{"type": "resize", "width": 700, "height": 400}"#
  private static let primary = #"{"type": "setSplit", "behavior": {"topColumnForCollapsing": "primary"}}"#
  private static let provenance = #"{"type": "setSplit", "behavior": {"topColumnForCollapsing": "byProvenance"}}"#
  private static let over = #"{"type": "setDisplayMode", "mode": "oneOverSecondary"}"#
  private static let dimmed = #"{"type": "tapDimmedSecondary"}"#
  private static let reply = #"{"type": "present", "screen": {"id": "reply", "route": "reply", "title": "Reply"}}"#

  static let all: [ContainerPicture] = [
    ContainerPicture(
      "stack",
      [
        Window("a stack", .layout(stack), in: narrow, is: "stack: inbox"),
        Window("push", .layout(stack), in: narrow, after: [push], is: "stack: inbox > emmy", showsHidden: true),
      ]),
    ContainerPicture(
      "tabs", scale: 0.47,
      [
        Window("push", .layout(tabBar), in: narrow, after: [push], is: "tabs[mail*: inbox > emmy | people: everyone]"),
        Window(
          "tapTab", .layout(tabBar), in: narrow, after: [push, people],
          is: "tabs[mail: inbox > emmy | people*: everyone]", showsHidden: true),
        Window(
          "resize to 700", .layout(tabBar), in: narrow, after: [push, people, grow],
          is: "tabs[mail: inbox > emmy | people*: everyone]"),
      ]),
    ContainerPicture(
      "split",
      [
        Window("a split view", .design(mail), in: wide, is: "split/2[inbox || none]"),
        Window("tapRow", .design(mail), in: wide, after: [tap], is: "split/2[inbox(emmy) || emmy]"),
      ]),
    ContainerPicture(
      "collapse", scale: 0.47,
      [
        Window(
          "resize to 320", .design(mail), in: wide, after: [tap, shrink],
          is: "split/2<inbox(emmy) > {secondary: emmy}>", showsHidden: true),
        Window(
          "push", .design(mail), in: wide, after: [tap, shrink, photo],
          is: "split/2<inbox(emmy) > {secondary: emmy > photo}>"),
        Window(
          "resize to 700", .design(mail), in: wide, after: [tap, shrink, photo, grow],
          is: "split/2[inbox(emmy) || emmy > photo]"),
      ]),
    ContainerPicture(
      "placeholder", windowsAre: .or,
      [
        Window("No letter: a screen", .design(screenInstead), in: narrow, is: "split/2<inbox > {secondary: none}>"),
        Window(
          "No letter: a placeholder", .design(mail), in: narrow, is: "split/2<inbox / secondary: none>",
          showsHidden: true),
      ]),
    ContainerPicture(
      "answer", windowsAre: .or,
      [
        Window(
          "primary", .design(mail), in: wide, after: [tap, primary, shrink],
          is: "split/2<inbox(emmy) / secondary: emmy>", showsHidden: true),
        Window(
          "byProvenance", .design(mail), in: wide, after: [tap, provenance, shrink],
          is: "split/2<inbox(emmy) > {secondary: emmy}>", showsHidden: true),
      ]),
    ContainerPicture(
      "classic",
      [
        Window(
          "tapRow", .layout(messenger), in: wide, after: [tap],
          is: "split[tabs[mail*: inbox(emmy) | people: everyone] || none > emmy]"),
        Window(
          "resize to 320", .layout(messenger), in: wide, after: [tap, shrink],
          is: "split<tabs[mail*: inbox(emmy) > emmy | people: everyone] / none>", showsHidden: true),
      ]),
    ContainerPicture(
      "modes",
      [
        Window("setDisplayMode", .design(mail), in: wide, after: [tap, over], is: "split/2[inbox(emmy) |> emmy]"),
        Window(
          "tapDimmedSecondary", .design(mail), in: wide, after: [tap, over, dimmed],
          is: "split/2[(inbox(emmy)) || emmy]"),
      ]),
    ContainerPicture(
      "three", scale: 0.46,
      [
        Window("tapRow", .layout(mailboxes), in: wider, after: [tap], is: "split/3[mailboxes || inbox(emmy) || emmy]"),
        Window(
          "resize to 700", .layout(mailboxes), in: wider, after: [tap, grow],
          is: "split/3[(mailboxes) || inbox(emmy) || emmy]"),
      ]),
    ContainerPicture(
      "sheet",
      [
        Window("present", .design(mail), in: wide, after: [tap, reply], is: "split/2[inbox(emmy) || emmy] ^ reply"),
        Window(
          "resize to 320", .design(mail), in: wide, after: [tap, reply, shrink],
          is: "split/2<inbox(emmy) > {secondary: emmy}> ^ reply"),
      ]),
  ]
}
