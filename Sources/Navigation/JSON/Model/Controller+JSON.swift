extension Controller {
  /// A tree: an object whose `kind`, at any position, decides the other members; a screen may be without (D-368). A
  /// controller without `id` gets `ControllerID.automatic`.
  ///
  /// Throws `emptyContainer` for a container without children, `noSuchController` for a selected tab or a current page
  /// that is none.
  public init(json: JSONValue) throws(BodyRefusal) { try self.init(json, in: .tree) }

  /// A screen in a place that allows screens only.
  public init(screen json: JSONValue) throws(BodyRefusal) { try self.init(json, in: .ofScreens) }

  /// The screen of a detail stack in which nothing is selected: no `kind`, no `placeholder`, nothing presented; its id
  /// is `placeholder`, or the given one, where it has none.
  public init(placeholder json: JSONValue, orCalled id: ControllerID = "placeholder") throws(BodyRefusal) {
    try self.init(json, in: .ofPlaceholder(id))
  }

  /// The stack of a managed group, whose children stand with its tabs.
  init(managed json: JSONValue, children: [Controller], detailIndex: Int) throws(BodyRefusal) {
    try self.init(json, in: .ofManaged(children, detailIndex: detailIndex))
  }

  private enum Place {
    case tree, ofScreens
    case ofManaged([Controller], detailIndex: Int)
    case ofPlaceholder(ControllerID)

    var placeholder: ControllerID? { if case .ofPlaceholder(let id) = self { id } else { nil } }
  }

  private init(_ json: JSONValue, in place: Place) throws(BodyRefusal) {
    var reader = try json.object()
    let kind =
      switch place {
      case .tree: try reader.kind()
      case .ofScreens: try reader.kindOfScreen()
      case .ofPlaceholder: Kind.screen
      case .ofManaged: Kind.stack
      }
    let id = try reader.id("id") ?? (place.placeholder ?? .automatic)
    // Its fault comes before those of the other members.
    if kind == .screen, place.placeholder == nil { _ = try reader.bool("placeholder") }
    var (traitOverride, answers) = (TraitOverride?.none, ControllerAnswers())
    let content: Content
    switch kind {
    case .screen:
      var screen = Screen(route: "", isPlaceholder: place.placeholder != nil)
      if place.placeholder != nil { reader.ofPlaceholder { screen.members(&$0) } } else { screen.members(&reader) }
      content = .screen(screen)
    case .stack:
      if case .ofManaged(let children, let detailIndex) = place, let root = children.first {
        let above = Array(children.dropFirst())
        content = .stack(try Stack(members: &reader, root: root, above: above, detailIndex: detailIndex))
      } else {
        content = .stack(try Stack(members: &reader, of: id))
      }
    case .tabBar: content = .tabBar(try TabBar(members: &reader, of: id))
    case .topTabs: content = .topTabs(try TopTabs(members: &reader, of: id))
    case .split: content = .split(try Split(members: &reader, of: id))
    }
    reader.optional("traitOverride", &traitOverride)
    answers.members(&reader)
    try reader.check()
    let member = place.placeholder != nil ? nil : reader.optional("presented")
    let presented = try member.map(Presented.init(json:))
    if case .split(let split) = content {
      try split.checkSheet(member, presented, &reader)
    } else if let member, try member.isOfSystem() {
      throw member.refused("the system presents the inspector of a split view alone")
    }
    if kind == .split, let orientations = reader.optional("supportedInterfaceOrientations") {
      throw orientations.refused("a split view has it in its behavior")
    }
    try reader.finish(nulls: kind.stateMembers)
    self.init(id: id, traitOverride: traitOverride, answers: answers, presented: presented, content: content)
  }

  /// Writes the tree with its `kind`, without an automatic id and without members that have their default.
  public func write(to writer: inout JSONWriter, form: WrittenForm) {
    write(to: &writer, form: form, leadsBack: LeadsBack())
  }

  /// Writes a controller whose back button depends on more than its own stack.
  func write(to writer: inout JSONWriter, form: WrittenForm, leadsBack: LeadsBack) {
    writer.beginObject()
    writer.word("kind", kind)
    writeMembers(to: &writer, form: form, leadsBack: leadsBack)
    writer.endObject()
  }

  /// Writes the controller in a place that allows screens only, without `kind`.
  func writeScreen(to writer: inout JSONWriter) { writer.object { writeMembers(to: &$0, form: .request) } }

  /// Writes the stack of a managed group without its children and without `kind`.
  func writeManaged(to writer: inout JSONWriter, form: WrittenForm) {
    writer.object { writeMembers(to: &$0, form: form, isManaged: true) }
  }

  /// Writes a placeholder in a place that allows placeholders only, without `kind`, `placeholder` and `presented`.
  func writePlaceholder(to writer: inout JSONWriter) {
    writer.object { writeMembers(to: &$0, form: .request, marksPlaceholder: false) }
  }

  private func writeMembers(
    to writer: inout JSONWriter, form: WrittenForm, leadsBack: LeadsBack = LeadsBack(), marksPlaceholder: Bool = true,
    isManaged: Bool = false
  ) {
    let id = id
    if !id.isAutomatic { writer.member("id", id) }
    let outer = form
    let form = form.below(traitOverride)
    switch node {
    case .screen(let screen):
      var screen = screen.value
      if marksPlaceholder { screen.members(&writer) } else { writer.ofPlaceholder { screen.members(&$0) } }
    case .stack(let stack) where isManaged: stack.value.writeOwnMembers(to: &writer, form: form)
    case .stack(let stack): stack.value.writeMembers(to: &writer, form: form, leadsBack: leadsBack)
    case .tabBar(let tabBar): tabBar.value.writeMembers(to: &writer, form: form)
    case .topTabs(let topTabs): topTabs.value.writeMembers(to: &writer, form: form)
    case .split(let split): split.writeMembers(to: &writer, form: form)
    }
    writer.member("traitOverride", traitOverride)
    var answers = answers
    if answers != ControllerAnswers() { answers.members(&writer) }
    if marksPlaceholder, let presented {
      writer.key("presented")
      presented.write(to: &writer, form: form.ofPresenter(inheriting: outer), isOfSystem: presentsInspector)
    }
  }
}

extension Controller.Kind {
  /// The members that only a snapshot has.
  fileprivate var stateMembers: [StaticString] {
    switch self {
    case .screen, .tabBar: []
    case .stack: ["lastShown"]
    case .topTabs: ["pageWidth"]
    case .split: ["isCollapsed", "size"]
    }
  }
}

extension JSONObjectReader {
  /// Without it a screen, which is known by its `route`.
  fileprivate mutating func kind() throws(BodyRefusal) -> Controller.Kind {
    if let kind = try word("kind", Controller.Kind.self) { return kind }
    if optional("route") != nil { return .screen }
    let signs: [(StaticString, Controller.Kind)] = [
      ("children", .stack), ("tabs", .tabBar), ("pages", .topTabs), ("primary", .split),
    ]
    for (member, kind) in signs where optional(member) != nil {
      throw object.refused("missing member \"kind\", which is \"\(kind.rawValue)\" of one with \"\(member)\"")
    }
    throw missing("kind", "route")
  }

  fileprivate mutating func kindOfScreen() throws(BodyRefusal) -> Controller.Kind {
    guard let json = optional("kind"), try json.word(Controller.Kind.self) != .screen else { return .screen }
    throw json.refused("expected a screen")
  }
}

extension Screen {
  fileprivate mutating func members(_ m: inout some Members) {
    var update = ScreenUpdate()
    Self.visit(&self, &update, &m)
  }
}

extension ControllerAnswers {
  fileprivate mutating func members(_ m: inout some Members) {
    var update = ScreenUpdate()
    Self.visit(&self, &update, &m)
  }
}

extension Presented {
  /// `{"style"?, "adaptation"?, "sender"?, "system"?, "child"}`, and the members of a sheet.
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let form = try Presentation(members: &reader)
    let sender = try reader.id("sender")
    _ = try reader.bool("system")
    let child = try Controller(json: try reader.require("child"))
    try reader.finish()
    self.init(form, child, sender: sender)
  }

  /// In a session besides what the style is in the window that there is, where that is another one, and the state of a
  /// sheet.
  func write(to writer: inout JSONWriter, form: WrittenForm, isOfSystem: Bool) {
    writer.beginObject()
    writer.flag("system", isOfSystem)
    self.form.writeMembers(to: &writer)
    switch form {
    case .request, .snapshot: break
    case .session(let environment, _): self.form.writeState(in: environment, to: &writer)
    }
    writer.member("sender", sender)
    writer.tree("child", child, form: form.presented(child, in: self.form))
    writer.endObject()
  }
}

extension JSONValue {
  /// Whether a presented tree is the sheet of an inspector.
  fileprivate func isOfSystem() throws(BodyRefusal) -> Bool {
    var presented = try object()
    return try presented.bool("system") ?? false
  }
}

extension Split {
  /// Throws where one of `isInspectorShown` and `system` of what is presented says that the inspector is a sheet, and
  /// the other does not.
  fileprivate func checkSheet(
    _ member: JSONValue?, _ presented: Presented?, _ reader: inout JSONObjectReader
  ) throws(BodyRefusal) {
    let isOfSystem = try member?.isOfSystem() ?? false
    if let member, isOfSystem, presented?.form != Presentation(.pageSheet) || presented?.sender != nil {
      throw member.refused("the system presents an inspector as a \"pageSheet\", without a sender")
    }
    guard isOfSystem != (inspector == .sheet) else { return }
    if let member, isOfSystem { throw member.refused("an inspector is either presented or a column, and shown") }
    throw try reader.require("isInspectorShown").refused("there is no inspector")
  }
}

extension Params: JSONMember {
  /// Brackets that may be open at once within them, so that a tree of any depth leaves room for them in its snapshot.
  package static let maximumDepth = JSONDocument.defaultMaximumDepth

  /// Any object; values are kept as they are written, without whitespace.
  public init(json: JSONValue) throws(BodyRefusal) {
    if json.isDeeper(than: Self.maximumDepth) { throw json.refused("nested more than \(Self.maximumDepth) deep") }
    var reader = try json.object()
    let members = reader.members
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, value) in members { self.members.append(Member(name: name, json: value.compactText())) }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.name)
      writer.raw(member.json)
    }
    writer.endObject()
  }
}

extension ScreenUpdate: MemberUpdate {
  /// The settable members of a screen, and those of other controllers; null takes an optional one away.
  package mutating func members(_ m: inout some Members) {
    var (screen, answers) = (Screen(route: ""), ControllerAnswers())
    m.ofUpdate {
      Screen.visit(&screen, &self, &$0)
      ControllerAnswers.visit(&answers, &self, &$0)
    }
    m.settable("traitOverride", &traitOverride)
  }
}

extension Stack {
  /// The members of a stack but `id`, read whole: a stack without a root is none. Throws `emptyContainer` where there is
  /// none.
  init(members reader: inout JSONObjectReader, of id: ControllerID) throws(BodyRefusal) {
    let value = try reader.require("children")
    var children = try value.array(Controller.init(json:))
    guard !children.isEmpty else { throw value.refused(.emptyContainer(id)) }
    let detailIndex = try reader.optional("detailIndex")?.int(in: 1...children.count) ?? 1
    let root = children.removeFirst()
    try self.init(members: &reader, root: root, above: children, detailIndex: detailIndex)
  }

  /// The members but `children` and `detailIndex`.
  init(members reader: inout JSONObjectReader, root: Controller, above: [Controller], detailIndex: Int)
    throws(BodyRefusal)
  {
    let isNavigationBarHidden = try reader.bool("isNavigationBarHidden") ?? false
    let interactiveBack = reader.optional("interactiveBack")
    let isInteractiveBack = try interactiveBack?.bool() ?? false
    if isInteractiveBack, above.isEmpty, let interactiveBack {
      throw interactiveBack.refused("there is nothing above the root to swipe away")
    }
    self.init(
      root: root, above: above, isNavigationBarHidden: isNavigationBarHidden, detailIndex: detailIndex,
      isInteractiveBack: isInteractiveBack, delegate: try Delegate(members: &reader))
  }

  func writeMembers(to writer: inout JSONWriter, form: WrittenForm, leadsBack: LeadsBack) {
    writeChildren(to: &writer, form: form)
    writeOwnMembers(to: &writer, form: form, leadsBack: leadsBack)
  }

  private func writeChildren(to writer: inout JSONWriter, form: WrittenForm) {
    writer.array("children") { writer in
      root.write(to: &writer, form: form)
      for child in above {
        let below = child.kind == .stack ? self.below(child.id) : nil
        child.write(to: &writer, form: form, leadsBack: LeadsBack(outer: below))
      }
    }
    if detailIndex != 1 { writer.member("detailIndex", detailIndex) }
  }

  /// The members but those that a managed group has with its tabs.
  fileprivate func writeOwnMembers(to writer: inout JSONWriter, form: WrittenForm, leadsBack: LeadsBack = LeadsBack()) {
    writer.flag("isNavigationBarHidden", isNavigationBarHidden)
    writer.flag("interactiveBack", isInteractiveBack)
    writer.flag("delegate", delegate != nil)
    switch form {
    case .request: break
    case .snapshot: writer.member("lastShown", delegate?.lastShown)
    case .session: writeBackButton(to: &writer, leadsBack)
    }
  }

  /// What the server works out and no request may carry.
  private func writeBackButton(to writer: inout JSONWriter, _ leadsBack: LeadsBack) {
    let button = BackButton(
      of: self, outer: leadsBack.outer, allowsReturnToPlaceholder: leadsBack.isToPlaceholderAllowed)
    writer.object("backButton") { writer in
      writer.member("visible", button.isVisible)
      writer.member("title", button.title)
    }
  }
}

extension Stack.Delegate {
  /// Nil without one. What it was told, only a snapshot says.
  fileprivate init?(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    guard try reader.bool("delegate") == true else { return nil }
    self.init(lastShown: reader.holdsState ? try reader.id("lastShown") : nil)
  }
}

/// The facts outside a stack on which its back button depends.
struct LeadsBack {
  /// The controller below the stack in the stack that contains it, if any (NV-17).
  var outer: Controller?
  /// Whether the first detail leads back to its placeholder (SYS0-3).
  var isToPlaceholderAllowed = true
}
