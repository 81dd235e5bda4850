/// The form in which two states are one: what no rule reads that shows a screen is left out (D-280).
///
/// Screens that openings made are told apart by route, params and their order in the tree, not by the ids that they got.
struct StateForm: Sendable {
  /// The ids that are kept, numbered: those of the app's own trees, and those that its moves name.
  private let kept: [ControllerID: Int]
  /// The ids that openings give, by route.
  private let given: [String: [(params: Params, id: ControllerID)]]

  init(keeping kept: Set<ControllerID>, openings: some Sequence<RouteOpening>) {
    self.kept = Dictionary(uniqueKeysWithValues: kept.sorted().enumerated().map { ($1, $0 + 1) })
    var given: [String: [(params: Params, id: ControllerID)]] = [:]
    for opening in openings {
      guard let (screen, id) = opening.named, !kept.contains(id) else { continue }
      if given[screen.route]?.contains(where: { $0.params == screen.params }) != true {
        given[screen.route, default: []].append((screen.params, id))
      }
    }
    self.given = given
  }

  /// Whether a controller was made by an opening, or for one.
  func isMade(_ controller: Controller) -> Bool { number(of: controller) == nil }

  /// The number of a kept id; nil of another one.
  func number(of controller: Controller) -> Int? { kept[controller.id] }

  /// The id that a screen has if it is the first of its route and params.
  func givenID(for screen: Screen) -> ControllerID? { given[screen.route]?.first { $0.params == screen.params }?.id }

  /// A tree in its form.
  ///
  /// - Parameters:
  ///   - conditions: what holds with it.
  ///   - known: a tree that it shares most of its own with.
  func callAsFunction(_ root: Controller, _ conditions: AppConditions?, known: KnownTree? = nil) -> FormedTree {
    let outline = TreeOutline(of: root, self, known: known?.held ?? [])
    var mix = outline.mix
    var changes = formedIDs(of: outline.made, &mix)
    for id in outline.selecting where changes[id] == nil { changes[id] = id }
    var conditions = conditions
    if let parked = conditions?.parked, let id = changes[parked.at] { conditions?.parked?.at = id }
    return FormedTree(
      root: changes.isEmpty ? root : root.formed(by: changes), conditions: conditions, outline: mix.value,
      tabs: outline.tabs)
  }

  /// The ids that are others in the form: an opening's own for the first screen of a route and its params, and numbers
  /// for all others, in the order of the tree.
  private func formedIDs(of made: [TreeOutline.Made], _ mix: inout Mix) -> [ControllerID: ControllerID] {
    var changes: [ControllerID: ControllerID] = [:]
    var counted = 0
    for (index, own) in made.enumerated() {
      var id: ControllerID
      if let given = own.given, !made[..<index].contains(where: { $0.given == given }) {
        id = given
      } else {
        repeat {
          counted += 1
          id = .counted(counted)
        } while kept[id] != nil
      }
      mix.add(id.hashValue)
      if id != own.id { changes[own.id] = id }
    }
    return changes
  }
}

/// A tree in its form, with what a walk tells of it.
struct FormedTree: Sendable {
  let root: Controller
  let conditions: AppConditions?
  /// A hash of what tells the trees of one app apart most often; that of the whole tree would take five times as long.
  let outline: Int
  /// How many tabs and pages hold screens that openings made.
  let tabs: Int
}

extension Controller {
  /// - Parameter changes: the ids in the tree of what is not in its form, each with the one that it gets.
  fileprivate func formed(by changes: [ControllerID: ControllerID]) -> Controller {
    var formed = self
    for slot in slots {
      guard let held = held(at: slot) else { continue }
      let changed = held.formed(by: changes)
      if !changed.isIdentical(to: held) { formed.replace(at: slot, with: changed) }
    }
    if case .split(let split) = node, let columns = split.value.collapse?.columns,
      columns.contains(where: { own in changes[own.id] != nil })
    {
      guard var changed = formed.split else { return formed }
      changed.collapse?.columns = columns.map { CollapsedColumn(column: $0.column, id: changes[$0.id] ?? $0.id) }
      formed.content = .split(changed)
    }
    if let sender = formed.presentedSender, let id = changes[sender] { formed.presented?.sender = id }
    // The lowest detent is where a sheet stands without a selected one, too.
    if formed.presentation.sheet?.selectsLowest == true { formed.presented?.form.sheet?.selectedDetent = nil }
    guard let id = changes[id] else { return formed }
    if case .screen(let screen) = node, screen.value.hasSelection || screen.value.row != nil {
      var changed = screen.value
      (changed.selection, changed.row) = (nil, nil)
      formed.content = .screen(changed)
    }
    if id != formed.id { formed.id = id }
    return formed
  }
}
