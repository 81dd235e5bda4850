/// The answers of the app's delegate that its log shows: UIKit tells what was answered, and not by which rule.
public struct LearnedAnswers: Sendable {
  /// Other words of `behavior`, and how many steps of the log agree with them.
  public struct Words: Hashable, Sendable {
    /// The split view, where the app has several.
    public var split: ControllerID?
    public var answers: [Suggestion.Answer]
    public var agreed: Int
  }

  /// The design as given.
  public var given: Verification
  /// Words that agree with more steps than those given, the most first, then in the contract's order.
  public var better: [Words]
  /// The design with the first of them; that given where there is none.
  public var design: Design
}

extension Design {
  /// Tries each other answer of the delegate, a word at a time, then the pairs that `explore` tries, over an app's log
  /// (D-354).
  public func learn(from log: some Sequence<UInt8>) throws(VerificationFault) -> LearnedAnswers {
    let log = try AppLog(Array(log))
    var learned = LearnedAnswers(given: try verify(log), better: [], design: self)
    if learned.given.isEmpty { return learned }
    var designs: [Design] = []
    for other in apps() {
      var design = self
      design.app = other.app
      // What cannot be played with these words is no answer of the app.
      guard let result = try? design.verify(log), result.agreed > learned.given.agreed else { continue }
      learned.better.append(
        LearnedAnswers.Words(split: other.split, answers: other.answers, agreed: result.agreed))
      designs.append(design)
    }
    let order = learned.better.indices.sorted { one, other in
      let (first, second) = (learned.better[one].agreed, learned.better[other].agreed)
      return first == second ? one < other : first > second
    }
    learned.better = order.map { learned.better[$0] }
    if let best = order.first { learned.design = designs[best] }
    return learned
  }
}
