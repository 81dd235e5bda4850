#if PostgreSQL
import Foundation
import StoreKinds
import Testing

/// The variables of a campaign.
private enum CampaignVariable: String {
  case rounds = "NAVIGATION_CLUSTER_ROUNDS"
  case event = "NAVIGATION_CLUSTER_EVENT"
  case seed = "NAVIGATION_CLUSTER_SEED"

  var value: String? { ProcessInfo.processInfo.environment[rawValue] }
  var number: Int? { value.flatMap { Int($0) } }
}

/// Several servers on a primary and its standby, while one of them fails, is paused or is unreachable.
///
/// It needs the machine for itself: with other tests in parallel its servers would be late, though not wrong. So it
/// runs only if rounds are requested.
@Suite(
  .enabled(
    if: PostgreSQLCluster.isInstalled && CampaignVariable.rounds.value != nil,
    "NAVIGATION_CLUSTER_ROUNDS=each, or a number, asks for it, as .ci/run does"), .serialized)
struct ClusterTests {
  /// One of each kind by default; `Tests/README.md` describes more.
  private static let rounds = CampaignVariable.rounds.number ?? kinds.count
  private static let kinds = ClusterEvent.allCases.filter { kind in
    CampaignVariable.event.value.map { $0 == "\(kind)" } ?? true
  }
  private static let seed = CampaignVariable.seed.number.map { UInt64($0) } ?? 20_261_123

  @Test func `no answered change is lost, executed twice, omitted or out of order`() async throws {
    var campaign = try await ClusterCampaign(seed: Self.seed)
    let (line, faults, isSound) = try await campaign.run(rounds: Self.rounds, of: Self.kinds) {
      print("cluster campaign, seed \(Self.seed): \($0)")
    }
    print("cluster campaign, seed \(Self.seed), in all: \(line)")
    #expect(isSound, "seed \(Self.seed): \(faults.prefix(40).joined(separator: "\n"))")
  }
}
#endif
