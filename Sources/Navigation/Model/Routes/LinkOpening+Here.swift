/// A link to a route that is pushed and has no parent (D-435).
extension LinkOpening {
  /// Pushes it where the user is, on the innermost stack around what was shown last, or returns to it there; nil for any
  /// other target.
  mutating func openHere() throws(Stop) -> ControllerID? {
    guard target.chain.count == 1, let leaf = session.display.last,
      target.chain[0].route.opening?[leaf.classOfTree] == .push
    else { return nil }
    guard let stack = session.innermost(.stack, around: leaf.id) else { throw .rejected(.noTarget(.container(.stack))) }
    let there = standings(of: 0).last { $0.holds.last.map { $0.holding == .child && $0.holder.id == stack } == true }
    guard let there else {
      let again = again(of: 0)
      return try bringNew(0) { .push(.new($0), stack: stack, again: again) }
    }
    _ = try perform(.popTo(there.id))
    try update(there.id)
    return there.id
  }

  /// The last step does as its route's offers do (D-434); what is there is found before, and so not looked for again.
  func again(of index: Int) -> Transition.Again {
    index == target.chain.count - 1 && target.chain[index].route.again == .replace ? .replace : .another
  }
}
