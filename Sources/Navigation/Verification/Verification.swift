/// What became of an app's log, played on its design.
public struct Verification: Hashable, Sendable {
  /// The steps that agree.
  public internal(set) var agreed = 0
  /// The moves that were taken for steps without a name.
  public internal(set) var taken: [Taken] = []
  /// The first step that does not agree; nil where all do.
  public internal(set) var difference: Difference?
  /// The steps after that.
  public internal(set) var left = 0
  /// Questions that the app's delegate answers, and that no line has.
  public internal(set) var unasked: [String] = []
  /// Callbacks and displays that were compared.
  var compared = 0

  /// Whether the app does what its design says.
  public var isEmpty: Bool { difference == nil }

  public struct Taken: Hashable, Sendable {
    /// Of the log, from 1.
    public var line: Int
    public var name: String
  }

  /// What differs in one step.
  public struct Difference: Hashable, Sendable {
    /// Of the log, from 1.
    public var line: Int
    /// What was done, in words.
    public var step: String
    /// What was not done; nil where both did it.
    public var refusal: Sides?
    public var callbacks: [Callback]
    /// The names of the screens on display; nil where they are the same.
    public var visible: Sides?
    /// The move that agrees longest, of a step without a name.
    public var nearest: String?
    public var rules: [StepRule]
  }

  public struct Callback: Hashable, Sendable {
    /// Its place in the line, from 1.
    public var number: Int
    public var sides: Sides
  }

  /// One thing in words; nil where there is nothing of it.
  public struct Sides: Hashable, Sendable {
    public var design: String?
    public var app: String?
  }
}

/// Why an app's log could not be compared with its design.
public enum VerificationFault: Error, Hashable, Sendable {
  /// The design is refused.
  case design(Problem)
  /// A line of the log cannot be read or played, or nothing was compared.
  case log(line: Int, String)

  init(_ refusal: BodyRefusal, line: Int) {
    self = .log(line: line, Problem(refusal).sentences)
  }
}

extension Design {
  /// Plays an app's own log, and compares what the app saw, up to the first difference (D-350).
  ///
  /// - Parameter log: JSON, one object a line, or an answer of `GET /v1/sessions/{id}/transitions`; as UTF-8.
  public func verify(log: some Sequence<UInt8>) throws(VerificationFault) -> Verification {
    try verify(AppLog(Array(log)))
  }

  func verify(_ log: AppLog) throws(VerificationFault) -> Verification {
    var player = try LogPlayer(self, log)
    for line in log.lines {
      try player.play(line)
      if player.result.difference != nil { break }
    }
    var result = player.result
    result.left = log.lines.count - result.agreed - (result.isEmpty ? 0 : 1)
    result.unasked = log.unasked
    guard result.compared > 0 else {
      throw .log(line: 1, "nothing was compared: no line has \"events\" or \"visible\"")
    }
    return result
  }

  /// What an app's log does, as steps from the window that it begins in. Throws at the first difference.
  ///
  /// - Parameter log: as of `verify`.
  public func steps(of log: some Sequence<UInt8>) throws(VerificationFault) -> (
    start: Environment, steps: [Finding.Step]
  ) {
    let log = try AppLog(Array(log))
    var player = try LogPlayer(self, log)
    for line in log.lines {
      try player.play(line)
      guard let difference = player.result.difference else { continue }
      throw .log(line: difference.line, "\(difference.step) is otherwise in the design: see what verify says")
    }
    return (log.head.environment ?? app.environment, player.steps)
  }

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
