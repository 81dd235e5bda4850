#if PostgreSQL
import Foundation
import StoreKinds
import Testing

/// What is asked of a campaign, each by a variable of its own.
private enum CampaignVariable: String {
  case rounds = "NAVIGATION_CLUSTER_ROUNDS"
  case event = "NAVIGATION_CLUSTER_EVENT"
  case seed = "NAVIGATION_CLUSTER_SEED"

  var value: String? { ProcessInfo.processInfo.environment[rawValue] }
  var number: Int? { value.flatMap { Int($0) } }
}

/// Several servers on a primary and its standby, while one of them or another ends, stands still, or is out of reach.
///
/// It wants the machine for itself: beside all other tests its servers would be late rather than wrong. So it runs
/// where rounds are asked for.
@Suite(
  .enabled(
    if: PostgreSQLCluster.isInstalled && CampaignVariable.rounds.value != nil,
    "NAVIGATION_CLUSTER_ROUNDS=each, or a number, asks for it, as .ci/run does"), .serialized)
struct ClusterTests {
  /// One of each kind, where no number is said; `Tests/README.md` says how there are more.
  private static let rounds = CampaignVariable.rounds.number ?? kinds.count
  private static let kinds = ClusterEvent.allCases.filter { kind in
    CampaignVariable.event.value.map { $0 == "\(kind)" } ?? true
  }
  private static let seed = CampaignVariable.seed.number.map { UInt64($0) } ?? 20_261_123

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
