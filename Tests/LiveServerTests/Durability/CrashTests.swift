#if SQLite
import FoundationEssentials
import Testing

/// Servers that end under load, and the file that they leave.
@Suite(.serialized) struct CrashTests {
  /// Servers that are killed; `Tests/README.md` says how there are more.
  private static let rounds = ProcessInfo.processInfo.environment["NAVIGATION_CRASH_ROUNDS"].flatMap { Int($0) } ?? 50
  private static let seed =
    ProcessInfo.processInfo.environment["NAVIGATION_CRASH_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  @Test func `a kill loses nothing that was answered, and doubles nothing`() async throws {
    var campaign = try CrashCampaign(.kill, seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: Self.rounds)
    print("crash campaign, seed \(Self.seed): \(counts)")
    #expect(faults.isEmpty, "seed \(Self.seed): \(faults.joined(separator: "\n"))")
    #expect(counts.lost == 0 && counts.doubled == 0 && counts.acknowledged > counts.rounds * 10)
  }

  @Test func `a stop under load answers all that it has done`() async throws {
    var campaign = try CrashCampaign(.stop, seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: 3)
    #expect(faults.isEmpty, "seed \(Self.seed): \(counts): \(faults.joined(separator: "\n"))")
    #expect(counts.present == 0 && counts.acknowledged > 30)
  }

  @Test(.enabled(if: Disk.hasCompiler, Disk.needsCompiler), arguments: [Disk.Faults.writes, .syncs])
  func `what a failing disk has refused is not there, and what was answered is`(_ what: Disk.Faults) async throws {
    var campaign = try await CrashCampaign(.fault(Disk(), what), seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: 5)
    #expect(faults.isEmpty, "seed \(Self.seed): \(counts): \(faults.joined(separator: "\n"))")
    #expect(counts.refused > 5 && counts.acknowledged > 50)
  }
}
#endif
