import Foundation
import Testing

/// `openapi.json`, which a server sends beside `openapi.yaml`.
///
/// With `NAVIGATION_RECORD_CONTRACT` the test rewrites the file and fails.
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
