/// Coalesces consecutive pushes of new screens on one stack in a batch: a long stack is copied once, not per push.
extension Session {
  /// Performs such members with the same effect as one by one; false, without a change, where one of them may be
  /// refused.
  ///
  /// Settling once suffices: screens that are not presented and present nothing change no layout, column or
  /// presentation, and remove nothing that could block.
  mutating func push(_ run: ArraySlice<Transition>, _ recorder: inout EventRecorder) -> Bool {
    var draft = self
    if let swiped = draft.interactiveStack { draft.setInteractiveBack(false, of: swiped) }
    guard let pushed = run.first?.pushed, let target = draft.target(of: pushed.screen.id, on: pushed.stack),
      let screens = draft.name(run)
    else { return false }
    let arePages = draft.givesPages(to: target)
    guard draft.root.update(target, { $0.push(screens, arePages: arePages) }) == true else { return false }
    // Without a named stack, each member goes to the stack that the previous member has put on display.
    if pushed.stack == nil, (try? draft.resolveStack(nil)) != target { return false }
    do { try draft.root.summary.checkLimits() } catch { return false }
    draft.settle(&recorder)
    for transition in run where transition.animated ?? true { recorder.animated = true }
    self = draft
    return true
  }

  /// The named or resolved stack; nil where it cannot take the screen.
  private func target(of screen: ControllerID, on stack: ControllerID?) -> ControllerID? {
    do throws(Rejection) {
      let target = try resolveStack(stack)
      if stack != nil { try checkTakesDetails(target, screen) }
      return target
    } catch { return nil }
  }

  /// The screens with the ids that single pushes would assign; nil where one is taken.
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
  /// The leading members that are pushes of new screens on the same stack.
  var pushRun: ArraySlice<Transition> {
    guard let first = first?.pushed else { return prefix(0) }
    return prefix { $0.pushed.map { $0.stack == first.stack } ?? false }
  }
}

extension Transition {
  /// The pushed screen and the named stack; nil unless it is a new screen that presents nothing and is no placeholder.
  fileprivate var pushed: (screen: Controller, stack: ControllerID?)? {
    guard case .push(let push) = action, push.again == .another, case .new(let controller) = push.newcomer,
      controller.kind == .screen,
      controller.summary.count == 1, !controller.isPlaceholder
    else { return nil }
    return (controller, push.stack)
  }
}
