extension Problem {
  /// The problem of a rejection by the model: the only place that maps it to a code and a text.
  public init(_ rejection: Rejection) {
    // Its own pointer is into a step that no one has posted (D-369).
    if case .step(let type, let refused) = rejection {
      self.init(refused)
      self.detail += " That refuses the step \"\(type)\" of the link."
      self.pointer = nil
      return
    }
    if case .member(let pointer, let refused) = rejection {
      self.init(refused)
      self.pointer = pointer
      return
    }
    let (code, detail, controller) = Self.words(for: rejection)
    self.init(code, detail)
    if let controller, !controller.isAutomatic { self.controller = controller.description }
    if case .duplicateController(_, let place?) = rejection {
      self.container = place.container?.description
      self.kept = place.state?.rawValue
    }
    self.pointer = rejection.member
  }

  /// The problem of a rejected batch member.
  public init(_ rejection: Session.BatchRejection) {
    self.init(rejection.rejection)
    self.index = rejection.index
    self.pointer = self.pointer.map { "/transitions/\(rejection.index)\($0)" }
  }

  private static func words(for rejection: Rejection) -> (code: ProblemCode, detail: String, controller: ControllerID?)
  {
    switch rejection {
    case .noSuchController(let id):
      (.noSuchController, "The session has no \(named("controller", id)).", id)
    case .noTarget(.container(let kind)):
      (.noTarget, "Around what was shown last there is no \(kind.rawValue); name one in the transition.", nil)
    case .noTarget(.sender):
      (.noTarget, "No screen in a user's reach could be the sender; name one in \"from\".", nil)
    case .noTarget(.stackAround(let sender)):
      (.noTarget, "The screen \"\(sender)\" is in no stack that another one could be pushed on.", sender)
    case .noTarget(.nextColumn(let list)):
      (.noTarget, "The list \"\(list)\" is in no column of a column style with another one after it.", list)
    case .noTarget(.route(let name)):
      (.noTarget, "No screen of the route \(JSONError.quoted(name)) is there, and it is not presented.", nil)
    case .noSuchRoute(.route(let name, _), let names):
      (
        .noSuchRoute,
        "The session's table has no route \(JSONError.quoted(name))."
          + (NearestWord.question(name, among: names).map { " \($0)" } ?? ""), nil
      )
    case .noSuchRoute(.url(let url), _):
      (.noSuchRoute, "The session's table has no route with a path for \(JSONError.quoted(url)).", nil)
    case .invalidParam(let name, nil, _):
      (.invalidParams, "The param \(JSONError.quoted(name)) is missing.", nil)
    case .invalidParam(let name, let type?, _):
      (.invalidParams, "The param \(JSONError.quoted(name)) is no \(type.rawValue).", nil)
    case .wrongKind(let id, let expected):
      (.wrongKind, "The \(named("controller", id)) is no \(expected.rawValue).", id)
    case .noMember(let id, let kind, let member):
      (
        .wrongKind,
        "The \(named("controller", id)) is no \(noun(ofMemberOf: kind))"
          + (member.map { "; it stands in the \(noun(ofMemberOf: kind)) \"\($0)\"." } ?? "."), id
      )
    case .step(_, let refused), .member(_, let refused): words(for: refused)
    case .noCompactTree(let id):
      (
        .wrongStyle,
        "The \(named("tab bar", id)) is no split view's compact tree, whose tabs alone have \"twin\", \"onExpand\" and \"for\".",
        id
      )
    case .duplicateController(let id, let place):
      (.duplicateController, "The \(named("controller", id)) is \(words(for: place)).", id)
    case .cannotPush(let id, asColumn: false):
      (.cannotPush, "The \(named("controller", id)) cannot be pushed.", id)
    case .cannotPush(let id, asColumn: true):
      (
        .cannotPush,
        "The \(named("split view", id)) cannot be a column of a column style: its columns are stacks, and no stack holds a "
          + "split view.", id
      )
    case .cannotContain(let container, let child):
      (.cannotContain, "The \(named("controller", container)) cannot hold the \(named("controller", child)).", child)
    case .wrongStyle(let id):
      (.wrongStyle, "The \(named("split view", id)) is of another style, which has no such member or action.", id)
    case .noSuchColumn(let split, let column):
      (.noSuchColumn, "The \(named("split view", split)) has no \(column.rawValue) column.", split)
    case .columnTaken(let id):
      (.columnTaken, "Another column holds the \(named("controller", id)) already; showColumn shows it there.", id)
    case .notInStack(let id):
      (.notInStack, "The \(named("controller", id)) does not stand in the stack.", id)
    case .emptyContainer(let id):
      (.emptyContainer, "The \(named("container", id)) would be left without a child.", id)
    case .childNeverShown(let id):
      (
        .childNeverShown, "The \(named("controller", id)) would never be on display: its group is not managed.", id
      )
    case .alreadyPresenting(let id):
      (.alreadyPresenting, "The \(named("controller", id)) presents something already.", id)
    case .inspectorPresented(let id):
      (
        .alreadyPresenting,
        "The \(named("inspector", id)) is a sheet where it would be presented. With `replaces` it is hidden.", id
      )
    case .notOnDisplay(let id):
      (.notOnDisplay, "A user cannot reach the \(named("controller", id)) now: it is covered or hidden.", id)
    case .inBackground:
      (.notOnDisplay, "The session is in the background, where a user can reach nothing.", nil)
    case .noSuchCondition(let name):
      (.noSuchCondition, "The session's table has no condition \(JSONError.quoted(name)).", nil)
    case .conditionUnmet(let id, let needs):
      (
        .conditionUnmet,
        "The \(named("screen", id)) requires \(needs.map(JSONError.quoted).joined(separator: ", ")), which does not hold.",
        id
      )
    case .unknownDevice(let name):
      (.unknownDevice, "The catalogue has no device \(JSONError.quoted(name)). \(hint(at: name))", nil)
    case .noSuchMultitasking(let device, let orientation, let multitasking, let has):
      (
        .noSuchMultitasking,
        "\(device ?? "A free window") has no \(multitasking.rawValue) in \(orientation.rawValue); in that orientation and "
          + "system it has \(has.map(\.rawValue).joined(separator: ", ")).", nil
      )
    case .noSuchPose(let device, let pose):
      (.noSuchPose, "\(device ?? "A free window") does not fold, and so cannot be \(pose.rawValue).", nil)
    case .noSuchDetent(let name, let has):
      (.noSuchDetent, "The sheet has no detent \(JSONError.quoted(name)); it has \(has.joined(separator: ", ")).", nil)
    case .notASheet(let id):
      (.notASheet, "The presented \(named("controller", id)) is no sheet there.", id)
    case .invalidSize(let size):
      (.invalidSize, "A window cannot be \(size.width) by \(size.height) points.", nil)
    case .controllerLimit(.controllers):
      (.controllerLimit, "The session would have more than \(Limits.controllers) controllers.", nil)
    case .controllerLimit(.depth):
      (.controllerLimit, "Controllers would stand more than \(Limits.depth) deep inside each other.", nil)
    case .controllerLimit(.groupTabs):
      (.controllerLimit, "The tab bar would have more than \(Limits.groupTabs) tabs in its groups.", nil)
    case .controllerLimit(.groupDepth):
      (.controllerLimit, "Groups of tabs would stand more than \(Limits.groupDepth) deep inside each other.", nil)
    }
  }

  private static func noun(ofMemberOf kind: Controller.Kind) -> String {
    switch kind {
    case .topTabs: "page"
    case .split: "stack of a column"
    case .screen, .stack, .tabBar: "tab"
    }
  }

  /// Describes the place of the controller that has the requested id.
  private static func words(for place: HolderPlace?) -> String {
    guard let place else { return "there already" }
    let container = place.container.map { " in \"\($0)\"" } ?? ""
    return switch place.state {
    case .displayed: container.isEmpty ? "there already" : "there already,\(container)"
    case .parked: "there already, parked\(container)"
    case .saved: "there already, saved\(container)"
    case .preserved: "there already, kept\(container)"
    case nil: "there already, waiting\(container)"
    }
  }

  /// The nearest device name, and where all devices are listed.
  private static func hint(at name: String) -> String {
    let question = DeviceGuess.device(called: name).map { "Did you mean \($0)? " } ?? ""
    return question
      + "\(Endpoint(.listDevices).method.rawValue) \(Endpoint(.listDevices).path) lists them all."
  }

  /// A controller with its id; without one if the session was to assign it.
  private static func named(_ noun: String, _ id: ControllerID) -> String {
    id.isAutomatic ? "\(noun) that has no id" : "\(noun) \"\(id)\""
  }

  /// The problem of a table of routes with a fault.
  init(_ fault: ScreenRoutes.Fault) {
    let detail =
      switch fault {
      case .tooMany: "The table has more than \(Limits.routes) routes."
      case .tooLarge:
        "The table is larger than \(Limits.routesBytes) bytes, spaces between values not counted, or its offers fill in "
          + "more than \(Limits.filledBytes) bytes of titles."
      case .tooManyConditions: "The table has more than \(Limits.conditions) conditions."
      case .repeatedCondition(let name):
        "The condition \(JSONError.quoted(name)) is in the table twice, in two forms of its text."
      case .unknownCondition(let name): "The table has no condition \(JSONError.quoted(name))."
      case .startRequires(let name):
        "The route \(JSONError.quoted(name)) does not say what it \"opens\" as: its screens are roots, which cannot leave, "
          + "and so may require nothing."
      case .otherwiseRequires(let name):
        "The route \(JSONError.quoted(name)), or one below it, requires a condition, and so cannot be opened for want of one."
      case .otherwiseBeside(let name):
        "The route \(JSONError.quoted(name)) is a detail or a column's; for want of a condition a route is pushed or "
          + "presented, or part of the start."
      case .otherwiseWithParams(let name):
        "The route \(JSONError.quoted(name)) has params, and is opened for want of a condition without any."
      case .repeatedRoute(let name):
        "The route \(JSONError.quoted(name)) is in the table twice, in two forms of its text."
      case .unknownRoute(let name): "The table has no route \(JSONError.quoted(name))."
      case .opensOrCloses: "An offer has either a \"route\" that it opens, or \"closes\"."
      case .besideCloses(let name):
        "\(JSONError.quoted(name)) says how a route is opened, and this offer closes its own screen."
      case .opensNothing(let name):
        "The route \(JSONError.quoted(name)) does not say what it \"opens\" as, and so cannot be offered."
      case .missingParam(let name, let route):
        "A title of the route \(JSONError.quoted(route)) names the param \(JSONError.quoted(name)), which the offer does not give."
      case .opensOnNothing(let name):
        "The route \(JSONError.quoted(name)) has a parent, and so has to say what it \"opens\" as."
      case .parentOfItself(let name): "The route \(JSONError.quoted(name)) is below itself."
      case .lostParam(let name, let parent):
        "The path of the parent \(JSONError.quoted(parent)) has the param \(JSONError.quoted(name)), which this path has not."
      case .tooManyChains: "Through several parents there are more than \(Limits.routeChains) ways to the start."
      case .unknownParam(let name):
        "The row names the param \(JSONError.quoted(name)), which neither a path nor \"params\" nor an offer of the route gives."
      case .defaultBeside(let name): "The route \(JSONError.quoted(name)) is no detail, which a default is."
      case .samePath(let name): "A path of the route \(JSONError.quoted(name)) matches the same URLs."
      case .numberOfPaths: "A route has 1 to \(Limits.routePaths) paths."
      case .pathAndPaths(let name):
        "The route \(JSONError.quoted(name)) has both \"path\" and \"paths\", which is a list of them."
      case .otherParams(let path):
        "This path has other params than \(JSONError.quoted(path)), and only an optional last segment may differ."
      case .tooManyPrefixes: "There are more than \(Limits.linkPrefixes) prefixes."
      case .wrongType(let name, let type): "The param \(JSONError.quoted(name)) is no \(type.rawValue)."
      case .replacesWithoutPresent(let name):
        "The route \(JSONError.quoted(name)) \"replaces\" what is presented, but is not presented."
      case .endsWithoutPresent(let name):
        "The route \(JSONError.quoted(name)) has \"endsWith\", but is not presented."
      case .replacesParent(let name):
        "The parent \(JSONError.quoted(name)) may be presented, and a route that \"replaces\" would dismiss it."
      case .styleWithoutPresent(let name): "The route \(JSONError.quoted(name)) has a style, but is not presented."
      }
    self.init(.invalidRoutes, detail)
  }
}

extension Rejection {
  /// The pointer at the member of the transition that the state refuses; nil where it is the whole.
  fileprivate var member: String? {
    if case .noSuchRoute(let destination, _) = self {
      return if case .url = destination { "/url" } else { "/route" }
    }
    if case .noSuchCondition(let name) = self { return "/conditions/" + JSONPointer.token(name) }
    guard case .invalidParam(let name, let type, let isInURL) = self else { return nil }
    if isInURL { return "/url" }
    return type == nil ? "/params" : "/params/" + JSONPointer.token(name)
  }
}

/// The words and the numbers of a device's name: those of `iPad Pro 11-inch (M4)` are ipad, pro, inch, m, 11 and 4.
private struct DeviceGuess {
  private let name: String
  private var words: Set<String> = []
  private var numbers: Set<Int> = []

  private init(_ name: String) {
    self.name = name
    var rest = name.lowercased()[...]
    while let first = rest.first {
      let part = rest.prefix { $0.isLetter == first.isLetter && $0.isNumber == first.isNumber }
      if first.isLetter { words.insert(String(part)) } else if let number = Int(part) { numbers.insert(number) }
      rest = rest.dropFirst(part.count)
    }
  }

  private static let all = Device.all.map { DeviceGuess($0.name) }
  /// The words of each without its generation, which is in brackets.
  private static let kinds = Device.all.map { DeviceGuess(String($0.name.prefix { $0 != "(" })).words }

  /// The device that an unknown name may mean; nil if none is near.
  ///
  /// It has all words of the name: with all its numbers, if there is such a one, then with the fewest further words, then
  /// the newest, so that `iPhone 25` means the newest iPhone. Else it has nearly the same name.
  static func device(called name: String) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let guess = DeviceGuess(name)
    let found = all.indices.filter { !guess.words.isEmpty && guess.words.isSubset(of: all[$0].words) }
    let best = found.max { left, right in
      func rank(_ index: Int) -> (Int, Int, Int) {
        let hasNumbers = guess.numbers.isSubset(of: all[index].numbers)
        return (hasNumbers ? 1 : 0, -kinds[index].subtracting(guess.words).count, index)
      }
      return rank(left) < rank(right)
    }
    return best.map { all[$0].name } ?? NearestWord.of(name, among: all.map(\.name))
  }
}
