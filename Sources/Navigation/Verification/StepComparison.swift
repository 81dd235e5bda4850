/// What differs in one step between the app and its design (D-351).
struct StepComparison {
  struct Callback {
    /// Its place among the callbacks that are compared, from 1: the app's, or ours where the app has none.
    var number: Int
    var ours: LoggedEvent?
    var theirs: LoggedEvent?
  }

  /// In the order of their numbers.
  private(set) var callbacks: [Callback] = []
  /// Whether other screens are on display.
  private(set) var differsInScreens = false

  var agrees: Bool { callbacks.isEmpty && !differsInScreens }

  init(_ ours: Observation, _ theirs: Observation, _ names: NameBook) {
    let streams = Set(theirs.events.compactMap { Stream($0, names) } + ours.events.compactMap { Stream($0, names) })
    for stream in streams {
      let own = Array(ours.events.enumerated().filter { Stream($0.element, names) == stream })
      let app = Array(theirs.events.enumerated().filter { Stream($0.element, names) == stream })
      for index in 0..<max(own.count, app.count) {
        let (our, their) = (index < own.count ? own[index] : nil, index < app.count ? app[index] : nil)
        if let our, let their, their.element.agrees(with: our.element, names) { continue }
        add(our, their)
        // After the first difference the places say nothing.
        break
      }
    }
    compareBags(ours, theirs, names)
    callbacks.sort { $0.number < $1.number }
    if let screens = ours.visible, let seen = theirs.visible { differsInScreens = !seen.agree(with: screens, names) }
  }

  private mutating func add(
    _ ours: (offset: Int, element: LoggedEvent)?, _ theirs: (offset: Int, element: LoggedEvent)?
  ) {
    callbacks.append(
      Callback(
        number: 1 + (theirs?.offset ?? ours?.offset ?? 0), ours: ours?.element, theirs: theirs?.element))
  }

  /// What has no order: each of theirs is one of ours. Those that say most choose first.
  private mutating func compareBags(_ ours: Observation, _ theirs: Observation, _ names: NameBook) {
    var left = Array(ours.events.enumerated().filter { !$0.element.isOrdered })
    let bag = theirs.events.enumerated().filter { !$0.element.isOrdered }
    for their in bag.sorted(by: { $0.element.members.count > $1.element.members.count }) {
      if let index = left.firstIndex(where: { their.element.agrees(with: $0.element, names) }) {
        left.remove(at: index)
      } else {
        add(nil, their)
      }
    }
    for our in left { add(our, nil) }
  }

  /// Where order counts: within appearance, and within each delegate.
  private enum Stream: Hashable {
    case appearance
    case delegate(of: String)

    init?(_ event: LoggedEvent, _ names: NameBook) {
      guard event.isOrdered else { return nil }
      self = event.isMethod ? .delegate(of: names.id(of: event.subject ?? "")) : .appearance
    }
  }
}

extension LoggedEvent {
  /// Whether it is the same callback; the members that it has are compared, and no others.
  fileprivate func agrees(with ours: LoggedEvent, _ names: NameBook) -> Bool {
    kind == ours.kind
      && members.allSatisfy { member in
        guard let own = ours.members.first(where: { $0.path == member.path }) else { return member.value.isNothing }
        switch (member.value, own.value) {
        case (.name(let name), .name(let id)): return names.id(of: name) == id
        case (.json(let json), .json(let own)): return json.isSame(as: own)
        case (.name, .json), (.json, .name): return false
        }
      }
  }
}

extension LoggedEvent.Value {
  fileprivate var isNothing: Bool { if case .json(let json) = self { json.isNothing } else { false } }
}

extension JSONValue {
  /// Null or false, which a record leaves out.
  fileprivate var isNothing: Bool { isNull || (try? bool()) == false }
}

extension [LoggedScreen] {
  /// As a set; the members that each has are compared, and no others.
  fileprivate func agree(with ours: [LoggedScreen], _ names: NameBook) -> Bool {
    count == ours.count
      && allSatisfy { screen in
        guard let own = ours.first(where: { $0.name == names.id(of: screen.name) }) else { return false }
        if let containers = screen.containers, containers.map(names.id) != own.containers ?? [] { return false }
        return screen.members.allSatisfy { name, value in
          own.members.first { $0.name == name }.map { value.isSame(as: $0.value) } ?? value.isNothing
        }
      }
  }
}
