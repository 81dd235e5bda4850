#if PostgreSQL
import Glibc
import Navigation
import SeededRandom
import Synchronization

/// A client that switches between nodes. It survives each of them, and repeats a request with a key until it is
/// answered.
struct ClusterClient {
  /// The client's requests and their answers.
  struct Trace: Sendable {
    /// The attempts, with the time of their completion.
    var attempts: [(at: Int64, attempt: Attempt)] = []
    var sightings: [Sighting] = []
    /// Invalid answers, in words.
    private(set) var faults: [(at: Int64, text: String)] = []

    mutating func note(fault: String) { faults.append((Sighting.now(), fault)) }
  }

  private let round: ClusterRound
  private var load: LoadClient
  private var chance: Seeded
  private var connections: [Int: RawConnection] = [:]
  private var node: Int
  /// The latest revision seen of each session.
  private var seen: [String: Int] = [:]
  /// Sessions that the client has deleted.
  private var deleted: [String] = []
  private var trace = Trace()

  private static let ownSessions = 2
  /// Microseconds between requests, so that the nodes are not saturated.
  private static let pause: ClosedRange<UInt32> = 20_000...120_000
  /// Microseconds after a refusal, or if no node listens.
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
      if Int.random(in: 0..<5, using: &chance) < 2 { look() } else { change() }
    }
    return trace
  }

  private mutating func move() { node = Int.random(in: round.ports.indices, using: &chance) }

  private enum Outcome {
    case answer(RawConnection.Response)
    /// The request was not sent.
    case unreachable
    /// The connection ended, or no response came.
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

  /// A request that leaves the state unchanged: its answer must be as recent as that to a read.
  private enum Look: CaseIterable {
    case read, dryRun, unhandled
    /// The answer is stored, in place of the latest record.
    case unhandledWithKey

    func text(_ path: String, _ token: String) -> String {
      switch self {
      case .read: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
      case .dryRun: post(path + "/transitions?dryRun=true", #"{"type": "updateScreen", "controller": "first"}"#)
      // Nothing is ever undone.
      case .unhandled: post(path + "/transitions", #"{"type": "redo"}"#)
      case .unhandledWithKey: post(path + "/transitions", #"{"type": "redo"}"#, "Idempotency-Key: \(token)\r\n")
      }
    }

    private func post(_ target: String, _ body: String, _ field: String = "") -> String {
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(field)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
  }

  /// Looks at a session, possibly one that the client has deleted.
  private mutating func look() {
    guard let path = (load.shared + load.own + deleted.suffix(2)).randomElement(using: &chance) else { return }
    let look = Look.allCases.randomElement(using: &chance) ?? .read
    let begin = Sighting.now()
    guard case .answer(let answer) = ask(look.text(path, round.tokens.next())) else { return move() }
    switch answer.status {
    case 200:
      let state = look == .read ? try? StoreReader.state(in: answer) : nil
      guard let revision = look == .read ? state?.revision : answer.revision else {
        return trace.note(fault: "\(path): \(answer.text)")
      }
      seen[path] = revision
      note(path, revision, state, since: begin, isFresh: true)
    case 404: note(path, Sighting.gone, since: begin, isFresh: true)
    case 503: usleep(Self.refusedPause)
    case let status: trace.note(fault: "\(look) \(path): \(status) \(answer.text)")
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
      // The outcome is unknown.
      if case .delete(let path) = attempt.change { load.forget(path) }
      return
    }
    load.note(attempt)
    if case .delete(let path) = attempt.change { deleted.append(path) }
    if attempt.hasKey, Int.random(in: 0..<4, using: &chance) == 0 { repeatAnswered(attempt) }
  }

  /// Repeats the request until its outcome is known, if it may be repeated.
  private mutating func settle(_ attempt: inout Attempt) {
    var isDoubtful = false
    while true {
      let begin = Sighting.now()
      switch ask(attempt.text) {
      case .unreachable: break
      case .lost: isDoubtful = true
      case .answer(let answer) where answer.status == 503:
        if answer.isDoubtful { isDoubtful = true } else if !isDoubtful { attempt.answer = answer }
      // A node that still trusts the previous primary does not know later changes.
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
    case (.apply, 404), (.delete, 404): note(path, Sighting.gone, since: begin, isFresh: true)
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

  /// Repeats the request on any node: the answer must be the same, byte for byte.
  private mutating func repeatAnswered(_ attempt: Attempt) {
    move()
    let begin = Sighting.now()
    guard case .answer(let answer) = ask(attempt.text), answer.status != 503 else { return }
    // As in `settle`: the node does not know the session yet.
    if answer.status == 404, round.mayBeStale(at: begin) { return }
    if answer.body != attempt.answer?.body || !answer.isReplayed {
      trace.note(fault: "\(attempt.token), repeated: \(answer)")
    }
  }
}

extension RawConnection.Response {
  /// The session's actual revision in a failed precondition.
  fileprivate var staleRevision: Int? {
    guard let document = try? JSONDocument(body, unknownMembers: .skip), var problem = try? document.root.object()
    else { return nil }
    return try? problem.int("revision")
  }
}

/// The state of a round that clients and followers share.
final class ClusterRound: Sendable {
  let ports: [UInt16]
  let shared: [String]
  let tokens: TokenSource
  /// Requests answered other than by 503.
  let answers = Atomic<Int>(0)
  private let isLoadOver = Atomic<Bool>(false)
  /// The time in which nodes may still trust a replaced primary.
  private let leases = Mutex<Range<Int64>?>(nil)
  /// The final revisions of the shared sessions, once they are known.
  private let ends = Mutex<[String: Int]?>(nil)

  init(ports: [UInt16], shared: [String], tokens: TokenSource) {
    (self.ports, self.shared, self.tokens) = (ports, shared, tokens)
  }

  var isOver: Bool { isLoadOver.load(ordering: .relaxed) }

  /// From now on the primary is replaced and does not know it.
  func beginLeases() { leases.withLock { $0 = Sighting.now()..<Int64.max } }

  /// The primary resumes: nodes whose presence it has acknowledged read its data until that lease ends.
  func endLeases() { leases.withLock { $0 = ($0?.lowerBound ?? 0)..<Sighting.now() + Self.leaseNanoseconds } }

  private static let leaseNanoseconds: Int64 = 5_000_000_000

  /// Whether a request sent at `moment` may have an outdated answer.
  func mayBeStale(at moment: Int64) -> Bool { leases.withLock { $0?.contains(moment) ?? false } }

  /// Makes clients finish their current requests and end.
  func endLoad() { isLoadOver.store(true, ordering: .relaxed) }

  /// Makes followers end at these revisions.
  func end(at revisions: [String: Int]) { ends.withLock { $0 = revisions } }

  func end(of path: String) -> Int? { ends.withLock { $0?[path] } }
}

/// A session's state in an answer, with its time.
struct Sighting: Sendable {
  let path: String
  /// The greatest integer for a deleted session.
  let revision: Int
  /// Nil for an answer without a state.
  let state: StoreReader.State?
  /// Nanoseconds of a monotonic clock: before the request was sent, and after its answer arrived.
  let begin: Int64
  let end: Int64
  /// The number of the answering node.
  let node: Int
  /// Whether it must not be older than any answer before its begin. The answer to a repeated request has its original
  /// state.
  let isFresh: Bool

  static let gone = Int.max

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
#endif
