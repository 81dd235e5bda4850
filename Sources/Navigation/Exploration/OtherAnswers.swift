extension Split {
  /// Each answer that its app could give in place of one of its own, and pairs of which neither mends the other's fault
  /// alone. What an app does that handles details itself no search sees, and what has no
  /// effect in its style is left out.
  package var otherAnswers: [(answers: [Suggestion.Answer], delegate: SplitDelegate)] {
    var lister = AnswerLister()
    var (own, update) = (delegate, SplitDelegateUpdate())
    SplitDelegate.visit(&own, &update, &lister)
    let single = lister.answers.filter(hasEffect)
    var others = single.map { answer in ([answer], delegate.changed(by: [answer])) }
    for (first, second) in Self.pairs {
      for one in single where one.name == first {
        for other in single where other.name == second {
          others.append(([one, other], delegate.changed(by: [one, other])))
        }
      }
    }
    return others
  }

  /// A collapse and its separation; the column on top, and what becomes of one that leaves it.
  private static let pairs = [("onCollapse", "onSeparate"), ("topColumnForCollapsing", "onDetailPopped")]

  /// Whether it acts in this style (D-413), and names no column that the split view lacks.
  private func hasEffect(_ answer: Suggestion.Answer) -> Bool {
    guard style.uses(answer: answer.name) else { return false }
    switch (answer.name, answer.value) {
    case ("topColumnForCollapsing", .word(let word)):
      guard let column = Column(rawValue: word) else { return true }
      return style.columns.contains(column) || columns[column] != nil
    case ("displayModeForExpanding", .word(let word)):
      return style == .tripleColumn || DisplayMode(rawValue: word)?.sidebars != .two
    case (_, _): return true
    }
  }
}

extension SplitDelegate {
  fileprivate func changed(by answers: [Suggestion.Answer]) -> SplitDelegate {
    var (changed, update) = (self, SplitDelegateUpdate())
    update.set(answers, in: &changed)
    return changed
  }
}

extension SplitDelegateUpdate {
  /// Sets what differs from the delegate's own, there and here.
  package mutating func set(_ answers: [Suggestion.Answer], in delegate: inout SplitDelegate) {
    var setter = AnswerSetter(answers: answers)
    SplitDelegate.visit(&delegate, &self, &setter)
  }
}

/// A visitor that looks at words and flags alone.
private protocol AnswerVisitor: MemberVisitor {
  mutating func word(_ name: StaticString, _ word: inout String, of all: [String])
  mutating func flag(_ name: StaticString, _ flag: inout Bool)
}

extension AnswerVisitor {
  mutating func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?) {
    let own = value
    flag(name, &value)
    if value != own { update = value }
  }
  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?
  ) {
    let own = value
    var text = value.rawValue
    word(name, &text, of: Word.allCases.map(\.rawValue))
    value = Word(rawValue: text) ?? value
    if value != own { update = value }
  }
  mutating func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    let own = value
    var text = OrNone<Word, None>(value).rawValue
    word(name, &text, of: OrNone<Word, None>.allCases.map(\.rawValue))
    if let word = OrNone<Word, None>(rawValue: text) { value = word.word }
    if value != own { update = .some(value) }
  }
  func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {}
  func text(_ name: StaticString, _ value: inout String, _ update: inout String?) {}
  func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) {}
  func number(_ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??) {}
  func size(_ name: StaticString, _ value: inout Size?, _ update: inout Size??) {}
  func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {}
  func id(_ name: StaticString, _ value: inout ControllerID?, _ update: inout ControllerID??) {}
  func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {}
  func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {}
  func state(_ name: StaticString, _ value: inout Bool) {}
  func state(_ name: StaticString, _ value: inout String?) {}
}

private struct AnswerLister: AnswerVisitor {
  private(set) var answers: [Suggestion.Answer] = []

  mutating func word(_ name: StaticString, _ word: inout String, of all: [String]) {
    let handled = SplitDelegate.OnShow.handled.rawValue
    for other in all where other != word && other != handled {
      answers.append(Suggestion.Answer(name: name.description, value: .word(other)))
    }
  }

  mutating func flag(_ name: StaticString, _ flag: inout Bool) {
    answers.append(Suggestion.Answer(name: name.description, value: .flag(!flag)))
  }
}

private struct AnswerSetter: AnswerVisitor {
  let answers: [Suggestion.Answer]

  func word(_ name: StaticString, _ word: inout String, of all: [String]) {
    for answer in answers where answer.name == name.description {
      if case .word(let text) = answer.value { word = text }
    }
  }

  func flag(_ name: StaticString, _ flag: inout Bool) {
    for answer in answers where answer.name == name.description {
      if case .flag(let value) = answer.value { flag = value }
    }
  }
}
