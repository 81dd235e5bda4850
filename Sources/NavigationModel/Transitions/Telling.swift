/// What the app is told while a transition works, by its place in the order; the rest is found by comparing before and after.
struct Telling {
  /// Delegate questions and "will" callbacks, as they come.
  var questions: [Event] = []
  /// The state changes themselves, each followed by what it causes.
  var changes: [Event] = []
  /// Delegate notices and "did" callbacks.
  var notices: [Event] = []
  /// Splits whose show-detail target changed.
  var targets: [Event] = []
  /// Something was presented, or dismissed, that takes what it covers off display: the new appears before the old has gone.
  var changesCover = false
  /// A column of an expanded column style gets another content: the old one has gone before the new one comes (M6).
  var replacesColumn = false
  /// Screens that go without animation because something over them is dismissed with them (PR-4).
  var still: [ControllerID] = []
  /// A state is put in place as it was: no list forgets its row.
  var keepsSelections = false
  /// What UIKit animates unless the transition says otherwise.
  var animated = false
  /// Ids of controllers that came with this transition.
  var arrived: [ControllerID] = []

  /// Events told so far.
  var count: Int { questions.count + changes.count + notices.count + targets.count }

  mutating func ask(_ call: DelegateCall) { questions.append(.delegateCall(call)) }
  mutating func notify(_ call: DelegateCall) { notices.append(.delegateCall(call)) }
}
