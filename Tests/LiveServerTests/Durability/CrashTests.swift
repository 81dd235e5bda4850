#if SQLite
import FoundationEssentials
import Testing

/// The file after servers that end under load.
@Suite(.serialized) struct CrashTests {
  /// The number of killed servers; `Tests/README.md` describes more.
  private static let rounds = ProcessInfo.processInfo.environment["NAVIGATION_CRASH_ROUNDS"].flatMap { Int($0) } ?? 50
  private static let seed =
    ProcessInfo.processInfo.environment["NAVIGATION_CRASH_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  @Test func `a kill loses no answered change, and duplicates none`() async throws {
    var campaign = try CrashCampaign(.kill, seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: Self.rounds)
    print("crash campaign, seed \(Self.seed): \(counts)")
    #expect(faults.isEmpty, "seed \(Self.seed): \(faults.joined(separator: "\n"))")
    #expect(counts.lost == 0 && counts.doubled == 0 && counts.acknowledged > counts.rounds * 10)
  }

  @Test func `a stop under load answers all committed changes`() async throws {
    var campaign = try CrashCampaign(.stop, seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: 3)
    #expect(faults.isEmpty, "seed \(Self.seed): \(counts): \(faults.joined(separator: "\n"))")
    #expect(counts.present == 0 && counts.acknowledged > 30)
  }

  @Test(.enabled(if: Disk.hasCompiler, Disk.needsCompiler), arguments: [Disk.Faults.writes, .syncs])
  func `with a failing disk refused changes are not stored, and answered ones are`(_ what: Disk.Faults) async throws {
    var campaign = try await CrashCampaign(.fault(Disk(), what), seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: 5)
    #expect(faults.isEmpty, "seed \(Self.seed): \(counts): \(faults.joined(separator: "\n"))")
    #expect(counts.refused + counts.doubtful > 5 && counts.acknowledged > 50)
  }
}
#endif
