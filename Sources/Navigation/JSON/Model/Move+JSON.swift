extension Move: MemberBody {
  package static var blank: Self { Self(name: "", transitions: []) }

  package mutating func members(_ m: inout some Members) {
    m.required("name", &name)
    m.member(
      { (reader) throws(BodyRefusal) in
        if let several = reader.optional("transitions") {
          transitions = try several.array(Transition.init(json:))
        } else {
          transitions = [try Transition(json: reader.require("transition"))]
        }
      },
      else: {
        if transitions.count == 1 {
          $0.member("transition", transitions[0])
        } else {
          $0.array("transitions", transitions)
        }
      })
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
