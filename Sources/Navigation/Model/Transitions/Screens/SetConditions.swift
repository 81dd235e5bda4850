extension Transition {
  /// Says which conditions of the app's table hold from now on; what follows from it does at the end of the transition or
  /// the batch (D-293).
  public struct SetConditions: AppTransition {
    package static let type = "setConditions"

    public var conditions = ConditionValues()

    package mutating func members(_ m: inout some Members) { m.required("conditions", &conditions) }

    /// Throws `noSuchCondition`.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      var holding = session.conditions?.holding ?? []
      for value in conditions.all {
        guard let condition = recorder.routes?.condition(called: value.name) else { throw .noSuchCondition(value.name) }
        if value.holds { holding.formUnion(condition) } else { holding.subtract(condition) }
      }
      session.conditions?.holding = holding
      return Outcome()
    }
  }
}

/// Whether a condition holds.
public struct ConditionValue: Hashable, Sendable {
  public var name: String
  public var holds: Bool

  public init(_ name: String, holds: Bool) { (self.name, self.holds) = (name, holds) }
}

/// Whether each of some conditions holds.
public struct ConditionValues: Hashable, Sendable {
  public var all: [ConditionValue]

  public init(_ all: [ConditionValue] = []) { self.all = all }
}

extension Transition.Action {
  public static func setConditions(_ conditions: [ConditionValue]) -> Self {
    Self(Transition.SetConditions(conditions: ConditionValues(conditions)))
  }
}
