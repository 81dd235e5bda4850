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
    writer.key("children")
    writer.beginArray()
    root.write(to: &writer, form: form)
    for child in above {
      let below = child.kind == .stack ? self.below(child.id) : nil
      child.write(to: &writer, form: form, leadsBack: LeadsBack(outer: below))
    }
    writer.endArray()
    if detailIndex != 1 { writer.member("detailIndex", detailIndex) }
  }

  /// The members but those that a managed group has with its tabs.
  func writeOwnMembers(to writer: inout JSONWriter, form: WrittenForm, leadsBack: LeadsBack = LeadsBack()) {
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
    writer.key("backButton")
    writer.beginObject()
    writer.member("visible", button.isVisible)
    writer.member("title", button.title)
    writer.endObject()
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
