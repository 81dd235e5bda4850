extension Transition {
  /// Sets the badge of a tab of any depth; nil takes it away (TB-8).
  public struct SetBadge: AppTransition {
    package static let type = "setBadge"

    public var tab: ControllerID = .missing
    public var badge: String?

    package mutating func members(_ m: inout some Members) {
      m.required("tab", &tab)
      m.nullable("badge", &badge)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      session.updateTabBar(place.bar.id) { tabBar in
        _ = tabBar.updateTab(at: place.index) { tab in
          if place.path.isEmpty { tab.badge = badge } else { tab.node?.value[place.path].badge = badge }
        }
      }
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setBadge(tab: ControllerID, badge: String?) -> Self {
    Self(Transition.SetBadge(tab: tab, badge: badge))
  }
}
