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
  /// As it stands in the log, or in our record.
  let json: JSONValue

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
}

extension LoggedEvent {
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
    self.json = json
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
