extension Move: MemberBody {
  package static var empty: Self { Self(name: "", transitions: []) }

  package mutating func members(_ m: inout some Members) {
    m.required("name", &name)
    m.required("transitions", &transitions)
    m.flag("gesture", &isGesture)
    m.optional("badge", &badge)
    m.flag("selected", &isSelected)
    m.list("blocked", &blocked)
    m.reason(&reason)
    m.list("needs", &needs)
  }
}

extension Archive where Self: ~Copyable {
  /// Why something is not handled; nil for a word that only a newer version has.
  mutating func reason(_ reason: inout Outcome.Reason?) {
    member(
      "reason", ifPresent: { (json) throws(BodyRefusal) in reason = Outcome.Reason(rawValue: try json.string()) },
      else: { $0.word("reason", reason) })
  }
}
