/// A session as an answer's body.
public struct SessionView: Hashable, Sendable, JSONBody {
  /// Its members are written inline with the others.
  public var summary: SessionSummary
  public var environment: Environment
  public var root: Controller
  public var visible: [VisibleScreen]
  /// The URL of the last visible screen that has one.
  public var url: String? { visible.last { $0.url != nil }?.url }
  public var can: Can
  /// The conditions of the app's table, in its order.
  public var conditions: ConditionValues
  /// The link that waits for one of them.
  public var parked: ParkedLink?

  public init(
    summary: SessionSummary, environment: Environment, root: Controller, visible: [VisibleScreen], can: Can,
    conditions: ConditionValues = ConditionValues(), parked: ParkedLink? = nil
  ) {
    self.summary = summary
    self.environment = environment
    self.root = root
    self.visible = visible
    self.can = can
    self.conditions = conditions
    self.parked = parked
  }

  public var id: SessionID { summary.id }
  public var revision: Int { summary.revision }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    var summary = SessionSummary.empty
    summary.members(&reader)
    try reader.check()
    self.summary = summary
    environment = try Environment(answer: try reader.require("environment"))
    root = try Controller(json: try reader.require("root"))
    visible = try reader.require("visible").array(VisibleScreen.init(json:))
    _ = try reader.string("url")
    can = try Can(json: try reader.require("can"))
    conditions = try reader.optional("conditions").map(ConditionValues.init(json:)) ?? ConditionValues()
    parked = try reader.optional("parked").map(ParkedLink.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    var summary = summary
    summary.members(&writer)
    writer.key("environment")
    environment.write(to: &writer, form: .session(environment))
    writer.tree("root", root, form: .session(environment))
    writer.array("visible", visible)
    writer.member("url", url)
    writer.member("can", can)
    if !conditions.all.isEmpty { writer.member("conditions", conditions) }
    writer.member("parked", parked)
    writer.endObject()
  }
}

/// Which of back, undo and redo would be handled now.
public struct Can: Hashable, Sendable, JSONBody, MemberBody {
  public var goBack: Bool
  public var undo: Bool
  public var redo: Bool

  public init(goBack: Bool, undo: Bool, redo: Bool) {
    self.goBack = goBack
    self.undo = undo
    self.redo = redo
  }

  package static var empty: Self { Self(goBack: false, undo: false, redo: false) }

  package mutating func members(_ m: inout some Members) {
    m.required("goBack", &goBack)
    m.required("undo", &undo)
    m.required("redo", &redo)
  }
}

/// A session in a list: its client, revision and expiry.
public struct SessionSummary: Hashable, Sendable, JSONBody, MemberBody {
  public var id: SessionID
  public var client: String?
  public var labels: Labels
  public var revision: Int
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  public var expiresAt: Timestamp

  public init(
    id: SessionID, client: String? = nil, labels: Labels = Labels(), revision: Int, createdAt: Timestamp,
    updatedAt: Timestamp, expiresAt: Timestamp
  ) {
    self.id = id
    self.client = client
    self.labels = labels
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.expiresAt = expiresAt
  }

  package static var empty: Self {
    let time = Timestamp(milliseconds: 0)
    return Self(
      id: SessionID(high: 0, low: 0), revision: 0, createdAt: time, updatedAt: time, expiresAt: time)
  }

  package mutating func members(_ m: inout some Members) {
    m.required("sessionId", &id)
    m.optional("client", &client)
    m.member(
      "labels", ifPresent: { (json) throws(BodyRefusal) in labels = try Labels(json: json) },
      else: { if !labels.isEmpty { $0.member("labels", labels) } })
    m.integer("revision", &revision, atLeast: 0)
    m.required("createdAt", &createdAt)
    m.required("updatedAt", &updatedAt)
    m.required("expiresAt", &expiresAt)
  }
}

/// A page of sessions, newest first.
public struct SessionList: Hashable, Sendable, JSONBody, MemberBody {
  public var sessions: [SessionSummary]

  public init(sessions: [SessionSummary]) { self.sessions = sessions }

  package static var empty: Self { Self(sessions: []) }

  package mutating func members(_ m: inout some Members) { m.required("sessions", &sessions) }
}

/// Pairs of text for finding a session, in the order given.
public struct Labels: Hashable, Sendable, JSONBody {
  /// Maximum pairs of a session.
  public static let maximumCount = 16
  /// Bytes of a name, which has no colon.
  public static let nameBytes = 1...64
  /// Maximum bytes of a value.
  public static let maximumValueBytes = 256

  public struct Label: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  public private(set) var pairs: [Label]

  public init() { pairs = [] }

  public var isEmpty: Bool { pairs.isEmpty }

  public subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Sets a label; returns false and changes nothing if a limit is exceeded.
  public mutating func set(_ name: String, to value: String) -> Bool {
    guard Self.isName(name), Self.isValue(value) else { return false }
    if let index = pairs.firstIndex(where: { $0.name == name }) {
      pairs[index].value = value
      return true
    }
    guard pairs.count < Self.maximumCount else { return false }
    pairs.append(Label(name: name, value: value))
    return true
  }

  static func isName(_ text: String) -> Bool {
    nameBytes.contains(text.utf8.count) && !text.utf8.contains(UInt8(ascii: ":"))
  }

  static func isValue(_ text: String) -> Bool { text.utf8.count <= maximumValueBytes }

  /// The rules for people.
  static let nameRule = "a label's name has \(nameBytes.lowerBound) to \(nameBytes.upperBound) bytes and no colon"
  static let valueRule = "a label's value has at most \(maximumValueBytes) bytes"

  /// Reads an object of strings.
  public init(json: JSONValue) throws(BodyRefusal) {
    self.init()
    var reader = try json.object()
    let members = reader.members
    guard members.count <= Self.maximumCount else { throw json.refused("expected at most \(Self.maximumCount) labels") }
    for (name, json) in members {
      let value = try json.string()
      guard Self.isName(name) else { throw json.refused(Self.nameRule) }
      guard set(name, to: value) else { throw json.refused(Self.valueRule) }
    }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for pair in pairs {
      writer.key(pair.name)
      writer.string(pair.value)
    }
    writer.endObject()
  }
}

/// The body of `POST /v1/sessions/{id}/fork`, which copies a session.
public struct ForkSession: Hashable, Sendable, JSONBody, MemberBody {
  /// The revision to copy; nil: the current one.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }

  package static var empty: Self { Self() }

  package mutating func members(_ m: inout some Members) {
    m.member(
      "revision", ifPresent: { (json) throws(BodyRefusal) in revision = try json.int(atLeast: 0) },
      else: { $0.member("revision", revision) })
  }
}

/// The id of a session: 128 random bits, written `s_` and 26 characters of lower-case Crockford base32.
public struct SessionID: Hashable, Sendable, CustomStringConvertible, JSONMember {
  public let high: UInt64
  public let low: UInt64

  /// Characters of an id's text.
  public static let length = 28

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public static func random(using generator: inout some RandomNumberGenerator) -> SessionID {
    SessionID(high: generator.next(), low: generator.next())
  }

  /// Nil for any text but the canonical one: no upper case, no ambiguous letters.
  public init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  init?(utf8 text: ArraySlice<UInt8>) {
    let start = text.startIndex
    guard text.count == Self.length, text[start] == UInt8(ascii: "s"), text[start + 1] == UInt8(ascii: "_") else {
      return nil
    }
    // 26 characters have two bits more than an id.
    let first = Self.digit(text[start + 2])
    guard first < 8 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, first)
    for character in text[(start + 3)...] {
      let digit = Self.digit(character)
      guard digit < 32 else { return nil }
      high = high << 5 | low >> 59
      low = low << 5 | digit
    }
    self.init(high: high, low: low)
  }

  public var description: String { String(unsafeUninitializedCapacity: Self.length, initializingUTF8With: put) }

  /// Puts the text into a buffer with room for it; returns its length.
  private func put(into text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    // SAFETY: both callers make room for `length` bytes, and each of them is set.
    (text[0], text[1]) = (UInt8(ascii: "s"), UInt8(ascii: "_"))
    var (high, low) = (high, low)
    for index in (2..<Self.length).reversed() {
      text[index] = Self.alphabet[Int(low & 31)]
      low = low >> 5 | high << 59
      high >>= 5
    }
    return Self.length
  }

  /// Crockford's alphabet, without `i`, `l`, `o` and `u`.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The value of a digit, 32 for any other character. A table, as the branches of random characters are unpredictable.
  private static func digit(_ character: UInt8) -> UInt64 {
    digits.withUTF8Buffer { digits in
      let index = Int(character)
      return index < digits.count ? UInt64(digits[index] &- UInt8(ascii: "0")) : 32
    }
  }

  /// The digit of each ASCII character, as an offset from the character `0`; `P` for none.
  private static let digits: StaticString =
    "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP0123456789PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP:;<=>?@APBCPDEPFGHIJPKLMNOPPPPP"

  public init(json: JSONValue) throws(BodyRefusal) {
    guard let id = SessionID(try json.string()) else {
      throw json.refused("expected the id of a session: s_ and 26 characters")
    }
    self = id
  }

  public func write(to writer: inout JSONWriter) { writer.plain(capacity: Self.length, initializingUTF8With: put) }
}
