import Foundation
import HTTPMessages
import Testing

/// A row of `Refused.txt`: the bytes of a refused request, with the answer.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
  /// The status and the fault, like `400 bareLineFeed`.
  var answer: String
  /// The bytes in the notation of the file.
  var text: String
  var bytes: [UInt8]

  var testDescription: String { "\(answer): \(text)" }

  struct Unreadable: Error {
    var line: String
  }

  /// All rows of the file.
  static let all = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Refused.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      line in
      guard let bar = line.firstRange(of: " | ") else { throw Unreadable(line: String(line)) }
      return try RefusedRequest(answer: String(line[..<bar.lowerBound]), text: String(line[bar.upperBound...]))
    }
  }

  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"

  private init(answer: String, text: String) throws {
    self.answer = answer
    self.text = text
    bytes = try Self.bytes(of: text)
  }

  private static func bytes(of text: String) throws -> [UInt8] {
    var text = text[...]
    var bytes: [UInt8] = []
    for (word, head) in [("{get}", get), ("{post}", post), ("{chunked}", post + "Transfer-Encoding: chunked\r\n\r\n")]
    where text.hasPrefix(word) {
      bytes += head.utf8
      text.removeFirst(word.count)
    }
    while let first = text.first {
      if let escape = text.prefixMatch(of: /\\x([0-9a-f]{2})/), let byte = UInt8(escape.1, radix: 16) {
        bytes.append(byte)
        text = text[escape.range.upperBound...]
      } else if let many = text.prefixMatch(of: /\{(.)\*([0-9]+)\}/), let byte = many.1.utf8.first,
        let count = Int(many.2)
      {
        bytes += [UInt8](repeating: byte, count: count)
        text = text[many.range.upperBound...]
      } else if first == "\\" {
        guard let byte = escapes[text.dropFirst().first ?? " "] else { throw Unreadable(line: String(text)) }
        bytes.append(byte)
        text = text.dropFirst(2)
      } else {
        bytes += first.utf8
        text.removeFirst()
      }
    }
    return bytes
  }

  private static let escapes: [Character: UInt8] = ["r": 0x0D, "n": 0x0A, "t": 0x09, "0": 0x00, "\\": 0x5C]
}

extension HTTPRefusal {
  /// The status and the fault in the notation of `Refused.txt`.
  var answer: String {
    if case .malformedRequest(let malformation) = self { return "\(status.rawValue) \(malformation)" }
    return "\(status.rawValue) \(String(describing: self).prefix { $0 != "(" })"
  }
}
