/// The events recorded during a transition, by their phase in the order; the others are found by comparing before and
/// after.
package struct EventRecorder {
  /// User actions, delegate questions and "will" callbacks, in order of occurrence.
  var questions: [Event] = []
  /// The events after the moves, ordered by phase.
  private var later: [(phase: Phase, event: Event)] = []

  /// The app's routes, of which the session's state is independent.
  let routes: ScreenRoutes?

  init(routes: ScreenRoutes? = nil) { self.routes = routes }

  /// The phase of an event that is no question.
  enum Phase {
    /// State changes, each followed by its consequences.
    case changes
    /// Delegate notices and "did" callbacks, after all appearances.
    case notices
    /// Splits whose show-detail target changed.
    case targets
    /// What arrived and is gone at once.
    case dissolved
  }

  /// Whether a presented or dismissed tree covers its presenter: the new content appears before the old one has
  /// disappeared.
  var changesCover = false
  /// Whether a column of an expanded column style gets new content: the old one disappears fully before the new one
  /// appears (M6).
  var replacesColumn = false
  /// Screens that disappear without animation because a tree above them is dismissed with them (PR-4).
  var still: [ControllerID] = []
  /// Whether a state is restored: no list clears its selection.
  var keepsSelections = false
  /// Whether the transition confirms the loss of screens that block their removal.
  var isConfirmed = false
  /// Whether the transition is animated, where it says so.
  var animation: Bool?
  /// Whether UIKit animates by default; a transition may override it.
  var animated = false
  /// The controller of the session that the transition found in place of its newcomer (D-152).
  var found: ControllerID?
  /// The list whose row has set the next column: a placeholder that appears there does not clear it (D-154).
  var choosing: ControllerID?
  /// Ids of split views that arrived with this transition.
  var arrived: [ControllerID] = []
  /// How often the window got another root (D-220).
  private(set) var replacedRoots = 0
  /// The number of questions that belong to the root that `replacedRoots` ended.
  private var endOfOldRoot = 0

  /// What is recorded: the events, and each new root.
  var count: Int { questions.count + later.count + replacedRoots }

  mutating func call(_ call: DelegateCall) {
    // The transition's other events are appended to its questions.
    if questions.capacity == 0 { questions.reserveCapacity(12) }
    questions.append(.delegateCall(call))
  }

  /// The user action that causes the other events: first of all, but in a batch after the earlier members' changes.
  mutating func begin(with event: Event) {
    if later.isEmpty { questions.append(event) } else { add(event, to: .changes) }
  }

  /// This recorder, or where nothing was done the one before, which has no question; what was found stays.
  func settled(by outcome: Outcome, else before: EventRecorder) -> EventRecorder {
    if outcome.handled { return self }
    var recorder = before
    recorder.found = found
    return recorder
  }

  mutating func notify(_ call: DelegateCall) { add(.delegateCall(call), to: .notices) }

  mutating func add(_ event: Event, to phase: Phase) {
    if later.capacity == 0 { later.reserveCapacity(4) }
    later.append((phase, event))
  }

  /// Ends a root: what follows belongs to the next one. Nothing tells of a root that a batch replaces in turn (D-4).
  mutating func endRoot() {
    if replacedRoots == 0 {
      for phase in [Phase.changes, .notices, .targets] { report(phase, &questions) }
      endOfOldRoot = questions.count
    }
    questions.removeSubrange(endOfOldRoot...)
    later = []
    replacedRoots += 1
  }

  /// Takes out the events of the root that has ended.
  mutating func takeOldRoot() -> ArraySlice<Event> {
    let old = questions[..<endOfOldRoot]
    questions.removeFirst(endOfOldRoot)
    return old
  }

  /// Of a new stack only the screens arrive: it leaves with what it presents (D-410).
  mutating func dissolve(_ stack: Controller) {
    add(.discarded(stack.id), to: .dissolved)
    stack.presentedChild?.forEachController { add(.discarded($0.id), to: .dissolved) }
  }

  /// Adds what was dissolved and whose id nothing else has by now.
  func reportDissolved(in root: Controller, _ events: inout [Event]) {
    for case (.dissolved, let event) in later where !events.contains(event) {
      if case .discarded(let id) = event, root.findInSession(id) == nil { events.append(event) }
    }
  }

  /// Adds the events of one phase.
  func report(_ phase: Phase, _ events: inout [Event]) {
    for index in later.indices where later[index].phase == phase { events.append(later[index].event) }
  }
}

/// The column callbacks of one change: "will" in passes as they happen, "did" once for each column's last announcement
/// (M0).
struct ColumnChange {
  let split: ControllerID
  let rules: SystemRules
  var visible: [Column] = []
  private var announced: [(column: Column, isShown: Bool)] = []

  /// The order in which a pass visits the columns, by UIKit's numbers 1, 0, 3, 2 (M0), and 4 after them (D-483).
  private static let order: [Column] = [.supplementary, .primary, .compact, .secondary, .inspector]

  init(split: ControllerID, rules: SystemRules) {
    self.split = split
    self.rules = rules
  }

  mutating func pass(to columns: [Column], _ recorder: inout EventRecorder) {
    for column in Self.order where columns.contains(column) != visible.contains(column) {
      report(column, isShown: columns.contains(column), &recorder)
    }
    visible = columns
  }

  /// Announces a single column.
  mutating func report(_ column: Column, isShown: Bool, _ recorder: inout EventRecorder) {
    if column != .inspector || SystemRules.inspectorHasWills {
      recorder.call(isShown ? .willShow(split: split, column) : .willHide(split: split, column))
    }
    announced.append((column, isShown))
  }

  /// Adds the "did" callbacks, which only iOS 26 has (CO-24).
  func conclude(_ recorder: inout EventRecorder) {
    guard rules.reportsDidShowAndDidHide else { return }
    for column in Self.order {
      guard let isShown = announced.last(where: { $0.column == column })?.isShown else { continue }
      recorder.notify(isShown ? .didShow(split: split, column) : .didHide(split: split, column))
    }
  }
}
