#if PostgreSQL
import StoreKinds

/// Compares all answers to clients and followers of several nodes with the final content of the store.
struct ClusterAudit: Sendable {
  private(set) var changes = CrashAudit(answersAll: false)
  private var holes = 0
  private var doubled = 0
  private var misordered = 0
  private var reads = 0
  private var told = 0
  private var moves = 0
  /// Answers of nodes that still trusted the previous primary.
  private var excused = 0
  private var ownFaults: [String] = []
  private var accounts: [Follower.Account] = []
  private var sightings: [Sighting] = []
  /// The start of the round, by the database's clock in milliseconds.
  private var start = ""
  /// The number of the latest session before the round.
  private var lastNumber = "0"

  var faults: [String] { changes.faults + ownFaults }

  /// Whether nothing is lost, duplicated, left out or out of order.
  var isSound: Bool {
    faults.isEmpty && changes.counts.lost + changes.counts.doubled + doubled + holes + misordered == 0
  }

  var line: String {
    "\(changes.counts), holes \(holes), misordered \(misordered); \(reads) reads; \(told) events by \(moves) streams"
      + (doubled == 0 ? "" : ", doubled \(doubled)") + (excused == 0 ? "" : "; \(excused) excused")
  }

  mutating func note(fault: String) { ownFaults.append(fault) }

  mutating func add(_ attempts: [Attempt]) { changes.add(attempts) }

  /// Adds the clients' attempts of a round, in the order of their completion.
  mutating func add(_ traces: [ClusterClient.Trace], _ accounts: [Follower.Account], of round: ClusterRound) {
    changes.counts.rounds += 1
    changes.add(traces.flatMap(\.attempts).sorted { $0.at < $1.at }.map(\.attempt))
    ownFaults += traces.flatMap(\.faults).map(\.text) + accounts.flatMap(\.faults)
    sightings = traces.flatMap(\.sightings)
    self.accounts = accounts
    for account in accounts {
      holes += account.holes
      doubled += account.doubled
      misordered += account.misordered
      told += account.records.count
      moves += account.moves
      excused += account.excused
    }
    compareTimes(round)
  }

  /// Adds the clients' attempts of the round that loses changes. Those answered after `begin` may or may not be stored.
  mutating func add(_ traces: [ClusterClient.Trace], lostSince begin: Int64) {
    ownFaults += traces.flatMap(\.faults).filter { $0.at <= begin }.map(\.text)
    var missing: Set<String> = []
    for (at, attempt) in traces.flatMap(\.attempts).sorted(by: { $0.at < $1.at }) {
      if let path = attempt.session, missing.contains(path) { continue }
      guard at > begin else {
        changes.add([attempt])
        continue
      }
      switch attempt.change {
      // Its creation may be lost, so a missing session is no fault.
      case .create, .fork: if let path = attempt.session { missing.insert(path) }
      case .apply, .delete: changes.add([Attempt(attempt.token, attempt.change)])
      }
    }
  }

  /// Starts a round.
  mutating func begin(at database: PostgreSQLCluster) throws {
    start = try database.query("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8")
  }

  /// A session is never seen in a state older than an answer before the request, on any node.
  private mutating func compareTimes(_ round: ClusterRound) {
    for (path, sightings) in Dictionary(grouping: sightings, by: \.path) {
      let ends = sightings.sorted { $0.end < $1.end }
      var (next, latest) = (ends.startIndex, Sighting?.none)
      for sighting in sightings.sorted(by: { $0.begin < $1.begin }) where sighting.isFresh {
        reads += 1
        while next < ends.endIndex, ends[next].end < sighting.begin {
          if ends[next].revision > latest?.revision ?? -1 { latest = ends[next] }
          next += 1
        }
        guard let latest, latest.revision > sighting.revision else { continue }
        guard !round.mayBeStale(at: sighting.begin) else {
          excused += 1
          continue
        }
        misordered += 1
        ownFaults.append(
          "\(path): node \(sighting.node) told of \(sighting.revision), \((sighting.begin - latest.end) / 1_000) µs after node \(latest.node) "
            + "had told of \(latest.revision)")
      }
    }
  }

  /// Inspects everything touched in the round.
  mutating func inspect(_ reader: StoreReader) throws {
    try compareRecords(reader)
    try changes.inspect(reader)
  }

  mutating func inspectAll(_ reader: StoreReader) throws { try changes.inspectAll(reader) }

  /// All records sent to followers and readers are those of the store.
  private mutating func compareRecords(_ reader: StoreReader) throws {
    let seen = Dictionary(grouping: sightings.filter { $0.state != nil }, by: \.path)
    for (path, accounts) in Dictionary(grouping: accounts, by: \.path) {
      let history = try reader.history(of: path) ?? []
      let records = Dictionary(uniqueKeysWithValues: history.map { ($0.revision, $0) })
      for account in accounts {
        for (revision, text) in account.records where records[revision]?.text != text {
          ownFaults.append("a follower of \(path) was told \(text), and it has \(records[revision]?.text ?? "nothing")")
        }
      }
      for sighting in seen[path] ?? [] {
        let wanted = StoreReader.State(after: history.prefix { $0.revision <= sighting.revision })
        if sighting.state != wanted {
          ownFaults.append(
            "\(path) was seen by node \(sighting.node) as \(String(describing: sighting.state)), and not as \(wanted)")
        }
      }
    }
    (accounts, sightings) = ([], [])
  }

  /// Each row's version, revision, number and sum of bytes follow from the previous row; no key occurs twice.
  mutating func inspect(_ database: PostgreSQLCluster) throws {
    let gaps = try database.query(
      """
      SELECT session, version FROM (SELECT *, length(content) AS size, lag(version) OVER w AS v, lag(revision) OVER w AS r,
        lag(ordinal) OVER w AS o, lag(bytes) OVER w AS b, lag(patches) OVER w AS p
        FROM navigation.records WINDOW w AS (PARTITION BY session ORDER BY version)) x
      WHERE kind % 4 = 0 AND (v IS NULL AND version <> 0 OR version <> v + 1 OR revision <> r + 1 OR ordinal <> o + 1 OR bytes <> b + size
        OR patches NOT IN (0, p + 1))
      """)
    let keys = try database.query("SELECT session, key FROM navigation.answers GROUP BY 1, 2 HAVING count(*) > 1")
    let halves = try database.query(
      """
      SELECT coalesce(s.id, r.session) FROM navigation.sessions s
      FULL JOIN (SELECT session FROM navigation.records GROUP BY 1 HAVING max(kind % 4) < 2) r ON r.session = s.id
      WHERE s.id IS NULL OR r.session IS NULL
      """)
    // Two clocks may differ by a second; everything created in the round is later than its start.
    let times = try database.query(
      """
      SELECT session, version FROM (SELECT *, lag(at) OVER (PARTITION BY session ORDER BY version) AS a FROM navigation.records) x
      WHERE kind % 4 = 0 AND (at < a OR at > extract(epoch FROM clock_timestamp()) * 1000 + 1000
        OR at < \(start) - 1000 AND session IN (SELECT id FROM navigation.sessions WHERE number > \(lastNumber)))
      """)
    lastNumber = try database.query("SELECT coalesce(max(number), 0) FROM navigation.sessions")
    let all = [(gaps, "no chain"), (keys, "a key twice"), (halves, "half a session"), (times, "out of time")]
    for (rows, words) in all where !rows.isEmpty {
      let lines = rows.split(separator: "\n")
      holes += lines.count
      ownFaults.append("in the database, \(words): \(lines.prefix(4).joined(separator: ", "))")
    }
  }
}
#endif
