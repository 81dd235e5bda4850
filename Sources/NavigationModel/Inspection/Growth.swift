extension Session {
  /// About the bytes of memory of the trees that `before` does not share, rather too high; a moved tree counts as new.
  public func bytes(beyond before: borrowing Session) -> Int { root.bytes(beyond: before.root) }
}

extension Controller {
  /// The members of a container.
  private static let containerBytes = 256

  fileprivate func bytes(beyond earlier: Controller) -> Int {
    if isIdentical(to: earlier) { return 0 }
    guard kind == earlier.kind else { return summary.jsonBytes }
    var bytes = Self.containerBytes
    switch kind {
    case .screen: return summary.jsonBytes
    case .stack: bytes += known(as: Stack.self).bytes(beyond: earlier.known(as: Stack.self))
    case .tabBar: bytes += known(as: TabBar.self).bytes(beyond: earlier.known(as: TabBar.self))
    case .topTabs: bytes += known(as: TopTabs.self).bytes(beyond: earlier.known(as: TopTabs.self))
    case .split: bytes += known(as: Split.self).bytes(beyond: earlier.known(as: Split.self))
    }
    for (held, other) in [
      (presentedChild, earlier.presentedChild), (absentPlaceholder, earlier.absentPlaceholder),
    ] {
      if let held { bytes += other.map(held.bytes(beyond:)) ?? held.summary.jsonBytes }
    }
    return bytes
  }
}

extension ContentStorage where Value: Container {
  fileprivate func bytes(beyond earlier: ContentStorage<Value>) -> Int {
    var bytes = value.slots.count * MemoryLayout<Controller>.stride
    var slot = 0
    while let next = value.firstDifference(to: earlier.value, from: slot), next < value.slots.upperBound {
      if let held = value[next] {
        bytes += earlier.value[next].map(held.bytes(beyond:)) ?? held.summary.jsonBytes
      }
      slot = next + 1
    }
    return bytes
  }
}
