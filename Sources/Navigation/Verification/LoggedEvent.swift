/// A callback, in the app's words or in ours: its kind, who it concerns, and the members that are there.
struct LoggedEvent {
  enum Value {
    /// Of a controller.
    case name(String)
    case json(JSONValue)
  }

  struct Member {
    var path: String
    var value: Value
  }

  /// The type of an event, or the method of a delegate.
  let kind: String
  let isMethod: Bool
  /// All but the type and the method; those of `arguments` beside the others.
  let members: [Member]

  /// The controller that it concerns, or whose delegate it is.
  var subject: String? {
    for member in members where Self.subjects.contains(member.path) {
      if case .name(let name) = member.value { return name }
    }
    return nil
  }

  private static let subjects: Set<String> = ["controller", "split", "tabBar", "topTabs", "screen"]

  /// Whether its order is compared: the appearance callbacks before a change, and what a delegate is told before one or
  /// asked (D-351).
  var isOrdered: Bool {
    guard isMethod else { return kind.hasPrefix("viewWill") }
    return Self.questions.contains(kind) || kind.containsWill
  }

  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let type = try reader.require("type")
    let event = try type.kind(Event.kinds)
    var kind = try type.string()
    if case .delegateCall = event {
      let method = try reader.require("method")
      _ = try method.kind(DelegateCall.kinds)
      (kind, isMethod) = (try method.string(), true)
    } else {
      isMethod = false
    }
    self.kind = kind
    var members: [Member] = []
    for (name, value) in reader.members where name != "type" && name != "method" {
      if name == "arguments" {
        var arguments = try value.object()
        for (name, value) in arguments.members { members.append(Member("arguments." + name, value, of: kind)) }
      } else {
        members.append(Member(name, value, of: kind))
      }
    }
    self.members = members
  }

  /// One of ours.
  init?(_ event: Event) {
    var writer = JSONWriter()
    event.write(to: &writer)
    guard let document = try? JSONDocument(writer.bytes), let read = try? Self(json: document.root) else { return nil }
    self = read
  }

  /// A word for a kind of event: a type, a method, or another word.
  static func kind(_ json: JSONValue, or others: [String]) throws(BodyRefusal) -> String {
    let word = try json.string()
    if Event.kinds[word] != nil || DelegateCall.kinds[word] != nil || others.contains(word) { return word }
    throw json.refused(word: word, allowed: Event.kinds.words + DelegateCall.kinds.words + others)
  }

  static func question(_ json: JSONValue) throws(BodyRefusal) -> String {
    let word = try json.string()
    if questions.contains(word) { return word }
    throw json.refused(word: word, allowed: questions.sorted())
  }

  /// The methods with an answer.
  static let questions = Set(
    DelegateCall.kinds.words.filter { word in
      DelegateCall.kinds[word].flatMap { LoggedEvent(.delegateCall($0)) }?.members.contains { $0.path == "answer" }
        ?? false
    })

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

  /// `viewWillAppear inbox`, `? topColumnForCollapsing… secondary -> primary`, `! willShow primary`: a question with its
  /// answer, or what a delegate is told.
  ///
  /// - Parameter names: of the app; nil: the names are ours.
  func words(_ names: NameBook?) -> String {
    var (texts, answer) = ([String](), "")
    for member in members where !(isMethod && member.path == "controller") && member.path != "animated" {
      if member.path == "answer" {
        answer = " -> \(member.value.words(names))"
      } else {
        texts.append(member.value.words(names))
      }
    }
    let sign = isMethod ? (Self.questions.contains(kind) ? "? " : "! ") : ""
    return sign + ([isMethod ? shortMethod : kind] + texts).joined(separator: " ") + answer
  }

  /// The label that tells a method apart, else its name.
  private var shortMethod: String {
    let parts = kind.split(separator: "(", maxSplits: 1)
    guard parts.count == 2 else { return kind }
    let labels = parts[1].split { $0 == ":" || $0 == ")" }.filter { $0 != "_" }
    return labels.first.map(String.init) ?? String(parts[0])
  }
}

extension LoggedEvent.Member {
  private static let ids: Set<String> = [
    "controller", "split", "placeholder", "tabBar", "topTabs", "presenter", "screen", "arguments.controller",
    "arguments.secondary", "arguments.primary", "arguments.tab",
  ]
  /// Types whose `from` and `to` are controllers.
  private static let betweenControllers: Set<String> = ["parentChanged", "tabSelected", "pageChanged"]
  /// Methods whose answer is a controller.
  private static let answeredByController: Set<String> = [
    "primaryViewController(forCollapsing:)", "primaryViewController(forExpanding:)",
    "splitViewController(_:separateSecondaryFrom:)",
  ]

  fileprivate init(_ path: String, _ value: JSONValue, of kind: String) {
    self.path = path
    let isID =
      switch path {
      case "from", "to": Self.betweenControllers.contains(kind)
      case "answer": Self.answeredByController.contains(kind)
      case _: Self.ids.contains(path)
      }
    if isID, let name = try? value.string() { self.value = .name(name) } else { self.value = .json(value) }
  }
}

extension String {
  fileprivate var containsWill: Bool {
    let bytes = Array(utf8)
    let rest = Array("ill".utf8)
    return bytes.indices.contains { index in
      (bytes[index] == UInt8(ascii: "w") || bytes[index] == UInt8(ascii: "W"))
        && bytes[(index + 1)...].starts(with: rest)
    }
  }
}

/// A screen on display, by its name alone or with members of a record's `visible`.
struct LoggedScreen {
  let name: String
  /// Its containers, outermost first; nil where they are not noted down.
  let containers: [String]?
  /// All but `id` and `in`.
  let members: [(name: String, value: JSONValue)]

  init(json: JSONValue) throws(BodyRefusal) {
    if json.kind == .string {
      (name, containers, members) = (try json.string(), nil, [])
      return
    }
    var reader = try json.object()
    name = try reader.require("id").string()
    containers = try reader.optional("in")?.array { (name) throws(BodyRefusal) in try name.string() }
    var members: [(name: String, value: JSONValue)] = []
    for (name, value) in reader.members where name != "id" && name != "in" { members.append((name, value)) }
    self.members = members
  }

  /// Ours.
  static func all(in session: Session, routes: ScreenRoutes?) -> [LoggedScreen] {
    var writer = JSONWriter()
    DisplayedScreens(session.display, routes).write(to: &writer)
    guard let document = try? JSONDocument(writer.bytes, maximumDepth: JSONDocument.treeDepth) else { return [] }
    return (try? document.root.array(LoggedScreen.init(json:))) ?? []
  }
}

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

extension LoggedEvent.Value {
  fileprivate var isNothing: Bool { if case .json(let json) = self { json.isNothing } else { false } }

  fileprivate func words(_ names: NameBook?) -> String {
    switch self {
    case .name(let name):
      guard let id = names?.id(of: name), id != name else { return name }
      return "\(name) (\(id))"
    case .json(let json): return (try? json.string()) ?? json.compactText()
    }
  }
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
