/// The samples of all loads, one per round for each.
struct ClusterResult {
  var samples: [ClusterLoad: [ClusterSample]] = [:]

  func median(_ value: KeyPath<ClusterSample, Double>, _ load: ClusterLoad) -> Double {
    (samples[load] ?? []).map { $0[keyPath: value] }.median
  }

  /// The median of the ratios of each round, in which both loads share the noise.
  private func ratio(_ value: KeyPath<ClusterSample, Double>, _ load: ClusterLoad, to other: ClusterLoad) -> Double {
    zip(samples[load] ?? [], samples[other] ?? []).map { $0[keyPath: value] / $1[keyPath: value] }.median
  }

  /// A row per load.
  var table: String {
    var table = TextTable(columns: ["", "requests/s", "database CPU µs", "servers' CPU µs", "p50 µs"])
    for load in ClusterLoad.all {
      let cell = { (value: KeyPath<ClusterSample, Double>, digits: Int) in median(value, load).text(digits: digits) }
      table.append([load.name, cell(\.rate, 0), cell(\.database, 1), cell(\.servers, 1), cell(\.p50, 0)])
    }
    return table.text
  }

  var targets: [Target] {
    let (two, insert) = (ClusterLoad.own(nodes: 2), ClusterLoad.insert(clients: 8))
    return [
      .atMost(1.3, " × pgbench", "A change, 2 nodes: database CPU", ratio(\.database, two, to: insert), digits: 2),
      .atLeast(1.5, " × pgbench -c 8", "Changes/s, 2 nodes × 64 clients", ratio(\.rate, two, to: insert), digits: 2),
      .atLeast(
        0.8, " × none shared", "Changes/s, 2 nodes, 10 % on shared sessions",
        ratio(\.rate, .tenthShared, to: .unshared), digits: 2),
      .atLeast(
        0.5, " × none shared", "Changes/s, 2 nodes, all sessions shared", ratio(\.rate, .allShared, to: .unshared),
        digits: 2),
      .atMost(
        0.4, " × a change", "A checked GET, 32 at once: database CPU", ratio(\.database, .reads, to: .own(nodes: 1)),
        digits: 2),
      .atLeast(
        0.8, " ÷ p50 of a change", "Changes/s of one session, 64 clients",
        median(\.rate, .oneSession) * median(\.p50, .single) / 1e6, digits: 2),
      .atMost(1.5, " × SQLite", "A POST, 1 node: server CPU", ratio(\.servers, .own(nodes: 1), to: .file), digits: 2),
    ]
  }
}
