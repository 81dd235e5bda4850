/// An app's own log: what it did, and what it saw of its containers, in the words of a record (D-350).
struct AppLog {
  /// What the first line may say of all others.
  struct Head {
    /// The window at the start; nil: the design's.
    var environment: Environment?
    /// Kinds of events that the app notes down, and `visible`; nil: what occurs anywhere in the log.
    var records: Set<String>?
    /// Methods that ask, and that the app's delegate answers.
    var asks: [String] = []
    /// The app's names of controllers, and the design's.
    var names: [(name: String, id: String)] = []
  }

  /// What the app or its user did.
  enum Step {
    /// The first appearance.
    case start
    /// The name of a move.
    case named(String)
    case transitions([Transition])
    /// The first move that agrees.
    case any
  }

  struct Line {
    /// From 1.
    var number: Int
    var step: Step
    /// Nil where the app noted none down.
    var events: [LoggedEvent]?
    var visible: [LoggedScreen]?
  }

  private(set) var head = Head()
  private(set) var lines: [Line] = []

  /// The word of `visible` among the kinds of events.
  static let visible = "visible"

  /// What is compared, in all lines.
  var kinds: Set<String> {
    var kinds = head.records ?? Set(lines.flatMap { ($0.events ?? []).map(\.kind) })
    if head.records == nil, lines.contains(where: { $0.visible != nil }) { kinds.insert(Self.visible) }
    return kinds.union(head.asks)
  }

  /// The questions in `asks` that no line has.
  var unasked: [String] {
    head.asks.filter { question in !lines.contains { ($0.events ?? []).contains { $0.kind == question } } }
  }
}

extension AppLog {
  /// Bytes of a log.
  static let byteLimit = 64 << 20

  /// Reads one object a line, or an answer of `GET …/transitions`.
  init(_ bytes: [UInt8]) throws(VerificationFault) {
    guard bytes.count <= Self.byteLimit else { throw .log(line: 1, "longer than \(Self.byteLimit) bytes") }
    if let records = Self.records(in: bytes) {
      for record in records { try add(record, at: record.line) }
    } else {
      let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for (index, text) in texts.enumerated() where !text.allSatisfy(Self.isBlank) {
        let value: JSONValue
        do throws(BodyRefusal) {
          value = try JSONDocument(Array(text), maximumDepth: JSONDocument.treeDepth).root
        } catch { throw VerificationFault(error, line: index + 1) }
        if index == 0, Head.isHead(value) {
          head = try Self.read(value, at: 1, Head.init(json:))
        } else {
          try add(value, at: index + 1)
        }
      }
    }
    guard !lines.isEmpty else { throw .log(line: 1, "no step") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): true
    case _: false
    }
  }

  /// The records of an answer; nil for anything else, also for the line of a batch.
  private static func records(in bytes: [UInt8]) -> [JSONValue]? {
    guard
      let document = try? JSONDocument(bytes, maximumDepth: JSONDocument.treeDepth),
      var answer = try? document.root.object(),
      let records = answer.optional("transitions"), let elements = try? records.elements,
      elements.allSatisfy({
        (try? $0.object()).map {
          var record = $0; return record.optional("revision") != nil
        } ?? false
      })
    else { return nil }
    return Array(elements)
  }

  private mutating func add(_ value: JSONValue, at number: Int) throws(VerificationFault) {
    let isFirst = lines.isEmpty
    lines.append(
      try Self.read(value, at: number) { (json) throws(BodyRefusal) in
        try Line(json: json, number: number, isFirst: isFirst)
      })
  }

  /// What is refused is read once more, for the guess.
  private static func read<Part>(
    _ value: JSONValue, at line: Int, _ part: (JSONValue) throws(BodyRefusal) -> Part
  ) throws(VerificationFault) -> Part {
    do throws(BodyRefusal) {
      do throws(BodyRefusal) { return try part(value) } catch { return try part(value.guessing) }
    } catch { throw VerificationFault(error, line: line) }
  }
}

extension AppLog.Head {
  /// Whether a first line is no step.
  static func isHead(_ json: JSONValue) -> Bool {
    guard var reader = try? json.object() else { return false }
    let ofSteps: [StaticString] = ["transition", "transitions", "events", "visible"]
    return ofSteps.allSatisfy { reader.given($0) == nil }
  }

  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    environment = try reader.optional("environment").map(Environment.init(json:))
    records = try reader.optional("records").map { (list) throws(BodyRefusal) in
      Set(try list.array { (word) throws(BodyRefusal) in try LoggedEvent.kind(word, or: [AppLog.visible]) })
    }
    asks = try reader.optional("asks")?.array { (word) throws(BodyRefusal) in try LoggedEvent.question(word) } ?? []
    if let json = reader.optional("names") {
      var members = try json.object()
      for (name, id) in members.members { names.append((name, try id.id().description)) }
    }
    try reader.finish()
  }
}

extension AppLog.Line {
  /// What a record has beside them, and no log compares.
  private static let passedOver: [StaticString] = [
    "sessionId", "revision", "at", "dryRun", "outcome", "outcomes", "can", "session", "changes",
  ]

  init(json: JSONValue, number: Int, isFirst: Bool) throws(BodyRefusal) {
    var reader = try json.object()
    self.number = number
    // A step without a name has null.
    switch (reader.given("transition"), reader.given("transitions")) {
    case (let one?, nil): step = try AppLog.Step(json: one)
    case (nil, let several?): step = .transitions(try TransitionRequest.batch(several))
    case (nil, nil) where isFirst: step = .start
    case (nil, nil): throw json.refused("missing member \"transition\": only the first line may be without")
    case (_?, _?): throw json.refused("expected only one of \"transition\" and \"transitions\"")
    }
    events = try reader.optional("events")?.array(LoggedEvent.init(json:))
    visible = try reader.optional("visible")?.array(LoggedScreen.init(json:))
    for name in Self.passedOver { _ = reader.optional(name) }
    try reader.finish()
  }
}

extension AppLog.Step {
  fileprivate init(json: JSONValue) throws(BodyRefusal) {
    switch json.kind {
    case .null: self = .any
    case .string: self = .named(try json.string())
    case .object, .array, .bool, .number:
      switch try TransitionRequest(members: try json.object()) {
      case .transition(let transition): self = .transitions([transition])
      case .history:
        throw json.refused(
          "undo, redo and revert are no steps: a log has what stands, as that of the page's Export does")
      case .batch: throw json.refused("expected one transition")
      }
    }
  }
}
