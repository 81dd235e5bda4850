/// How a session's state is written.
public enum WrittenForm: Sendable {
  /// The members that a request may have for a new tree: settable members and state.
  case request
  /// The members of a request, and the last layout of each container, from which the tree is restored.
  case snapshot
  /// The members of a request, and all that the server computes for a tree with these traits in this window.
  case session(Environment, Traits)

  /// That of a window in this environment.
  public static func session(_ environment: Environment) -> WrittenForm { .session(environment, environment.traits) }
}

/// The traits of a container's children: of a tree's room, which alone an override with a width compares (D-34).
extension WrittenForm {
  func below(_ traitOverride: TraitOverride?) -> WrittenForm {
    guard case .session(let environment, let traits) = self, let traitOverride else { return self }
    return .session(environment, traitOverride.applied(to: traits, in: environment.horizontal))
  }

  /// A tab bar's sidebar may take room from its content (D-464).
  func inside(_ tabBar: borrowing TabBar) -> WrittenForm {
    guard case .session(let environment, let traits) = self, tabBar.box != nil else { return self }
    return .session(environment, tabBar.contentTraits(in: traits))
  }

  /// An expanded split view makes its sidebars compact (CL-19).
  func inSidebar(isCollapsed: Bool) -> WrittenForm {
    guard case .session(let environment, var traits) = self, !isCollapsed else { return self }
    traits.enterSidebar()
    return .session(environment, traits)
  }

  /// That from which what a controller presents takes its own: its own form, or that of the place in which it is.
  func ofPresenter(inheriting outer: WrittenForm) -> WrittenForm {
    guard case .session(let environment, _) = self else { return self }
    return environment.system.rules.presentedTraitsFromSuperview ? outer : self
  }

  /// What is presented has a room of its own (D-78).
  func presented(_ tree: Controller, in form: Presentation) -> WrittenForm {
    guard case .session(let environment, let traits) = self else { return self }
    let style = environment.adapted(form)
    return .session(
      environment,
      style.traits(preferring: tree.answers.preferredContentSize, by: traits, in: environment.traits))
  }
}

extension JSONWriter {
  package mutating func word<T: RawRepresentable>(_ name: StaticString, _ value: T) where T.RawValue == String {
    key(name)
    plain(value.rawValue)
  }

  /// Nothing when nil.
  package mutating func word<T: RawRepresentable>(_ name: StaticString, _ value: T?) where T.RawValue == String {
    if let value { word(name, value) }
  }

  /// Nothing when it is the default.
  package mutating func word<T: RawRepresentable & Equatable>(_ name: StaticString, _ value: T, unless initial: T)
  where T.RawValue == String {
    if value != initial { word(name, value) }
  }

  /// Nothing when false.
  package mutating func flag(_ name: StaticString, _ value: Bool) {
    if value { member(name, true) }
  }

  mutating func contentSize(_ size: Size) {
    beginObject()
    self.size(size)
    endObject()
  }
}

extension ControllerID: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.id() }
  public func write(to writer: inout JSONWriter) { writer.plain(description) }
}

extension JSONObjectReader {
  /// Whether this is an answer, which may have grown, rather than a request.
  package var isAnswer: Bool { object.unknownMembers == .skip }

  /// Whether the members are there that say how something was laid out: in a snapshot, and in answers.
  var holdsState: Bool { object.unknownMembers != .refuse }

  package mutating func id(_ name: StaticString) throws(BodyRefusal) -> ControllerID? { try optional(name)?.id() }

  mutating func requireID(_ name: StaticString) throws(BodyRefusal) -> ControllerID { try require(name).id() }

  /// A list's row, which is a string; an integer is read as the string of its digits.
  mutating func requireRow(_ name: StaticString) throws(BodyRefusal) -> String {
    let value = try require(name)
    switch value.kind {
    case .number: return String(try value.int())
    case .null, .bool, .string, .array, .object: return try value.string()
    }
  }

  package mutating func tree(_ name: StaticString) throws(BodyRefusal) -> Controller? {
    guard let value = optional(name) else { return nil }
    return try Controller(json: value)
  }
}

extension JSONValue {
  /// A controller's id: 1 to 128 bytes of `A-Z a-z 0-9 . _ : -`.
  package func id() throws(BodyRefusal) -> ControllerID {
    if let id = ControllerID(try string()) { return id }
    let bytes = Limits.idBytes
    throw refused("expected an id: \(bytes.lowerBound) to \(bytes.upperBound) bytes of A-Z a-z 0-9 . _ : -")
  }

  /// A refusal of this value by the model.
  package func refused(_ rejection: Rejection) -> BodyRefusal { .model(rejection, pointer: pointer) }

  // A size that a controller asks for: `{"width", "height"}` in whole points.

  func contentSize() throws(BodyRefusal) -> Size {
    var reader = try object()
    let width = try reader.require("width").contentSide()
    let height = try reader.require("height").contentSide()
    try reader.finish()
    return Size(width: width, height: height)
  }

  private func contentSide() throws(BodyRefusal) -> Double {
    let points = try double()
    guard let whole = Int(exactly: points), Limits.contentSide.contains(whole) else {
      throw refused("expected an integer from \(Limits.contentSide.lowerBound) to \(Limits.contentSide.upperBound)")
    }
    return points
  }
}
