// Records a running app: its design, which `explore` takes, and its log, which `verify` compares with a design. To copy
// into a debug build beside Recording.swift; README.md says how. Of this file the types are checked, against declarations
// of UIKit of our own: what UIKit does here, none of our checks sees.
// - `design.json` and `log.jsonl` are in the app's Documents folder, anew after each step; notes are printed.
// - A window of `-navigation-windows` is one by size and class, not by multitasking.
// - SwiftUI owns the delegates of `NavigationSplitView` and its kin: there a log has appearance and `visible` only.
// - A controller that does not call `super` as it appears is not seen.
import Foundation
import SwiftUI
import UIKit

/// What a screen says of itself; without it a screen is its class. Params are strings, numbers and Booleans.
protocol NavigationScreen: UIViewController {
  var navigationRoute: String { get }
  var navigationParams: KeyValuePairs<String, Any> { get }
  var navigationIsPlaceholder: Bool { get }
}
extension NavigationScreen {
  var navigationParams: KeyValuePairs<String, Any> { [:] }
  var navigationIsPlaceholder: Bool { false }
}
extension View {
  /// Names the screen that this view is: all of SwiftUI's are one class.
  func navigationScreen(_ route: String, _ params: KeyValuePairs<String, Any> = [:], isPlaceholder: Bool = false)
    -> some View
  { background(ScreenName(said: Recorder.Said(route: route, params: params, isPlaceholder: isPlaceholder))) }
}
private struct ScreenName: UIViewControllerRepresentable {
  let said: Recorder.Said
  func makeUIViewController(context: Context) -> NamingController { NamingController() }
  func updateUIViewController(_ controller: NamingController, context: Context) { controller.said = said }
}
private final class NamingController: UIViewController {
  var said: Recorder.Said? { didSet { tell() } }
  override func didMove(toParent parent: UIViewController?) { tell() }
  private func tell() { if let parent, let said { Recorder.shared?.entry(parent).said = said } }
}

@MainActor final class Recorder: NSObject, UIGestureRecognizerDelegate {
  struct Said { var route: String, params: KeyValuePairs<String, Any> = [:], isPlaceholder = false }
  /// A controller that was seen, and what is kept for it.
  final class Seen {
    private(set) weak var controller: UIViewController?
    var name = "", said: Said?, proxies: [DelegateProxy] = []
    init(_ controller: UIViewController) { self.controller = controller }
  }
  static private(set) var shared: Recorder?
  private let window: UIWindow, label = UILabel()
  private var recording = Recording(), seen: [Seen] = [], size = CGSize.zero, printed = 0, panel: UIWindow?

  /// Before `makeKeyAndVisible()`, since the first layout asks the delegates already.
  static func start(in window: UIWindow) {
    guard shared == nil else { return }
    let recorder = Recorder(window)
    shared = recorder
    UIViewController.exchangeForRecorder()
    if let root = window.rootViewController { _ = recorder.node(root) }
    recorder.showPanel()
  }
  /// Names the step that a touch has just begun, else begins one: by a move's name, `Open letter.emmy`.
  static func step(_ name: String) {
    guard let recorder = shared else { return }
    if !recorder.recording.takesName { recorder.begin() }
    recorder.recording.name(name)
  }
  private init(_ window: UIWindow) {
    self.window = window
    super.init()
    let recogniser = UIGestureRecognizer(target: nil, action: nil)
    recogniser.delegate = self
    window.addGestureRecognizer(recogniser)
    let appearance = ["viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear"]
    recording.records = appearance + DelegateProxy.notifications + ["visible"]
    (size, recording.environment) = (window.bounds.size, environment)
    for (name, type) in [
      (UIApplication.didEnterBackgroundNotification, "enterBackground"),
      (UIApplication.willEnterForegroundNotification, "enterForeground"),
    ] {
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
        MainActor.assumeIsolated { Recorder.shared?.begin("{\"type\": \"\(type)\"}") }
      }
    }
  }
  private var environment: Recording.JSON {
    let name = ProcessInfo.processInfo.environment["SIMULATOR_DEVICE_NAME"]
    if name == nil { recording.tell("no simulator: a design without a device, for which explore has few windows") }
    let major = Int(UIDevice.current.systemVersion.prefix { $0 != "." }) ?? 26
    let orientation = size.width > size.height ? "landscape" : "portrait", idiom = isPad ? "pad" : "phone"
    let place = name.map { [("device", $0), ("orientation", orientation)] } ?? [("idiom", idiom)]
    let words = [("system", major < 26 ? "iOS14" : "iOS\(min(major, 27))")] + place
    return Recording.object(words.map { ($0, Recording.text($1)) } + Self.members(size))
  }
  private var isPad: Bool { UIDevice.current.userInterfaceIdiom == .pad }
  private static func members(_ size: CGSize) -> Recording.Members {
    [("width", "\(Double(size.width))"), ("height", "\(Double(size.height))")]
  }

  /// Sees each touch, and recognises none.
  func gestureRecognizer(_ recogniser: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    begin("null", finger(on: touch.view), isTouch: true)
    return false
  }
  private func finger(on view: UIView?) -> Recording.Touch? {
    var (responder, row): (UIResponder?, String?) = (view, nil)
    while let current = responder, !(current is UIViewController) {
      let isScreens = (current.next as? UIViewController)?.viewIfLoaded === current
      if row == nil, !isScreens { row = (current as? UIView)?.accessibilityIdentifier }
      responder = current.next
    }
    let first = (responder as? UINavigationController)?.topViewController ?? responder as? UIViewController
    let screen = first.flatMap { sequence(first: $0) { $0.parent }.first(where: isScreen) }
    return screen.map { Recording.Touch(screen: name($0), row: row) }
  }
  /// A change of the window is known by its size, as its step ends.
  func begin(_ transition: Recording.JSON = "null", _ touch: Recording.Touch? = nil, isTouch: Bool = false) {
    // A window is sized, and an app comes to the foreground, before anything of it appears.
    let hasAppeared = !recording.lines.isEmpty || !recording.shown.isEmpty
    guard hasAppeared, let tree = window.rootViewController.map(node) else { return }
    let now = window.bounds.size, resize = Recording.object([("type", "\"resize\"")] + Self.members(now))
    recording.end(tree: tree, as: now == size ? nil : resize)
    recording.begin(transition, touch, isTouch: isTouch, tree: tree)
    size = now
    seen.removeAll { $0.controller == nil }
    recording.notes.dropFirst(printed).forEach { print("navigation: \($0)") }
    printed = recording.notes.count
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try? Data(recording.design.utf8).write(to: folder.appendingPathComponent("design.json"))
    try? Data(recording.log.utf8).write(to: folder.appendingPathComponent("log.jsonl"))
  }
  func windowChanges(of controller: UIViewController) { if controller === window.rootViewController { begin() } }
  func appearance(_ type: String, _ controller: UIViewController, _ animated: Bool) {
    sequence(first: controller) { $0.parent }.forEach(install)
    guard isScreen(controller) else { return }
    let name = name(controller)
    if let view = controller.viewIfLoaded, view.accessibilityIdentifier == nil { view.accessibilityIdentifier = name }
    recording.appearance(type, of: name, animated: animated)
    label.text = recording.shown.joined(separator: ", ")
  }
  func call(_ method: String, _ owner: UIViewController?, _ arguments: Recording.Members, _ answer: Recording.JSON?) {
    if let owner { recording.call(method, of: name(owner), arguments, answer: answer) }
  }

  /// Puts a proxy where the delegate is none yet: at the start, at each step and at each presentation.
  func install(on controller: UIViewController) {
    if let split = controller as? UISplitViewController {
      proxy(split, split.delegate, "splitViewController").map { split.delegate = $0 }
    }
    if let tabBar = controller as? UITabBarController {
      proxy(tabBar, tabBar.delegate, "tabBarController").map { tabBar.delegate = $0 }
    }
    // A stack without a delegate tells nothing in a design, either.
    if let stack = controller as? UINavigationController, stack.delegate != nil {
      proxy(stack, stack.delegate, "navigationController").map { stack.delegate = $0 }
    }
    if controller.parent == nil, controller.presentingViewController != nil { installForPresentation(of: controller) }
  }
  func installForPresentation(of controller: UIViewController) {
    guard !Self.isPassedOver(controller), let presentation = controller.presentationController else { return }
    proxy(controller, presentation.delegate, "presentationController").map { presentation.delegate = $0 }
  }
  /// - Parameter methods: how the names of the delegate's methods begin.
  private func proxy(_ owner: UIViewController, _ app: (any NSObjectProtocol)?, _ methods: String) -> DelegateProxy? {
    guard !(app is DelegateProxy) else { return nil }
    if app.map(Self.isOfSwiftUI) ?? (Self.isContainer(owner) && Self.isOfSwiftUI(owner)) {
      recording.tell("SwiftUI has the delegate of \(name(owner)): its calls are not noted")
      recording.records.removeAll { $0.hasPrefix(methods) }
      return nil
    }
    let proxy = DelegateProxy(app as? NSObject, owner)
    entry(owner).proxies.append(proxy)
    for question in proxy.answered where !recording.asks.contains(question) {
      recording.asks.append(question)
      recording.records.insert(question, at: 0)
    }
    return proxy
  }
}

/// Names and trees.
extension Recorder {
  func entry(_ controller: UIViewController) -> Seen {
    if let entry = seen.first(where: { $0.controller === controller }) { return entry }
    seen.append(Seen(controller))
    return seen[seen.count - 1]
  }
  /// One for a design and its log; the name of a controller that was taken out is free again.
  func name(_ controller: UIViewController) -> String {
    let entry = entry(controller)
    guard entry.name.isEmpty else { return entry.name }
    let said = Self.isContainer(controller) ? Said(route: "\(type(of: controller))") : said(controller)
    entry.name = Recording.name(said.route, Self.members(said.params)) { name in
      seen.contains { other in
        let isHeld = other.controller === window.rootViewController || other.controller?.parent != nil
        return other.name == name && (isHeld || other.controller?.presentingViewController != nil)
      }
    }
    return entry.name
  }
  private func said(_ controller: UIViewController) -> Said {
    if let own = controller as? any NavigationScreen {
      let isPlaceholder = own.navigationIsPlaceholder
      return Said(route: own.navigationRoute, params: own.navigationParams, isPlaceholder: isPlaceholder)
    }
    if Self.isOfSwiftUI(controller), entry(controller).said == nil {
      controller.view.layoutIfNeeded()  // A view of SwiftUI names its controller as it is laid out.
      if entry(controller).said == nil { recording.tell("screens of SwiftUI without a name cannot be told apart") }
    }
    let name = "\(type(of: controller))", bare = name.dropLast("ViewController".count)
    let isBare = name.hasSuffix("ViewController") && !bare.isEmpty
    return entry(controller).said ?? Said(route: isBare ? String(bare) : name)
  }
  private static func members(_ params: KeyValuePairs<String, Any>) -> Recording.Members {
    params.map { name, value in
      let isPlain = value is Bool || value is Int || (value as? Double)?.isFinite == true
      return (name, isPlain ? "\(value)" : Recording.text("\(value)"))
    }
  }
  private static func isContainer(_ controller: UIViewController) -> Bool {
    controller is UINavigationController || controller is UITabBarController || controller is UISplitViewController
  }
  private static func isOfSwiftUI(_ object: Any) -> Bool { String(reflecting: type(of: object)).hasPrefix("SwiftUI.") }
  /// Alerts, search, what shares, and what UIKit has for itself, such as menus.
  private static func isPassedOver(_ controller: UIViewController) -> Bool {
    controller is UIAlertController || controller is UISearchController || controller is UIActivityViewController
      || "\(type(of: controller))".hasPrefix("_UI")
  }
  /// The container that an app's own controller wraps.
  private static func inner(_ controller: UIViewController) -> UIViewController? {
    isContainer(controller) ? nil : controller.children.first { isContainer($0) || inner($0) != nil }
  }
  private func isScreen(_ controller: UIViewController) -> Bool {
    let isOther = Self.isContainer(controller) || Self.inner(controller) != nil || Self.isPassedOver(controller)
    guard !isOther, let parent = controller.parent else {
      let isRoot = controller === window.rootViewController || controller.presentingViewController != nil
      return !isOther && (isRoot || seen.contains { $0.controller === controller && !$0.name.isEmpty })
    }
    return Self.isContainer(parent) || Self.inner(parent) != nil
  }

  private func node(_ controller: UIViewController) -> Recording.Node {
    if let inner = Self.inner(controller) { return node(inner) }
    install(on: controller)
    var node = Recording.Node(kind: .screen, name: name(controller))
    switch controller {
    case let split as UISplitViewController: describe(split, &node)
    case let tabBar as UITabBarController: describe(tabBar, &node)
    case let stack as UINavigationController:
      // In a collapsed split view with columns those of another column are on the stack, too.
      let isClassic = stack.splitViewController?.style == .unspecified
      let children = stack.viewControllers.filter { isClassic || !($0 is UINavigationController) }
      (node.kind, node.children) = (.stack, children.map { Recording.Child(node: self.node($0)) })
      node.members = [("isNavigationBarHidden", stack.isNavigationBarHidden ? "true" : nil)]
      node.members.append(("delegate", stack.delegate == nil ? nil : "true"))
    case _:
      let (said, title) = (said(controller), controller.navigationItem.title ?? controller.title)
      (node.route, node.params, node.isPlaceholder) = (said.route, Self.members(said.params), said.isPlaceholder)
      let hides = controller.hidesBottomBarWhenPushed ? "true" : nil
      node.members = [("title", title.map(Recording.text)), ("hidesBottomBarWhenPushed", hides)]
    }
    node.members.append(("isModalInPresentation", controller.isModalInPresentation ? "true" : nil))
    if #available(iOS 17, *), controller.traitOverrides.contains(UITraitHorizontalSizeClass.self) {
      let forced = Word.sizeClass(controller.traitOverrides.horizontalSizeClass)
      node.members.append(("traitOverride", Recording.object([("horizontalSizeClass", forced)])))
    }
    if let child = controller.presentedViewController, child.presentingViewController === controller {
      guard !Self.isPassedOver(child) else {
        recording.tell("\(type(of: child)) is passed over")
        return node
      }
      let style = child.modalPresentationStyle, word = Word.of(Word.styles, style.rawValue)
      if style == .custom || style == .none { recording.tell("\(name(child)) has a style of its own: automatic") }
      node.presented = [Recording.Child(node: self.node(child), members: [("style", word)])]
    }
    return node
  }
  private func describe(_ tabBar: UITabBarController, _ node: inout Recording.Node) {
    var tabs = (tabBar.viewControllers ?? []).map { (title: $0.tabBarItem.title, controller: $0) }
    if #available(iOS 18, *), !tabBar.tabs.isEmpty {
      tabs = tabBar.tabs.compactMap { tab in tab.viewController.map { (tab.title, $0) } }
    }
    node.kind = .tabBar
    node.children = tabs.map { title, controller in
      Recording.Child(node: self.node(controller), members: [("title", title.map(Recording.text))])
    }
    let selected = tabBar.selectedViewController.map { name(Self.inner($0) ?? $0) }
    node.members = [("selected", selected.map(Recording.text))]
  }
  private func describe(_ split: UISplitViewController, _ node: inout Recording.Node) {
    let (isClassic, isTriple) = (split.style == .unspecified, split.style == .tripleColumn)
    (node.kind, node.isCollapsedClassic) = (.split, isClassic && split.isCollapsed)
    if node.isCollapsedClassic { recording.tell("a collapsed classic split view has one column: record it wide first") }
    let columns: [UISplitViewController.Column] =
      isTriple ? [.primary, .supplementary, .secondary] : [.primary, .secondary]
    for (index, column) in (isClassic ? columns : columns + [.compact]).enumerated() {
      let own = isClassic ? split.viewControllers.dropFirst(index).first : split.viewController(for: column)
      // UIKit puts a stack around what is none.
      let isWhole = isClassic || own is UINavigationController
      guard let held = isWhole ? own : own?.parent as? UINavigationController ?? own else { continue }
      node.children.append(Recording.Child(node: self.node(held), slot: Word.columns[column.rawValue]))
    }
    var widths = [
      #keyPath(UISplitViewController.preferredPrimaryColumnWidth),
      #keyPath(UISplitViewController.preferredPrimaryColumnWidthFraction),
      #keyPath(UISplitViewController.minimumPrimaryColumnWidth),
      #keyPath(UISplitViewController.maximumPrimaryColumnWidth),
    ]
    if isTriple {
      widths += [
        #keyPath(UISplitViewController.preferredSupplementaryColumnWidth),
        #keyPath(UISplitViewController.preferredSupplementaryColumnWidthFraction),
        #keyPath(UISplitViewController.minimumSupplementaryColumnWidth),
        #keyPath(UISplitViewController.maximumSupplementaryColumnWidth),
      ]
    }
    if #available(iOS 26, *) { widths.append(#keyPath(UISplitViewController.minimumSecondaryColumnWidth)) }
    node.members = [
      ("style", Word.of(["classic", "doubleColumn", "tripleColumn"], split.style.rawValue)),
      ("preferredDisplayMode", Word.mode(split.preferredDisplayMode)),
      ("preferredSplitBehavior", Word.of(["", "tile", "overlay", "displace"], split.preferredSplitBehavior.rawValue)),
      ("presentsWithGesture", split.presentsWithGesture ? nil : "false"),
      ("primaryEdge", split.primaryEdge == .leading ? nil : "\"trailing\""),
      ("displayModeButtonVisibility", Word.of(["", "never", "always"], split.displayModeButtonVisibility.rawValue)),
      ("showsSecondaryOnlyButton", split.showsSecondaryOnlyButton ? "true" : nil),
    ]
    for name in widths {
      let width = split.value(forKey: name) as? Double
      node.members.append((name, width == UISplitViewController.automaticDimension ? nil : width.map { "\($0)" }))
    }
  }
}

/// Windows of a size (`-navigation-windows 375x834,600x834`): a button of each, and what is visible, in a window of
/// its own.
extension Recorder {
  private func showPanel() {
    let arguments = ProcessInfo.processInfo.arguments
    guard let index = arguments.firstIndex(of: "-navigation-windows"), index + 1 < arguments.count else { return }
    let sizes = arguments[index + 1].split(separator: ",").map(String.init), height = 44.0
    let panel = UIWindow(frame: CGRect(x: 0, y: height, width: 120, height: height * Double(sizes.count + 1)))
    let root = UIViewController()
    (panel.windowScene, panel.windowLevel, panel.rootViewController) = (window.windowScene, .alert, root)
    label.accessibilityIdentifier = "navigation.visible"
    let buttons = sizes.map { size in
      let action = UIAction(title: size) { [weak self] _ in self?.resize(to: size) }
      let button = UIButton(type: .system, primaryAction: action)
      button.accessibilityIdentifier = "navigation." + size
      return button
    }
    for (index, view) in ([label] + buttons).enumerated() {
      view.frame = CGRect(x: 0, y: height * Double(index), width: 120, height: height)
      root.view.addSubview(view)
    }
    panel.isHidden = false
    self.panel = panel
  }
  private func resize(to text: String) {
    let sides = text.split(separator: "x").compactMap { Double(String($0)) }
    guard sides.count == 2 else { return }
    begin()
    window.frame = CGRect(x: 0, y: 0, width: sides[0], height: sides[1])
    guard #available(iOS 17, *) else { return }
    // An iPad's window is regular from this width on, a phone's also by its height.
    let ours: UIUserInterfaceSizeClass = sides[0] >= 660 && (isPad || sides[1] >= 480) ? .regular : .compact
    window.traitOverrides.remove(UITraitHorizontalSizeClass.self)
    if window.traitCollection.horizontalSizeClass != ours { window.traitOverrides.horizontalSizeClass = ours }
  }
}
