/// One event for each presentation and dismissal of any cause (CL-23).
extension Session {
  /// - Parameter before: the tree before; nil where it presented nothing.
  mutating func reportPresentations(since before: Controller?, _ recorder: inout EventRecorder) {
    guard before != nil || root.summary.holdsPresented, before?.isIdentical(to: root) != true else { return }
    var (old, new): ([Presentation], [Presentation]) = ([], [])
    before?.collectPresentations(&old)
    root.collectPresentations(&new)
    for gone in old where !new.contains(gone) {
      recorder.add(.dismissed(gone.child), to: .changes)
      if gone.style.coversPresenter { recorder.changesCover = true }
    }
    for come in new where !old.contains(come) {
      recorder.add(.presented(come.child, presenter: come.presenter, come.style), to: .changes)
      if come.style.coversPresenter { recorder.changesCover = true }
    }
  }
}

private struct Presentation: Hashable {
  var child: ControllerID
  var presenter: ControllerID
  var style: PresentationStyle
}

extension Controller {
  /// Appends presentations in tree order: outer before inner.
  fileprivate func collectPresentations(_ found: inout [Presentation]) {
    guard summary.holdsPresented else { return }
    forEachPresent { held, holding in
      if holding == .presented, let presented {
        found.append(Presentation(child: held.id, presenter: id, style: presented.style))
      }
      held.collectPresentations(&found)
    }
  }
}
