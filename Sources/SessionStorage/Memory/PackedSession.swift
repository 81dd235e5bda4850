import NavigationAPI
import NavigationJSON
import NavigationModel

/// What changes in a session, at rest: its state as packed JSON, and its answers as they are.
struct PackedSession: Sendable {
  private let state: [UInt8]
  /// All settled.
  private let answers: [StoredAnswer]

  init(_ session: Session, _ answers: AnswerLog) {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    writer.key("environment")
    session.environment.write(to: &writer, form: .stored)
    writer.key("root")
    session.root.write(to: &writer, form: .stored)
    writer.member("countedIDs", session.countedIDs)
    if let background = session.background {
      writer.key("backgroundEnvironment")
      background.environment.write(to: &writer, form: .stored)
      writer.key("backgroundRoot")
      background.root.write(to: &writer, form: .stored)
    }
    writer.endObject()
    state = PackedJSON.pack(writer.bytes).exact
    self.answers = answers.answers.map { $0.packed() }.exact
  }

  /// Throws `unreadable` where the state is not what `init` wrote.
  func unpacked() throws(StoreError) -> (session: Session, answers: AnswerLog) {
    guard let session = try? Self.session(from: state) else { throw .unreadable }
    return (session, AnswerLog(answers))
  }

  private static func session(from state: [UInt8]) throws -> Session {
    let document = try JSONDocument(PackedJSON.unpack(state), unknownMembers: .skip, maximumDepth: depth)
    var reader = try document.root.object()
    let environment = try Environment(json: reader.require("environment"))
    let root = try Controller(json: reader.require("root"))
    var background: Background?
    if let kept = reader.optional("backgroundEnvironment") {
      background = Background(
        environment: try Environment(json: kept), root: try Controller(json: reader.require("backgroundRoot")))
    }
    return Session(
      restored: root, environment: environment, countedIDs: try reader.require("countedIDs").int(), background: background)
  }

  /// A tree of the model's depth has several brackets for each controller, and `params` may be as deep as a request.
  private static let depth = Limits.depth * 4 + JSONDocument.defaultMaximumDepth

  /// Bytes of the packed state.
  var byteCount: Int { state.count }
}

extension StoredAnswer {
  /// The answer with its reply as packed JSON.
  func packed() -> StoredAnswer {
    var packed = self
    packed.reply = .packed(body.map(PackedJSON.pack)?.exact ?? [])
    return packed
  }

  /// The reply's JSON; nil where what was kept cannot be read.
  public var body: [UInt8]? {
    switch reply {
    case .packed(let packed): return try? PackedJSON.unpack(packed)
    case .deferred(let write): return write()
    }
  }
}

extension Array {
  /// The same elements in memory of their own size.
  var exact: [Element] {
    // All empty arrays are one object, whose count the initialiser below would write from every thread at once.
    guard !isEmpty else { return [] }
    return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      // SAFETY: the buffer has room for `count` elements, and all of them are initialised here.
      initialized = buffer.initialize(fromContentsOf: self)
    }
  }
}
