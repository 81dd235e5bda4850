#if PostgreSQL
import Foundation
import StoreKinds
import Testing

/// Several servers on a primary and its standby, while one of them or another ends, stands still, or is out of reach.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled), .serialized) struct ClusterTests {
  /// One of each kind, where nothing else is said; `Tests/README.md` says how there are more.
  private static let rounds = number("ROUNDS") ?? kinds.count
  private static let kinds = ClusterEvent.allCases.filter { kind in value("EVENT").map { $0 == "\(kind)" } ?? true }
  private static let seed = number("SEED").map { UInt64($0) } ?? 20_261_123

  private static func value(_ name: String) -> String? { ProcessInfo.processInfo.environment["NAVIGATION_CLUSTER_\(name)"] }

  private static func number(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  @Test func `nothing that was answered is lost, done twice, left out or out of order`() async throws {
    var campaign = try await ClusterCampaign(seed: Self.seed)
    let (line, faults, isSound) = try await campaign.run(rounds: Self.rounds, of: Self.kinds) {
      print("cluster campaign, seed \(Self.seed): \($0)")
    }
    print("cluster campaign, seed \(Self.seed), in all: \(line)")
    #expect(isSound, "seed \(Self.seed): \(faults.prefix(40).joined(separator: "\n"))")
  }
}
#endif
