/// The app's names of controllers, and ours: the one that the log says, else an id of ours, else one that is bound (D-352).
struct NameBook {
  private var bound: [String: String] = [:]
  /// The other way round.
  private var names: [String: String] = [:]

  /// Throws for a controller with two names.
  init(_ pairs: [(name: String, id: String)]) throws(NameFault) {
    for (name, id) in pairs {
      if let other = names[id] { throw .twice(name, other) }
      set(name, to: id)
    }
  }

  private mutating func set(_ name: String, to id: String) { (bound[name], names[id]) = (id, name) }

  func id(of name: String) -> String { bound[name] ?? name }

  /// Binds each name of a step that is new, for good and one to one, to the one controller of ours without a name that
  /// has the same callbacks in this step. Throws where there is none, or several.
  ///
  /// - Parameter isOurs: whether a name is an id of ours.
  mutating func bind(
    _ theirs: Observation, to ours: Observation, isOurs: (String) -> Bool
  ) throws(NameFault) {
    let (seen, known) = (theirs.roles, ours.roles)
    let used = Set(seen.map(\.name))
    for (name, roles) in seen where bound[name] == nil {
      if isOurs(name) {
        if let other = names[name] { throw .twice(name, other) }
        continue
      }
      let free = known.filter { names[$0.name] == nil && !used.contains($0.name) }
      let alike = free.filter { $0.roles == roles }
      guard alike.count == 1, let id = alike.first?.name else {
        throw .unknown(name, candidates: (alike.isEmpty ? free : alike).map(\.name))
      }
      set(name, to: id)
    }
  }
}

/// What is wrong with a name of the log.
enum NameFault: Error {
  /// It could be one of these, or is none.
  case unknown(String, candidates: [String])
  /// Another name is the same controller.
  case twice(String, String)

  var sentence: String {
    switch self {
    case .unknown(let name, let candidates):
      "who is \(JSONError.quoted(name))? Add \"names\": {\(JSONError.quoted(name)): …}"
        + (candidates.isEmpty ? "" : ", one of " + candidates.prefix(Self.shownCandidates).joined(separator: ", "))
    case .twice(let name, let other):
      "\(JSONError.quoted(name)) and \(JSONError.quoted(other)) are one controller"
    }
  }

  /// Candidates in a sentence.
  private static let shownCandidates = 8
}

/// What was observed of one step, as far as it is compared.
struct Observation {
  var events: [LoggedEvent]
  /// Nil where it is not compared.
  var visible: [LoggedScreen]?

  /// Each controller with what it has in this step, in the order of its first callback.
  var roles: [(name: String, roles: [String: Int])] {
    var roles: [(name: String, roles: [String: Int])] = []
    func add(_ name: String, _ role: String) {
      let index = roles.firstIndex { $0.name == name } ?? roles.count
      if index == roles.count { roles.append((name, [:])) }
      roles[index].roles[role, default: 0] += 1
    }
    for event in events { if let subject = event.subject { add(subject, event.kind) } }
    for screen in visible ?? [] { add(screen.name, AppLog.visible) }
    // What is no subject of a callback is known by its place in those of others.
    let subjects = Set(roles.map(\.name))
    for event in events {
      for member in event.members {
        if case .name(let name) = member.value, !subjects.contains(name) { add(name, "\(event.kind) \(member.path)") }
      }
    }
    for name in (visible ?? []).flatMap({ $0.containers ?? [] }) where !subjects.contains(name) { add(name, "in") }
    return roles
  }
}
