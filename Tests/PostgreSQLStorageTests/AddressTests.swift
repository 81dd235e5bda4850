#if PostgreSQL
import Testing

@testable import PostgreSQLStorage

/// Valid values of `--store postgresql:…`, and their form in logs.
@Suite struct AddressTests {
  /// A text, and its servers as shown in a log; nil if it is refused.
  @Test(
    arguments: [
      ("postgresql://ada:secret@db1:5433,db2/shop", "db1:5433,db2/shop"),
      ("postgresql://db1,db2:5433/shop", "db1,db2:5433/shop"), ("postgresql:///shop?host=/run/pg", "/run/pg/shop"),
      ("host=db1 dbname=shop password=secret", "db1/shop"), ("host=a,b port=1,2", "a:1,b:2"),
      ("host=a,b port=1,2,3", nil),
      ("postgresql://[::1", nil), ("colour=red", nil), ("host=a target_session_attrs=any", "a"),
    ] as [(String, String?)]) func anAddressHasServers(text: String, shown: String?)
  {
    let address = try? PostgreSQLAddress(text)
    #expect(address?.description == shown)
    #expect(address?.servers.contains { $0["target_session_attrs"] != nil } != true)
  }

  @Test func aRefusalHasNoPassword() {
    #expect { try PostgreSQLAddress("postgresql://ada:secret@[::1") } throws: { !"\($0)".contains("secret") }
  }

  /// The class of an SQLSTATE, which decides the reaction.
  @Test(arguments: [
    ("40001", "contended"), ("40P01", "contended"), ("55P03", "contended"), ("53100", "full"), ("22021", "refused"),
    ("23505", "refused"),
    ("57P01", "doubtful"), ("57P02", "doubtful"), ("08006", "doubtful"), ("57014", "doubtful"),
    ("57P03", "unreachable"),
    ("25006", "unreachable"), ("28P01", "unreachable"), ("3D000", "unreachable"), ("53300", "unreachable"),
    ("42P01", "foreign"),
    ("42501", "foreign"), ("0A000", "other"),
  ]) func anErrorIsSorted(code: String, kind: String) {
    #expect("\(PostgreSQLError(code: code, message: "m").kind)" == kind)
  }
}
#endif
