/// Where a tree that cannot be opened is at fault.
extension CreateSession {
  /// The problem of a creation that `open` refused: it points at the controller at fault, or at the root or the layout.
  public func problem(of rejection: Rejection) -> Problem {
    var problem = Problem(rejection)
    switch start {
    case .layout(let layout):
      var writer = JSONWriter()
      layout.write(to: &writer)
      problem.pointer = "/layout" + (rejection.controller(in: writer.bytes)?.pointer ?? "")
    case .root(let root), .restored(let root, countedIDs: _):
      problem.pointer = "/root" + pointer(in: root.withAllNamed, at: rejection)
    }
    return problem
  }

  /// - Parameter root: the tree, in which each controller has an id, so that the same refusal names one.
  private func pointer(in root: Controller, at rejection: Rejection) -> String {
    var (named, fault) = (self, rejection)
    named.start = start.with(root)
    do throws(Rejection) { _ = try named.open() } catch { fault = error }
    var writer = JSONWriter()
    root.write(to: &writer, form: .snapshot)
    guard let controller = fault.controller(in: writer.bytes) else { return "" }
    if case .noSuchColumn(_, let column) = fault, var members = try? controller.object(),
      let content = members.optional(column.rawValue)
    {
      return content.pointer
    }
    return controller.pointer
  }
}

extension CreateSession.Start {
  fileprivate func with(_ root: Controller) -> Self {
    switch self {
    case .layout: self
    case .root: .root(root)
    case .restored(_, let countedIDs): .restored(root, countedIDs: countedIDs)
    }
  }
}

extension Rejection {
  /// The controller at fault in a tree or a layout as JSON; nil where the JSON does not have it.
  package func controller(in json: [UInt8]) -> JSONValue? {
    guard let id = Problem(self).controller,
      let document = try? JSONDocument(json, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
    else { return nil }
    var found: [JSONValue] = []
    document.root.collectControllers(with: id, &found)
    // Of two controllers with one id, the second one is refused.
    if case .duplicateController = self { return found.last }
    return found.first
  }
}

extension JSONValue {
  /// Adds the controllers with this id, at most two, in the order of the text; an app's params have none.
  fileprivate func collectControllers(with id: String, _ found: inout [JSONValue]) {
    if found.count == 2 { return }
    if var members = try? object() {
      if (try? members.optional("id")?.string()) == id { found.append(self) }
      for member in members.members where member.name != "params" { member.value.collectControllers(with: id, &found) }
    } else if let elements = try? elements {
      for element in elements { element.collectControllers(with: id, &found) }
    }
  }
}
