import Foundation
import Testing

/// `openapi.json`, which a server sends beside `openapi.yaml`.
///
/// Where `NAVIGATION_RECORD_CONTRACT` is set it is written anew, and the test fails.
@Suite struct ContractJSONTests {
  private static let path = "Sources/COpenAPI/openapi.json"
  private static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_CONTRACT"] != nil

  @Test func theFileIsTheContractAsJSON() throws {
    let json = try Contract.shared.get().document.json + "\n"
    if Self.isRecording { try json.write(to: Contract.file(Self.path), atomically: true, encoding: .utf8) }
    let isSame = try Contract.text(Self.path) == json
    #expect(isSame && !Self.isRecording, "NAVIGATION_RECORD_CONTRACT=1 writes it anew")
  }
}
