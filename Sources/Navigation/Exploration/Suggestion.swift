/// Another answer of the delegate, and what a search with it finds.
public struct Suggestion: Hashable, Sendable {
  /// A member of `behavior`.
  public struct Answer: Hashable, Sendable {
    public var name: String
    public var value: Value
  }

  public enum Value: Hashable, Sendable {
    case word(String)
    case flag(Bool)
  }

  /// The kinds of findings of one check.
  public struct Kinds: Hashable, Sendable {
    /// The check's word.
    public var check: String
    public var before: Int
    public var after: Int
  }

  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Nothing is found any more.
    case mendsAll
    /// Fewer kinds are found.
    case mendsSome
    /// As many kinds are found, others among them.
    case mendsNothing
    /// More are found: the search ended there, and `after` is the least.
    case more
    /// Its search met a bound. Variants after it may not have been tried.
    case notSeenToTheEnd
  }

  /// The split view, where the app has several.
  public var split: ControllerID?
  public var answers: [Answer]
  /// Of the checks that find something before or after.
  public var kinds: [Kinds]
  /// Rules of UIKit by which round trips show other screens with these answers, and did not before, by their ids.
  public var known: [String]
  public var verdict: Verdict

  /// What goes before: the better verdict, fewer kinds, fewer rules of UIKit, fewer words.
  fileprivate var order: (rank: Int, kinds: Int, known: Int, answers: Int) {
    let rank =
      switch verdict {
      case .mendsAll: 0
      case .mendsSome: 1
      case .mendsNothing: 2
      case .more: 3
      case .notSeenToTheEnd: 4
      }
    return (rank, kinds.reduce(0) { $0 + $1.after }, known.count, answers.count)
  }
}

/// The app with other answers of its delegate.
public struct Variant: Sendable {
  public let split: ControllerID?
  public let answers: [Suggestion.Answer]
  public let space: SearchSpace
}

/// A search, and then one for each variant: which answer mends what it found.
public struct Exploration: Sendable {
  private let limits: SearchLimits
  /// Whether all searches together look at no more states than one may.
  private let sharesStates: Bool
  private var base: Search
  /// Those that are still to be tried.
  private var variants: ArraySlice<Variant>
  private var current: Search?
  private var suggestions: [Suggestion] = []
  /// The kinds of the app as given, by the word of the check.
  private var before: [(check: String, kinds: Int)]?
  private var knownBefore: Set<KnownRule> = []
  private var statesOfOthers = 0

  /// - Parameter sharesStates: whether all searches together look at no more states than one may.
  public init(_ space: SearchSpace, variants: [Variant] = [], limits: SearchLimits, sharesStates: Bool = false) {
    (self.limits, self.sharesStates) = (limits, sharesStates)
    self.variants = variants[...]
    base = Search(space, limits: limits)
  }

  /// The states that were taken up, of all searches.
  public var stateCount: Int { base.stateCount + statesOfOthers + (current?.stateCount ?? 0) }

  public var isOver: Bool { base.isOver && (variants.isEmpty || before?.isEmpty == true) && current == nil }

  /// Goes on, for about so many transitions.
  public mutating func run(transitions: Int) {
    guard base.isOver else { return base.run(transitions: transitions) }
    goOn()
    current?.run(transitions: transitions)
    conclude()
  }

  /// Takes up to so many states up, of the search that is under way; as `Search` does.
  public mutating func takeUp(states: Int) -> SearchBatch {
    guard base.isOver else { return base.takeUp(states: states) }
    goOn()
    return current?.takeUp(states: states) ?? base.takeUp(states: 0)
  }

  /// Takes over what comes of the states that were taken up last.
  public mutating func join(_ batch: SearchBatch, _ parts: [SearchBatch.Part]) {
    // A search whose last states are taken up looks as if it were over.
    guard current != nil else { return base.join(batch, parts) }
    current?.join(batch, parts)
    conclude()
  }

  /// Ends it, as its time is over. The next variant is told as not seen to the end, where there is one.
  public mutating func end() {
    base.end()
    current?.end()
    conclude()
    if base.bound == nil { goOn() }
    current?.end()
    conclude()
    variants = []
  }

  /// What has been found in the app as given, and what its variants come to.
  ///
  /// - Parameter mapped: of how many routes the first states are told.
  public func report(mapping mapped: Int = 0) -> Report {
    var report = base.report(mapping: mapped)
    // What other words come to is not known, where the app itself was not seen.
    report.suggestions = report.bound == nil ? suggestions : suggestions.filter { $0.verdict == .mendsAll }
    report.suggestions = report.suggestions.filter(isNeeded).enumerated().sorted { one, other in
      one.element.order == other.element.order ? one.offset < other.offset : one.element.order < other.element.order
    }.map(\.element)
    return report
  }

  /// Whether it is better than each of its answers alone, or might be.
  private func isNeeded(_ suggestion: Suggestion) -> Bool {
    suggestion.answers.count == 1 || suggestion.verdict == .notSeenToTheEnd
      || suggestion.answers.allSatisfy { answer in
        guard let alone = suggestions.first(where: { $0.answers == [answer] && $0.split == suggestion.split }) else {
          return suggestion.verdict == .mendsAll || suggestion.verdict == .mendsSome
        }
        return suggestion.order < (alone.order.rank, alone.order.kinds, alone.order.known, 0)
      }
  }

  /// Begins the next variant where none is under way.
  private mutating func goOn() {
    if before == nil {
      let seen = SeenStates(base)
      (before, knownBefore) = (seen.kinds, Set(seen.known.keys))
    }
    guard current == nil, before?.isEmpty == false, let variant = variants.first else { return }
    var limits = limits
    if sharesStates { limits.states = max(limits.states - stateCount, 0) }
    current = Search(variant.space, limits: limits)
  }

  /// Takes the variant's result once its search is over, or has more kinds than the app as given.
  private mutating func conclude() {
    guard let search = current, let before, let variant = variants.first else { return }
    let sum = before.reduce(0) { $0 + $1.kinds }
    guard search.isOver || search.kindCount > sum else { return }
    let seen = SeenStates(search)
    let after = seen.kinds
    let total = after.reduce(0) { $0 + $1.kinds }
    let checks = before.map(\.check) + after.map(\.check).filter { check in !before.contains { $0.check == check } }
    let kinds = checks.map { check in
      Suggestion.Kinds(
        check: check, before: before.first { $0.check == check }?.kinds ?? 0,
        after: after.first { $0.check == check }?.kinds ?? 0)
    }
    let verdict: Suggestion.Verdict =
      if total > sum { .more } else if search.bound != nil { .notSeenToTheEnd } else if total == 0 {
        .mendsAll
      } else if total < sum { .mendsSome } else { .mendsNothing }
    if verdict != .mendsNothing || kinds.contains(where: { $0.before != $0.after }) {
      let known = seen.known.keys.filter { !knownBefore.contains($0) }.map(\.rawValue).sorted()
      suggestions.append(
        Suggestion(split: variant.split, answers: variant.answers, kinds: kinds, known: known, verdict: verdict))
    }
    statesOfOthers += search.stateCount
    current = nil
    variants.removeFirst()
  }
}

extension Split {
  /// Each answer that its app could give in place of one of its own, and pairs of which neither mends the other's fault
  /// alone. What an app does that handles details itself no search sees, and what has no
  /// effect in its style is left out.
  package var otherAnswers: [(answers: [Suggestion.Answer], delegate: SplitDelegate)] {
    var visitor = AnswerVisitor()
    var (own, update) = (delegate, SplitDelegateUpdate())
    SplitDelegate.visit(&own, &update, &visitor)
    let single = visitor.others.filter(hasEffect)
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
    var visitor = AnswerVisitor(given: answers)
    SplitDelegate.visit(&delegate, &self, &visitor)
  }
}

/// Lists the words and flags with which a delegate could answer otherwise, or sets those that are given.
private struct AnswerVisitor: MemberVisitor {
  /// Nil: they are listed.
  let given: [Suggestion.Answer]?
  private(set) var others: [Suggestion.Answer] = []

  init(given: [Suggestion.Answer]? = nil) { self.given = given }

  /// The word that takes the place of its own; nil where none does.
  private mutating func word(_ name: StaticString, _ own: String, of all: [String]) -> String? {
    guard let given else {
      for other in all where other != own && other != SplitDelegate.OnShow.handled.rawValue {
        others.append(Suggestion.Answer(name: name.description, value: .word(other)))
      }
      return nil
    }
    guard case .word(let word)? = given.first(where: { $0.name == name.description })?.value else { return nil }
    return word == own ? nil : word
  }

  mutating func flag(_ name: StaticString, unless initial: Bool, _ value: inout Bool, _ update: inout Bool?) {
    guard let given else { return others.append(Suggestion.Answer(name: name.description, value: .flag(!value))) }
    guard case .flag(let flag)? = given.first(where: { $0.name == name.description })?.value, flag != value else {
      return
    }
    (value, update) = (flag, flag)
  }
  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless initial: Word, _ value: inout Word, _ update: inout Word?
  ) {
    guard let text = word(name, value.rawValue, of: Word.allCases.map(\.rawValue)), let word = Word(rawValue: text)
    else { return }
    (value, update) = (word, word)
  }
  mutating func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    let words = OrNone<Word, None>.allCases.map(\.rawValue)
    guard let text = word(name, OrNone<Word, None>(value).rawValue, of: words),
      let word = OrNone<Word, None>(rawValue: text)
    else { return }
    (value, update) = (word.word, .some(word.word))
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
