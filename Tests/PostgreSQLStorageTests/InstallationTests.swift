import StoreKinds
import Testing

#if PostgreSQL
/// Without an installed server, all suites that need it are skipped; this one reports that.
@Suite struct InstallationTests {
  @Test(
    .enabled(if: PostgreSQLCluster.isAvailable, "PostgreSQL's server is not installed, and nothing here runs on it"))
  func aServerStarts() throws {
    _ = try PostgreSQLCluster.shared.get()
  }
}
#endif
