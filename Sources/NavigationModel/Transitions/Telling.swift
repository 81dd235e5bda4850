/// What the app is told while a transition works, by its place in the order; the rest is found by comparing before and
/// after.
struct Telling {
  /// What a user did, delegate questions and "will" callbacks, as they come.
  var questions: [Event] = []
  /// What comes after the moves, in the order of its places.
  private var later: [(place: Place, event: Event)] = []

  /// Where an event stands that is no question.
  enum Place {
    /// The state changes themselves, each followed by what it causes.
    case changes
    /// Delegate notices and "did" callbacks, once all has appeared.
    case notices
    /// Splits whose show-detail target changed.
    case targets
  }

  /// Something was presented, or dismissed, that takes what it covers off display: the new appears before the old has
  /// gone.
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
  var count: Int { questions.count + later.count }

  mutating func ask(_ call: DelegateCall) {
    // What is told of a transition goes behind its questions.
    if questions.capacity == 0 { questions.reserveCapacity(12) }
    questions.append(.delegateCall(call))
  }

  /// What the rest answers, and so is told before all else; in a batch behind what those before it changed.
  mutating func begin(with event: Event) {
    if later.isEmpty { questions.append(event) } else { add(event, to: .changes) }
  }

  mutating func notify(_ call: DelegateCall) { add(.delegateCall(call), to: .notices) }

  mutating func add(_ event: Event, to place: Place) {
    if later.capacity == 0 { later.reserveCapacity(4) }
    later.append((place, event))
  }

  /// Adds the events of one place.
  func tell(_ place: Place, _ events: inout [Event]) {
    for index in later.indices where later[index].place == place { events.append(later[index].event) }
  }
}
