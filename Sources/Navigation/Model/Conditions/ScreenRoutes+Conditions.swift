/// The conditions of a table, and their faults (D-290).
extension ScreenRoutes {
  /// What a screen of a route requires.
  func requirements(of route: String) -> ConditionSet {
    guard !conditions.isEmpty, let index = index(of: route) else { return [] }
    return routes[index].requires.reduce(into: []) { set, name in set.formUnion(condition(called: name) ?? []) }
  }

  /// The names of conditions, in the order of the table.
  package func names(of set: ConditionSet) -> [String] {
    conditions.indices.filter { set.contains(ConditionSet(index: $0)) }.map { conditions[$0].name }
  }

  /// The place of a condition; nil where the table has none of this name.
  package func condition(called name: String) -> ConditionSet? {
    conditions.firstIndex { $0.name == name }.map(ConditionSet.init(index:))
  }

  func otherwise(of name: String) -> String? { conditions.first { $0.name == name }?.otherwise }

  /// That of the first of these that has one.
  func otherwise(ofFirst set: ConditionSet) -> String? { names(of: set).lazy.compactMap(otherwise(of:)).first }

  func checkConditions() throws(Refusal) {
    for (index, route) in routes.enumerated() where !route.requires.isEmpty {
      if let unknown = route.requires.first(where: { condition(called: $0) == nil }) {
        throw Refusal(fault: .unknownCondition(unknown), route: index)
      }
      if route.opening == nil { throw Refusal(fault: .startRequires(route.name), route: index) }
    }
    for (index, condition) in conditions.enumerated() {
      guard let name = condition.otherwise else { continue }
      if let fault = fault(ofOtherwise: name) { throw Refusal(fault: fault, condition: index) }
    }
  }

  private func fault(ofOtherwise name: String) -> Fault? {
    guard let index = index(of: name) else { return .unknownRoute(name) }
    if chains(of: index).joined().contains(where: { !routes[$0].requires.isEmpty }) { return .otherwiseRequires(name) }
    if !routes[index].namesInPaths.isEmpty || !routes[index].namesOfParams.isEmpty {
      return .otherwiseWithParams(name)
    }
    let isBeside = routes[index].opening.map { $0.mayBe(.detail) || $0.mayBe(.column) } ?? false
    return isBeside ? .otherwiseBeside(name) : nil
  }
}
