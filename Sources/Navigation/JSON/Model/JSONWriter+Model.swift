/// How a session's state is written.
public enum WrittenForm: Sendable {
  /// The members that a request may have for a new tree: settable members and state.
  case request
  /// The members of a request, and the last layout of each container, from which the tree is restored.
  case snapshot
  /// The members of a request, and all that the server computes for a tree in this environment.
  ///
  /// - Parameter window: the horizontal class of the window, without the overrides of containers.
  case session(Environment, window: SizeClass)

  /// That of a window in this environment.
  public static func session(_ environment: Environment) -> WrittenForm {
    .session(environment, window: environment.horizontal)
  }
}

/// The environment of a container's children. Only the horizontal class differs from the container's; an override
/// with a width compares the window's.
extension WrittenForm {
  func below(_ traitOverride: TraitOverride?) -> WrittenForm {
    guard case .session(var environment, let window) = self, let traitOverride else { return self }
    environment.forcedHorizontal = traitOverride.applied(to: environment.traits, in: window).horizontal
    return .session(environment, window: window)
  }

  /// An expanded split view makes its sidebars compact (CL-19).
  func inSidebar(isCollapsed: Bool) -> WrittenForm {
    guard case .session(var environment, let window) = self, !isCollapsed else { return self }
    environment.forcedHorizontal = .compact
    return .session(environment, window: window)
  }

  /// What is presented has the window's traits, but in its presenter's own area (PR-9).
  func presented(in style: PresentationStyle) -> WrittenForm {
    guard case .session(var environment, let window) = self, style != .currentContext else { return self }
    environment.forcedHorizontal = window
    return .session(environment, window: window)
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
}

extension ControllerID: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.id() }
  public func write(to writer: inout JSONWriter) { writer.plain(description) }
}
