import Navigation

extension SplitDelegate {
  /// What the layout of the same name gives its split view.
  static var tabsInPrimary: SplitDelegate {
    SplitDelegate(
      onShowDetail: .replaceAbovePlaceholder, onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot,
      onTabSwitch: .followTab,
      placeholder: "ph".placeholder)
  }

  /// The same with details that stay when another tab is selected.
  static var tabsThatKeep: SplitDelegate {
    var behavior = tabsInPrimary
    behavior.onTabSwitch = .keepDetail
    return behavior
  }

  /// What the layout of the same name gives its split view.
  static var tabBarInStack: SplitDelegate {
    var behavior = tabsInPrimary
    behavior.onTabSwitch = .saveAndRestore
    behavior.supportedInterfaceOrientations = .portraitOnPhone
    return behavior
  }
}

extension String {
  var placeholder: Controller? {
    ControllerID(self).map { Controller(id: $0, content: .screen(Screen(route: self, isPlaceholder: true))) }
  }
}
