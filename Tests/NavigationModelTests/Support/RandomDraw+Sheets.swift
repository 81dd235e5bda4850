import Navigation

/// Members of sheets.
extension RandomDraw {
  static let detents: [Detent] = [
    .custom("peek", height: 90), .custom("half", height: 300, inactiveInCompactHeight: true), .medium, .large,
  ]

  /// Mostly of a kind that may have them.
  mutating func sheet(of form: Presentation) -> Sheet? {
    guard form.takesDetents, chance(2, of: 3) else { return nil }
    let detents = Self.detents.filter { _ in chance(2, of: 3) }
    let names = detents.isEmpty ? ["large"] : detents.map(\.id)
    return Sheet(
      detents, selected: chance(1, of: 2) ? nil : any(names), undimmedUpTo: chance(1, of: 3) ? nil : any(names),
      edgeAttached: form.adaptation == nil && chance(1, of: 2), source: chance(1, of: 4) ? any(.screen) : nil)
  }

  mutating func setSheet() -> Transition.Action {
    .setSheet(
      anyOrTopmost(), detents: chance(1, of: 2) ? nil : Self.detents.filter { _ in chance(2, of: 3) },
      selected: chance(1, of: 2) ? nil : .some(chance(1, of: 3) ? nil : any(Self.detents)?.id),
      undimmedUpTo: chance(1, of: 2) ? nil : .some(chance(1, of: 3) ? nil : any(Self.detents)?.id),
      edgeAttached: chance(1, of: 2) ? nil : chance(1, of: 2))
  }
}
