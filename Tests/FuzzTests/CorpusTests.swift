import Foundation
import Testing

/// Checks the fuzzers' corpus, including all inputs found earlier, in each run of the tests.
@Suite struct CorpusTests {
  struct Input: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var testDescription: String { name }
  }

  private static func inputs(_ folder: String) throws -> [Input] {
    let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(folder)")
    return try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map { name in
      Input(name: name, bytes: Array(try Data(contentsOf: directory.appending(path: name))))
    }
  }

  @Test(arguments: try inputs("HTTP")) func `requests are the same however they are split`(_ input: Input) {
    #expect(HTTPProperty.violation(of: input.bytes) == nil)
  }

  @Test(arguments: try inputs("JSON")) func `bodies are unchanged by a round trip`(_ input: Input) {
    #expect(JSONProperty.violation(of: input.bytes) == nil)
  }

  /// Damaged inputs: one byte changed, removed or doubled, at every place of every text.
  @Test(arguments: try inputs("HTTP")) func `damaged requests are the same however they are split`(_ input: Input) {
    for damaged in Self.damaged(input.bytes) { #expect(HTTPProperty.violation(of: damaged) == nil) }
  }

  @Test(arguments: try inputs("JSON")) func `damaged bodies are refused or unchanged`(_ input: Input) {
    for damaged in Self.damaged(input.bytes) { #expect(JSONProperty.violation(of: damaged) == nil) }
  }

  private static func damaged(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.indices.flatMap { index in
      let byte = bytes[index]
      return [[], [byte, byte], [byte ^ 0x01], [byte ^ 0x20], [byte ^ 0x80]].map {
        Array(bytes[..<index]) + $0 + bytes[(index + 1)...]
      }
    }
  }
}
