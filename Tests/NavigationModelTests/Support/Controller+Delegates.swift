@testable import Navigation

extension Controller {
  /// This tree with a delegate of each stack that has none (NV-27).
  var withDelegates: Controller {
    var tree = self
    if case .stack(var stack) = content, stack.delegate == nil {
      stack.delegate = Stack.Delegate()
      tree.content = .stack(stack)
    }
    tree.updateEachHeld { $0 = $0.withDelegates }
    return tree
  }
}

extension Session {
  /// The top of each stack with a delegate that has leaves on display, but in the lower screen of a swipe.
  var shownTops: [ControllerID: ControllerID] {
    var tops: [ControllerID: ControllerID] = [:]
    for leaf in display.leaves where leaf.stage != .appearing {
      var inner = leaf
      while let container = inner.container {
        if let stack = container.controller.stack, stack.delegate != nil { tops[container.id] = stack.top.id }
        inner = container
      }
    }
    return tops
  }
}
