/// Pushes in a row, of new screens on one stack, are one change of it in a batch: a long stack is copied once, and not
/// for each of them.
extension Session {
  /// Does such members of a batch, with all that they come to one by one; false where one of them may be refused, and
  /// nothing has happened then.
  ///
  /// Nothing is lost by settling once: screens that are not presented and that present nothing change no room, no
  /// column and no presentation, and take nothing away that could refuse to leave.
  mutating func push(_ run: ArraySlice<Transition>, _ telling: inout Telling) -> Bool {
    var draft = self
    if let swiped = draft.interactiveStack { draft.setInteractiveBack(false, of: swiped) }
    guard let pushed = run.first?.pushed, let target = draft.target(of: pushed.screen.id, on: pushed.stack),
      let screens = draft.name(run)
    else { return false }
    let arePages = draft.givesPages(to: target)
    guard draft.root.update(target, { $0.push(screens, arePages: arePages) }) == true else { return false }
    // Where no stack is named, each member goes to the one around what the member before has shown.
    if pushed.stack == nil, (try? draft.resolveStack(nil)) != target { return false }
    do { try draft.root.summary.checkLimits() } catch { return false }
    draft.settle(&telling)
    for transition in run where transition.animated ?? true { telling.animated = true }
    self = draft
    return true
  }

  /// The stack that is named, or is meant; nil where it takes none.
  private func target(of screen: ControllerID, on stack: ControllerID?) -> ControllerID? {
    do throws(Rejection) {
      let target = try resolveStack(stack)
      if stack != nil { try checkTakesDetails(target, screen) }
      return target
    } catch { return nil }
  }

  /// The screens with the ids that they have one by one; nil where one is taken.
  private mutating func name(_ run: ArraySlice<Transition>) -> [Controller]? {
    var present = TreeIDs(of: root)
    var new: Set<ControllerID> = []
    var screens: [Controller] = []
    screens.reserveCapacity(run.count)
    for transition in run {
      guard var screen = transition.pushed?.screen else { return nil }
      if screen.id.isAutomatic {
        var id: ControllerID
        repeat {
          countedIDs += 1
          id = .counted(countedIDs)
        } while new.contains(id) || present.contains(id)
        screen.id = id
      } else if present.contains(screen.id) {
        return nil
      }
      guard new.insert(screen.id).inserted else { return nil }
      screens.append(screen)
    }
    return screens
  }
}

extension ArraySlice<Transition> {
  /// The members from the first one on that are pushes of new screens on the same stack.
  var pushRun: ArraySlice<Transition> {
    guard let first = first?.pushed else { return prefix(0) }
    return prefix { $0.pushed.map { $0.stack == first.stack } ?? false }
  }
}

extension Transition {
  /// The screen that is pushed and the stack that is named, where it is a new one that presents nothing and is no
  /// placeholder.
  fileprivate var pushed: (screen: Controller, stack: ControllerID?)? {
    guard case .push(.new(let controller), let stack) = action, controller.kind == .screen,
      controller.summary.count == 1,
      !controller.isPlaceholder
    else { return nil }
    return (controller, stack)
  }
}
