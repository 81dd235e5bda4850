/// Details that an app opens by itself beside a list of an expanded split view: the first offer where nothing is open
/// (D-404), and the default of a list that comes on top (D-405).
extension Session {
  /// Opens them at the end of a transition or batch, once in each split view on display; nil for a first appearance.
  mutating func fillDetails(since before: Controller?, _ recorder: inout EventRecorder) {
    guard let routes = recorder.routes, root.summary.fillsDetails || routes.hasDefaults, !environment.isInBackground
    else { return }
    for id in cacheDisplay().expandedSplits {
      guard let split = root.find(id)?.split, !split.isCollapsed, let list = split.listBesideDetail,
        let route = list.screen.flatMap({ routes[$0.route] })
      else { continue }
      if let sample = route.defaultDetail, let before, isUncovered(list, in: id, since: before) {
        openDetail(sample, row: nil, beside: list.id, in: id, &recorder)
      } else if split.delegate.emptyDetail == .firstOffer, split.secondary?.isPlaceholderAlone ?? true {
        let offered =
          route.defaultDetail.map { [($0, nil)] }
          ?? route.offers.compactMap { offer in
            offer.sample.map { ($0, offer.row) }
          }
        let first = offered.first { sample, _ in
          let opening = routes[sample.route]?.opening?[classOfTree(around: list.id)]
          return opening == .detail && !isGone(sample, of: routes, since: before)
        }
        if let (sample, row) = first { openDetail(sample, row: row, beside: list.id, in: id, &recorder) }
      }
    }
  }

  /// As `showDetail` from the list, with the row by which it is offered; without a change where that is refused, blocked
  /// or taken by the delegate, and where it is shown already. It is not chosen (D-47).
  private mutating func openDetail(
    _ sample: ScreenRoute.Sample, row: String?, beside list: ControllerID, in split: ControllerID,
    _ recorder: inout EventRecorder
  ) {
    guard let target = try? LinkTarget(.route(sample.route, sample.params), in: recorder.routes, for: self),
      !LinkGoal([target]).isShown(in: self)
    else { return }
    var opening = LinkOpening(of: target, in: self, recorder)
    let last = target.chain.count - 1
    guard opening.opening(of: last, from: list) == .detail, let screen = try? opening.open(last, from: list) else {
      return
    }
    let wasAnimated = recorder.animated
    (self, recorder) = (opening.session, opening.recorder)
    recorder.animated = wasAnimated
    updateSplit(split) { $0.isDetailChosen = false }
    if let row { give(row, to: screen) }
    cacheDisplay()
  }

  /// Whether a push or a pop on the stack around a screen has brought it on top.
  private func isUncovered(_ screen: Controller, in split: ControllerID, since before: Controller) -> Bool {
    guard before.find(split)?.split?.isCollapsed == false,
      let id = innermost(.stack, around: screen.id), let stack = root.find(id)?.stack,
      let then = before.find(id)?.stack, then.top.id != screen.id
    else { return false }
    return then.children.contains { $0.id == screen.id } || stack.children.contains { $0.id == then.top.id }
  }

  /// Whether the session held what an offer opens, and does not any more.
  private func isGone(_ sample: ScreenRoute.Sample, of routes: ScreenRoutes, since before: Controller?) -> Bool {
    guard let before, let target = try? LinkTarget(.route(sample.route, sample.params), in: routes, for: self) else {
      return false
    }
    let last = target.chain.count - 1
    return target.locations(of: last, in: root).isEmpty && !target.locations(of: last, in: before).isEmpty
  }
}

extension Split {
  /// The screen on top of the column before the detail's.
  fileprivate var listBesideDetail: Controller? {
    columns[style == .tripleColumn ? .supplementary : .primary]?.screenOnTop
  }
}

extension Controller {
  /// The screen that it shows, or the one on top in it.
  fileprivate var screenOnTop: Controller? {
    switch node {
    case .screen: self
    case .stack(let stack): stack.value.top.screenOnTop
    case .tabBar(let tabBar): tabBar.value.selectedChild.screenOnTop
    case .topTabs(let topTabs): topTabs.value.pages[topTabs.value.currentIndex].child.screenOnTop
    case .split: nil
    }
  }
}

extension Display {
  /// The expanded split views that nothing has taken off the display.
  fileprivate var expandedSplits: [ControllerID] {
    entries.indices.compactMap { index in
      let shown = Shown(self, index)
      guard case .split(let split) = shown.controller.node, !split.value.isCollapsed, shown.isVisible, !shown.isGone
      else { return nil }
      return shown.id
    }
  }
}
