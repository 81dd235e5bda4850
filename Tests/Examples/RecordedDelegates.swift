// The delegates of a recorded app: a proxy notes each call down and passes it on. To copy beside Recorder.swift.
import UIKit

private typealias Split = UISplitViewController
private typealias Delegates = UISplitViewControllerDelegate & UITabBarControllerDelegate
  & UINavigationControllerDelegate
  & UISheetPresentationControllerDelegate

/// Stands in the place of the app's delegate, which it does not hold. What it does not note goes to that one directly; it
/// says that it answers a question only where that one does, since UIKit does something else without an answer.
@MainActor
final class DelegateProxy: NSObject, UISplitViewControllerDelegate, UITabBarControllerDelegate,
  UINavigationControllerDelegate, UISheetPresentationControllerDelegate
{
  nonisolated(unsafe) private(set) weak var app: NSObject?
  private weak var owner: UIViewController?

  init(_ app: NSObject?, _ owner: UIViewController) { (self.app, self.owner) = (app, owner) }
  nonisolated override func forwardingTarget(for selector: Selector?) -> Any? { app }
  nonisolated override func responds(to selector: Selector?) -> Bool {
    guard let selector else { return false }
    let isQuestion = Self.questions.contains { $0.selector == selector }
    return app?.responds(to: selector) ?? false || !isQuestion && super.responds(to: selector)
  }
  /// The questions that the app's delegate answers.
  var answered: [String] { Self.questions.filter { app?.responds(to: $0.selector) ?? false }.map(\.name) }

  nonisolated(unsafe) static let questions: [(name: String, selector: Selector)] = [
    ("splitViewController(_:showDetail:sender:)", #selector(splitViewController(_:showDetail:sender:))),
    ("splitViewController(_:show:sender:)", #selector(splitViewController(_:show:sender:))),
    ("primaryViewController(forCollapsing:)", #selector(primaryViewController(forCollapsing:))),
    ("primaryViewController(forExpanding:)", #selector(primaryViewController(forExpanding:))),
    ("splitViewController(_:collapseSecondary:onto:)", #selector(splitViewController(_:collapseSecondary:onto:))),
    ("splitViewController(_:separateSecondaryFrom:)", #selector(splitViewController(_:separateSecondaryFrom:))),
    (
      "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)",
      #selector(splitViewController(_:topColumnForCollapsingToProposedTopColumn:))
    ),
    (
      "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)",
      #selector(splitViewController(_:displayModeForExpandingToProposedDisplayMode:))
    ),
    ("targetDisplayModeForAction(in:)", #selector(targetDisplayModeForAction(in:))),
    (
      "splitViewControllerSupportedInterfaceOrientations(_:)",
      #selector(splitViewControllerSupportedInterfaceOrientations(_:))
    ),
    ("tabBarController(_:shouldSelect:)", #selector(tabBarController(_:shouldSelect:))),
    ("presentationControllerShouldDismiss(_:)", #selector(presentationControllerShouldDismiss(_:))),
    ("adaptivePresentationStyle(for:traitCollection:)", #selector(adaptivePresentationStyle(for:traitCollection:))),
  ]
  static let notifications = [
    "splitViewController(_:willChangeTo:)", "splitViewController(_:willShow:)", "splitViewController(_:didShow:)",
    "splitViewController(_:willHide:)", "splitViewController(_:didHide:)", "splitViewControllerDidCollapse(_:)",
    "splitViewControllerDidExpand(_:)", "splitViewControllerInteractivePresentationGestureWillBegin(_:)",
    "splitViewControllerInteractivePresentationGestureDidEnd(_:)", "tabBarController(_:didSelect:)",
    "presentationControllerWillDismiss(_:)", "presentationControllerDidDismiss(_:)",
    "presentationControllerDidAttemptToDismiss(_:)",
    "sheetPresentationControllerDidChangeSelectedDetentIdentifier(_:)", "navigationController(_:willShow:animated:)",
    "navigationController(_:didShow:animated:)",
  ]

  /// Each method of these protocols is optional, and asked for before it is called.
  private var delegate: (any Delegates)? { app.map { unsafeBitCast($0, to: (any Delegates).self) } }
  private func tell(
    _ arguments: Recording.Members = [], _ method: String = #function, _ forward: (any Delegates) -> Void?
  ) {
    Recorder.shared?.call(method, owner, arguments, nil)
    if let delegate { _ = forward(delegate) }
  }
  /// - Parameter word: the answer in JSON; null where it is none.
  private func ask<Answer>(
    _ arguments: Recording.Members = [], _ method: String = #function, word: (Answer) -> Recording.JSON?,
    _ forward: (any Delegates) -> Answer?
  ) -> Answer? {
    let answer = delegate.flatMap(forward)
    Recorder.shared?.call(method, owner, arguments, answer.flatMap(word) ?? "null")
    return answer
  }
  private func flag(_ flag: Bool) -> Recording.JSON? { "\(flag)" }
  private func id(_ controller: UIViewController) -> Recording.JSON? {
    Recorder.shared.map { Recording.text($0.name(controller)) }
  }
  private func column(_ column: Split.Column) -> Recording.JSON? { Word.of(Word.columns, column.rawValue) }
  private func mode(_ mode: Split.DisplayMode) -> Recording.JSON? { Word.mode(mode) ?? "\"automatic\"" }
  private func orientations(_ mask: UIInterfaceOrientationMask) -> Recording.JSON? {
    let isLandscape = mask.isSubset(of: .landscape), isPortrait = mask.isDisjoint(with: .landscape)
    return Recording.text(isLandscape ? "landscape" : isPortrait ? "portrait" : "all")
  }

  // A split view's.
  func splitViewController(_ split: UISplitViewController, showDetail controller: UIViewController, sender: Any?)
    -> Bool
  {
    ask([("controller", id(controller))], word: flag) {
      $0.splitViewController?(split, showDetail: controller, sender: sender)
    } ?? false
  }
  func splitViewController(_ split: UISplitViewController, show controller: UIViewController, sender: Any?) -> Bool {
    ask([("controller", id(controller))], word: flag) {
      $0.splitViewController?(split, show: controller, sender: sender)
    } ?? false
  }
  func primaryViewController(forCollapsing split: UISplitViewController) -> UIViewController? {
    ask(word: id) { $0.primaryViewController?(forCollapsing: split) }
  }
  func primaryViewController(forExpanding split: UISplitViewController) -> UIViewController? {
    ask(word: id) { $0.primaryViewController?(forExpanding: split) }
  }
  func splitViewController(
    _ split: UISplitViewController, collapseSecondary secondary: UIViewController, onto primary: UIViewController
  ) -> Bool {
    ask([("secondary", id(secondary)), ("primary", id(primary))], word: flag) {
      $0.splitViewController?(split, collapseSecondary: secondary, onto: primary)
    } ?? false
  }
  func splitViewController(
    _ split: UISplitViewController, separateSecondaryFrom primary: UIViewController
  ) -> UIViewController? {
    ask([("primary", id(primary))], word: id) { $0.splitViewController?(split, separateSecondaryFrom: primary) }
  }
  func splitViewController(
    _ split: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposed: UISplitViewController.Column
  ) -> UISplitViewController.Column {
    ask([("proposed", column(proposed))], word: column) {
      $0.splitViewController?(split, topColumnForCollapsingToProposedTopColumn: proposed)
    } ?? proposed
  }
  func splitViewController(
    _ split: UISplitViewController,
    displayModeForExpandingToProposedDisplayMode proposed: UISplitViewController.DisplayMode
  ) -> UISplitViewController.DisplayMode {
    ask([("proposed", mode(proposed))], word: mode) {
      $0.splitViewController?(split, displayModeForExpandingToProposedDisplayMode: proposed)
    } ?? proposed
  }
  func targetDisplayModeForAction(in split: UISplitViewController) -> UISplitViewController.DisplayMode {
    ask(word: mode) { $0.targetDisplayModeForAction?(in: split) } ?? .automatic
  }
  func splitViewControllerSupportedInterfaceOrientations(_ split: UISplitViewController) -> UIInterfaceOrientationMask {
    ask(word: orientations) { $0.splitViewControllerSupportedInterfaceOrientations?(split) } ?? .all
  }
  func splitViewController(_ split: UISplitViewController, willChangeTo mode: UISplitViewController.DisplayMode) {
    tell([("displayMode", self.mode(mode))]) { $0.splitViewController?(split, willChangeTo: mode) }
  }
  func splitViewController(_ split: UISplitViewController, willShow column: UISplitViewController.Column) {
    tell([("column", self.column(column))]) { $0.splitViewController?(split, willShow: column) }
  }
  func splitViewController(_ split: UISplitViewController, willHide column: UISplitViewController.Column) {
    tell([("column", self.column(column))]) { $0.splitViewController?(split, willHide: column) }
  }
  @available(iOS 26, *)
  func splitViewController(_ split: UISplitViewController, didShow column: UISplitViewController.Column) {
    tell([("column", self.column(column))]) { $0.splitViewController?(split, didShow: column) }
  }
  @available(iOS 26, *)
  func splitViewController(_ split: UISplitViewController, didHide column: UISplitViewController.Column) {
    tell([("column", self.column(column))]) { $0.splitViewController?(split, didHide: column) }
  }
  func splitViewControllerDidCollapse(_ split: UISplitViewController) {
    tell { $0.splitViewControllerDidCollapse?(split) }
  }
  func splitViewControllerDidExpand(_ split: UISplitViewController) {
    tell { $0.splitViewControllerDidExpand?(split) }
  }
  func splitViewControllerInteractivePresentationGestureWillBegin(_ split: UISplitViewController) {
    tell { $0.splitViewControllerInteractivePresentationGestureWillBegin?(split) }
  }
  func splitViewControllerInteractivePresentationGestureDidEnd(_ split: UISplitViewController) {
    tell { $0.splitViewControllerInteractivePresentationGestureDidEnd?(split) }
  }

  // A tab bar's, a stack's, and a presentation's.
  func tabBarController(_ tabBar: UITabBarController, shouldSelect controller: UIViewController) -> Bool {
    ask([("controller", id(controller))], word: flag) {
      $0.tabBarController?(tabBar, shouldSelect: controller)
    } ?? true
  }
  func tabBarController(_ tabBar: UITabBarController, didSelect controller: UIViewController) {
    tell([("controller", id(controller))]) { $0.tabBarController?(tabBar, didSelect: controller) }
  }
  func navigationController(_ stack: UINavigationController, willShow child: UIViewController, animated: Bool) {
    tell([("controller", id(child)), ("animated", flag(animated))]) {
      $0.navigationController?(stack, willShow: child, animated: animated)
    }
  }
  func navigationController(_ stack: UINavigationController, didShow child: UIViewController, animated: Bool) {
    tell([("controller", id(child)), ("animated", flag(animated))]) {
      $0.navigationController?(stack, didShow: child, animated: animated)
    }
  }
  func presentationControllerShouldDismiss(_ presentation: UIPresentationController) -> Bool {
    ask(word: flag) { $0.presentationControllerShouldDismiss?(presentation) } ?? true
  }
  func presentationControllerWillDismiss(_ presentation: UIPresentationController) {
    tell { $0.presentationControllerWillDismiss?(presentation) }
  }
  func presentationControllerDidDismiss(_ presentation: UIPresentationController) {
    tell { $0.presentationControllerDidDismiss?(presentation) }
  }
  func presentationControllerDidAttemptToDismiss(_ presentation: UIPresentationController) {
    tell { $0.presentationControllerDidAttemptToDismiss?(presentation) }
  }
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(_ sheet: UISheetPresentationController) {
    tell { $0.sheetPresentationControllerDidChangeSelectedDetentIdentifier?(sheet) }
  }
  func adaptivePresentationStyle(for presentation: UIPresentationController, traitCollection: UITraitCollection)
    -> UIModalPresentationStyle
  {
    let horizontal = Word.sizeClass(traitCollection.horizontalSizeClass)
    let vertical = Word.sizeClass(traitCollection.verticalSizeClass)
    return ask([("horizontalSizeClass", horizontal), ("verticalSizeClass", vertical)], word: Word.adaptation) {
      $0.adaptivePresentationStyle?(for: presentation, traitCollection: traitCollection)
    } ?? .automatic
  }
}

/// The words of the contract.
enum Word {
  static let columns = ["primary", "supplementary", "secondary", "compact", "inspector"]
  static let modes = [
    "", "secondaryOnly", "oneBesideSecondary", "oneOverSecondary", "twoBesideSecondary", "twoOverSecondary",
    "twoDisplaceSecondary",
  ]
  static let styles = [
    "fullScreen", "pageSheet", "formSheet", "currentContext", "", "overFullScreen", "overCurrentContext", "popover",
  ]
  /// None for what is automatic, or unknown to the contract.
  static func of(_ words: [String], _ index: Int) -> Recording.JSON? {
    words.indices.contains(index) && words[index] != "" ? Recording.text(words[index]) : nil
  }
  static func mode(_ mode: UISplitViewController.DisplayMode) -> Recording.JSON? { of(modes, mode.rawValue) }
  static func adaptation(_ style: UIModalPresentationStyle) -> Recording.JSON? {
    style == .none ? "\"none\"" : of(styles, style.rawValue) ?? "\"automatic\""
  }
  static func sizeClass(_ size: UIUserInterfaceSizeClass) -> Recording.JSON? {
    of(["", "compact", "regular"], size.rawValue)
  }
}

/// The exchanged methods.
extension UIViewController {
  static func exchangeForRecorder() {
    for (own, original) in [
      (#selector(recorded_viewWillAppear), #selector(viewWillAppear)),
      (#selector(recorded_viewDidAppear), #selector(viewDidAppear)),
      (#selector(recorded_viewWillDisappear), #selector(viewWillDisappear)),
      (#selector(recorded_viewDidDisappear), #selector(viewDidDisappear)),
      (#selector(recorded_viewWillTransition), #selector(viewWillTransition(to:with:))),
      (#selector(recorded_present), #selector(present(_:animated:completion:))),
    ] {
      guard let own = class_getInstanceMethod(self, own), let original = class_getInstanceMethod(self, original) else {
        continue
      }
      method_exchangeImplementations(own, original)
    }
  }
  @objc private func recorded_viewWillAppear(_ animated: Bool) {
    Recorder.shared?.appearance("viewWillAppear", self, animated)
    recorded_viewWillAppear(animated)
  }
  @objc private func recorded_viewDidAppear(_ animated: Bool) {
    Recorder.shared?.appearance("viewDidAppear", self, animated)
    recorded_viewDidAppear(animated)
  }
  @objc private func recorded_viewWillDisappear(_ animated: Bool) {
    Recorder.shared?.appearance("viewWillDisappear", self, animated)
    recorded_viewWillDisappear(animated)
  }
  @objc private func recorded_viewDidDisappear(_ animated: Bool) {
    Recorder.shared?.appearance("viewDidDisappear", self, animated)
    recorded_viewDidDisappear(animated)
  }
  @objc private func recorded_viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    Recorder.shared?.windowChanges(of: self)
    recorded_viewWillTransition(to: size, with: coordinator)
  }
  @objc private func recorded_present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {
    Recorder.shared?.installForPresentation(of: controller)
    recorded_present(controller, animated: animated, completion: completion)
  }
}
