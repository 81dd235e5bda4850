import StoreKinds
import Testing

#if PostgreSQL
/// Where the server is not installed, all suites that need it are skipped; this one says so.
@Suite struct InstallationTests {
  @Test(
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL's server is not installed, and nothing here runs on it"))
  func aServerStarts() throws {
    _ = try PostgreSQLCluster.shared.get()
  }
}
#endif
