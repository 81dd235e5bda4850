#if PostgreSQL
import Glibc
import NavigationJSON
import SeededRandom

/// A client of several nodes, which it goes between. It outlives each of them; what has a key it asks for until it is
/// answered.
struct ClusterClient {
  /// What it has asked, and what it was told.
  struct Trace: Sendable {
    /// With when each was over.
    var attempts: [(at: Int64, attempt: Attempt)] = []
    var sightings: [Sighting] = []
    /// What was answered and may not be, in words.
    private(set) var faults: [(at: Int64, text: String)] = []

    mutating func note(fault: String) { faults.append((Sighting.now(), fault)) }
  }

  private let round: ClusterRound
  private var load: LoadClient
  private var chance: Seeded
  private var connections: [Int: RawConnection] = [:]
  private var node: Int
  /// Revisions that it has seen.
  private var seen: [String: Int] = [:]
  /// Sessions that it has deleted.
  private var deleted: [String] = []
  private var trace = Trace()

  private static let ownSessions = 2
  /// Microseconds between requests, so that the nodes are not what limits.
  private static let pause: ClosedRange<UInt32> = 20_000...120_000
  /// The same behind a refusal, and where nothing listens.
  private static let refusedPause: UInt32 = 50_000

  init(_ round: ClusterRound, seed: UInt64) {
    self.round = round
    chance = Seeded(seed)
    node = Int.random(in: round.ports.indices, using: &chance)
    load = LoadClient(shared: round.shared, tokens: round.tokens, seed: chance.next(), ownLimit: Self.ownSessions)
  }

  mutating func run() -> Trace {
    while !round.isOver {
      usleep(.random(in: Self.pause, using: &chance))
      if Int.random(in: 0..<6, using: &chance) == 0 { move() }
      if Int.random(in: 0..<3, using: &chance) == 0 { look() } else { change() }
    }
    return trace
  }

  private mutating func move() { node = Int.random(in: round.ports.indices, using: &chance) }

  private enum Outcome {
    case answer(RawConnection.Response)
    /// Nothing was sent.
    case unreachable
    /// The connection ended, or nothing came.
    case lost
  }

  private mutating func ask(_ text: String) -> Outcome {
    let connection: RawConnection
    if let standing = connections[node] {
      connection = standing
    } else {
      guard let new = try? RawConnection(port: round.ports[node]) else { return .unreachable }
      connections[node] = new
      connection = new
    }
    do {
      try connection.send(text)
      let answer = try connection.response()
      if answer.status != 503 { round.answers.add(1, ordering: .relaxed) }
      return .answer(answer)
    } catch {
      connections[node] = nil
      return .lost
    }
  }

  /// Reads a session, one that it has deleted among them.
  private mutating func look() {
    guard let path = (load.shared + load.own + deleted.suffix(2)).randomElement(using: &chance) else { return }
    let begin = Sighting.now()
    guard case .answer(let answer) = ask("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") else { return move() }
    switch answer.status {
    case 200:
      guard let state = try? StoreReader.state(in: answer) else {
        return trace.note(fault: "\(path): \(answer.text)")
      }
      seen[path] = state.revision
      note(path, state.revision, state, since: begin, isFresh: true)
    case 404: note(path, Sighting.gone, since: begin, isFresh: true)
    case 503: usleep(Self.refusedPause)
    case let status: trace.note(fault: "GET \(path): \(status) \(answer.text)")
    }
  }

  private mutating func note(
    _ path: String, _ revision: Int, _ state: StoreReader.State? = nil, since begin: Int64, isFresh: Bool
  ) {
    trace.sightings.append(
      Sighting(
        path: path, revision: revision, state: state, begin: begin, end: Sighting.now(), node: node, isFresh: isFresh))
  }

  private mutating func change() {
    var attempt = load.next()
    if case .apply(let path) = attempt.change, !attempt.hasKey, let revision = seen[path], Bool.random(using: &chance) {
      attempt.follows = revision
    }
    settle(&attempt)
    trace.attempts.append((Sighting.now(), attempt))
    guard attempt.answer?.status == attempt.wantedStatus else {
      // It is not known whether it is there.
      if case .delete(let path) = attempt.change { load.forget(path) }
      return
    }
    load.note(attempt)
    if case .delete(let path) = attempt.change { deleted.append(path) }
    if attempt.hasKey, Int.random(in: 0..<4, using: &chance) == 0 { repeatAnswered(attempt) }
  }

  /// Asks until it is known what came of it, where it may ask twice.
  private mutating func settle(_ attempt: inout Attempt) {
    var isDoubtful = false
    while true {
      let begin = Sighting.now()
      switch ask(attempt.text) {
      case .unreachable: break
      case .lost: isDoubtful = true
      case .answer(let answer) where answer.status == 503:
        if answer.isDoubtful { isDoubtful = true } else if !isDoubtful { attempt.answer = answer }
      // A node that still believes the primary of before does not know what was made since.
      case .answer(let answer) where answer.status == 404 && round.mayBeStale(at: begin): isDoubtful = true
      case .answer(let answer):
        attempt.answer = answer
        return note(answer, to: attempt, since: begin)
      }
      if isDoubtful { attempt.answer = nil }
      guard attempt.hasKey, !round.isOver else { return }
      usleep(Self.refusedPause)
      move()
    }
  }

  private mutating func note(_ answer: RawConnection.Response, to attempt: Attempt, since begin: Int64) {
    guard let path = attempt.session else { return }
    switch (attempt.change, answer.status) {
    case (.delete, 204): note(path, Sighting.gone, since: begin, isFresh: false)
    case (.create, 201), (.fork, 201), (.apply, 200):
      guard let revision = answer.revision else {
        return trace.note(fault: "\(attempt.token) without a revision: \(answer)")
      }
      seen[path] = revision
      note(path, revision, since: begin, isFresh: !answer.isReplayed)
    case (.apply, 412):
      guard let revision = answer.staleRevision else { return trace.note(fault: "\(attempt.token): \(answer.text)") }
      seen[path] = revision
      note(path, revision, since: begin, isFresh: true)
    default: return
    }
  }

  /// Asks for it again, anywhere: the answer is the same, byte for byte.
  private mutating func repeatAnswered(_ attempt: Attempt) {
    move()
    guard case .answer(let answer) = ask(attempt.text), answer.status != 503 else { return }
    if answer.body != attempt.answer?.body || !answer.isReplayed {
      trace.note(fault: "\(attempt.token), repeated: \(answer)")
    }
  }
}

extension RawConnection.Response {
  /// Whether what was refused may be found made all the same.
  fileprivate var isDoubtful: Bool { text.contains("may be found made") || text.contains("may be kept yet") }

  /// The revision that the session has, which is not the one that was wanted.
  fileprivate var staleRevision: Int? {
    guard let document = try? JSONDocument(body, unknownMembers: .skip), var problem = try? document.root.object()
    else { return nil }
    return try? problem.int("revision")
  }
}
#endif
