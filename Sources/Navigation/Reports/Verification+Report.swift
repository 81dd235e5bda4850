/// What became of a log, for people.
extension Verification {
  /// - Parameter log: the name of its file.
  public func text(log: String) -> String {
    guard let difference else { return "\(Self.count(agreed, "step")) agree\(agreed == 1 ? "s" : "")\(tookWords)\n" }
    return
      (["\(log):\(difference.line)  \(difference.step)"] + Self.table(of: difference).map { "  " + $0 }
      + ["  \(Self.count(agreed, "step")) agreed before\(tookWords), \(left) not looked at."])
      .map { $0.oneLine + "\n" }.joined()
  }

  private static let shownMoves = 8

  /// `(4 taken: 3 Back, 5 Open letter.emmy)`: the lines without a name, and the moves.
  private var tookWords: String {
    guard !taken.isEmpty else { return "" }
    let shown =
      taken.prefix(Self.shownMoves).map { "\($0.line) \($0.name)" } + (taken.count > Self.shownMoves ? ["…"] : [])
    return " (\(taken.count) taken: \(shown.joined(separator: ", ")))"
  }

  fileprivate static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func table(of difference: Difference) -> [String] {
    var rows: [(head: String, sides: Sides)] = []
    if let refusal = difference.refusal { rows.append(("transition", refusal)) }
    rows += difference.callbacks.map { ("callback \($0.number)", $0.sides) }
    if let visible = difference.visible { rows.append(("visible", visible)) }
    let cells = [("", "design", "app")] + rows.map { ($0.head, $0.sides.design ?? "-", $0.sides.app ?? "-") }
    let first = max(headWidth, (cells.map { $0.0.count }.max() ?? 0) + 2)
    let second = (cells.map { $0.1.count }.max() ?? 0) + 2
    var lines = cells.map { $0.0.padded(to: first) + $0.1.padded(to: second) + $0.2 }
    if let nearest = difference.nearest {
      let count = difference.callbacks.count
      let differs = count == 0 ? "" : ", \(Self.count(count, "callback")) differ\(count == 1 ? "s" : "")"
      lines.append("nearest".padded(to: first) + nearest + differs)
    }
    for (index, rule) in difference.rules.enumerated() {
      lines.append((index == 0 ? "rules" : "").padded(to: first) + "\(rule.id) \(rule.sentence)")
    }
    return lines
  }

  /// Of the first column.
  private static let headWidth = 12

  // MARK: What became of a log, as JSON

  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("agrees", isEmpty)
    writer.member("agreed", agreed)
    writer.member("left", left)
    writer.array("taken", taken)
    if !unasked.isEmpty { writer.array("unasked", unasked) }
    writer.member("difference", difference)
  }
}

extension LearnedAnswers {
  /// - Parameter log: the name of its file.
  public func text(log: String) -> String {
    let steps = given.agreed + given.left + (given.isEmpty ? 0 : 1)
    var rows = better.map { words -> (String, String) in
      let agrees =
        words.agreed == steps
        ? "all \(Verification.count(steps, "step"))" : "\(words.agreed) of \(Verification.count(steps, "step"))"
      return (words.sentence, "agrees with \(agrees) (as given: \(given.agreed))")
    }
    if rows.isEmpty, !given.isEmpty { rows.append(("no other answer", "agrees with more steps")) }
    let width = (rows.map { $0.0.count }.max() ?? 0) + 3
    var lines = rows.map { $0.0.padded(to: width) + $0.1 }
    if !given.unasked.isEmpty {
      lines.append("not asked in this log: " + given.unasked.map(Self.member).joined(separator: ", "))
    }
    return given.text(log: log) + lines.map { $0.oneLine + "\n" }.joined()
  }

  /// The member of `behavior` that answers a method; else the method.
  private static func member(answering method: String) -> String {
    let members = [
      "splitViewController(_:showDetail:sender:)": "onShowDetail", "splitViewController(_:show:sender:)": "onShow",
      "splitViewController(_:collapseSecondary:onto:)": "onCollapse",
      "splitViewController(_:separateSecondaryFrom:)": "onSeparate",
      "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)": "topColumnForCollapsing",
      "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)": "displayModeForExpanding",
      "targetDisplayModeForAction(in:)": "targetDisplayModeForAction",
      "splitViewControllerSupportedInterfaceOrientations(_:)": "supportedInterfaceOrientations",
      "primaryViewController(forCollapsing:)": "primaryForCollapsing",
      "primaryViewController(forExpanding:)": "primaryForExpanding",
    ]
    return members[method] ?? method
  }

  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    given.writeMembers(to: &writer)
    writer.array("answers", better)
    writer.endObject()
    return writer.bytes
  }
}

extension LearnedAnswers.Words {
  /// `"topColumnForCollapsing": "primary"`, as it stands in `behavior`.
  fileprivate var sentence: String {
    let words = answers.map { answer in
      switch answer.value {
      case .word(let word): "\"\(answer.name)\": \"\(word)\""
      case .flag(let flag): "\"\(answer.name)\": \(flag)"
      }
    }
    return (split.map { "\($0.description): " } ?? "") + words.joined(separator: ", ")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension Verification.Taken: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("line", line)
    writer.member("name", name)
    writer.endObject()
  }
}

extension Verification.Difference: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("line", line)
    writer.member("step", step)
    writer.member("transition", refusal)
    writer.array("callbacks", callbacks)
    writer.member("visible", visible)
    writer.member("nearest", nearest)
    writer.array("rules", rules)
    writer.endObject()
  }
}

extension Verification.Callback: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", number)
    sides.writeMembers(to: &writer)
    writer.endObject()
  }
}

extension Verification.Sides: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.nullable("design", design)
    writer.nullable("app", app)
  }
}

extension StepRule: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("sentence", sentence)
    writer.endObject()
  }
}

extension LearnedAnswers.Words: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("split", split)
    writer.key("behavior")
    writer.beginObject()
    for answer in answers { answer.write(to: &writer) }
    writer.endObject()
    writer.member("agreed", agreed)
    writer.endObject()
  }
}
