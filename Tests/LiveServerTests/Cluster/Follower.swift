#if PostgreSQL
import Glibc
import SeededRandom

/// Follows a session's events on changing nodes, with `Last-Event-ID`, up to the final revision of the round.
struct Follower {
  /// The received events.
  struct Account: Sendable {
    let path: String
    var records: [Int: String] = [:]
    var moves = 0
    /// Duplicate revisions, omitted ones, and those received after later ones.
    var doubled = 0
    var holes = 0
    var misordered = 0
    /// The number of older states from a node that still trusted the previous primary.
    var excused = 0
    var faults: [String] = []
  }

  private let round: ClusterRound
  private var chance: Seeded
  private var account: Account
  private var last = 0
  private var connectedAt: Int64 = 0

  /// Milliseconds between checks whether to switch nodes.
  private static let turnMilliseconds = 200
  /// Nanoseconds to wait for missing events after the end of the load.
  private static let patience: Int64 = 30_000_000_000
  /// Events and checks before a switch to another node.
  private static let stay = 1...40

  init(of path: String, _ round: ClusterRound, seed: UInt64) {
    self.round = round
    account = Account(path: path)
    chance = Seeded(seed)
  }

  mutating func run() -> Account {
    var stream: RawConnection?
    var rest = 0
    var deadline = Int64.max
    while !isAtEnd {
      let isOver = round.end(of: account.path) != nil
      if isOver, deadline == .max { deadline = Sighting.now() + Self.patience }
      guard Sighting.now() < deadline else { return late }
      // At the end it stays on its node: late events arrive by themselves.
      if rest == 0, !isOver || stream == nil {
        stream = connect()
        if stream == nil { usleep(UInt32(Self.turnMilliseconds) * 1_000) }
        rest = Int.random(in: Self.stay, using: &chance)
        account.moves += 1
      }
      guard let standing = stream, take(standing) else {
        (stream, rest) = (nil, 0)
        continue
      }
      rest = max(0, rest - 1)
    }
    return account
  }

  private var isAtEnd: Bool { round.end(of: account.path).map { last >= $0 } ?? false }

  private var late: Account {
    var account = account
    let end = round.end(of: account.path) ?? last
    account.holes += max(0, end - last)
    account.faults.append("a follower of \(account.path) was told up to \(last), and it has \(end)")
    return account
  }

  /// Opens a stream after the last received revision; nil if none is possible.
  private mutating func connect() -> RawConnection? {
    connectedAt = Sighting.now()
    let port = round.ports[Int.random(in: round.ports.indices, using: &chance)]
    guard let connection = try? RawConnection(port: port, wait: Self.turnMilliseconds) else { return nil }
    do {
      try connection.send("GET \(account.path)/events HTTP/1.0\r\nHost: localhost\r\nLast-Event-ID: \(last)\r\n\r\n")
      var head: String?
      let deadline = Sighting.now() + Self.patience
      while head == nil, Sighting.now() < deadline {
        head = try connection.waiting { try $0.text(through: "\r\n\r\n") }
      }
      return head?.hasPrefix("HTTP/1.1 200 ") == true || head?.hasPrefix("HTTP/1.0 200 ") == true ? connection : nil
    } catch { return nil }
  }

  /// Reads the next event, if one has arrived; false if the stream has ended.
  private mutating func take(_ connection: RawConnection) -> Bool {
    do {
      guard let text = try connection.waiting({ try $0.text(through: "\n\n") }) else { return true }
      take(text)
      return true
    } catch { return false }
  }

  private mutating func take(_ text: String) {
    var fields: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let name = line.prefix { $0 != ":" }
      fields[name] = line.dropFirst(name.count + 2)
    }
    guard let event = fields["event"] else { return }
    if event == "session", let revision = fields["id"].flatMap({ Int($0) }), revision < last,
      round.mayBeStale(at: connectedAt)
    {
      account.excused += 1
      last = revision
      return
    }
    guard event == "transition", let revision = fields["id"].flatMap({ Int($0) }), let data = fields["data"] else {
      account.faults.append("a follower of \(account.path) at \(last) was told: \(text)")
      if let revision = fields["id"].flatMap({ Int($0) }) { last = revision }
      return
    }
    switch revision - last {
    case 1:
      // It may come twice after an older state.
      if let before = account.records.updateValue(String(data), forKey: revision), before != data {
        account.faults.append("a follower of \(account.path) was told \(before), and then \(data)")
      }
    case 2...:
      account.holes += revision - last - 1
      account.faults.append("a follower of \(account.path) was told of \(revision) behind \(last)")
    default:
      if account.records[revision] == nil { account.misordered += 1 } else { account.doubled += 1 }
      account.faults.append("a follower of \(account.path) was told of \(revision) again, behind \(last)")
    }
    last = max(last, revision)
  }
}

extension RawConnection {
  /// The result of a read; nil at its deadline: the next read continues.
  fileprivate func waiting<Value>(_ read: (RawConnection) throws -> Value) throws -> Value? {
    do { return try read(self) } catch let failure as Failure where failure.call == "recv" && failure.code == EAGAIN {
      return nil
    }
  }
}
#endif
