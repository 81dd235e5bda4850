import CReferenceServer
import Glibc

/// A server that is measured, or the same one under another load.
enum Contender: Hashable {
  /// As the case has it.
  case ours
  /// Ours without the case's options; asked by one client alone; asked one thing at a time.
  case usual, alone, unpipelined
  /// The reference server; with a small buffer for each connection; with so many microseconds of work for each request.
  case c, smallBuffer
  case spinning(Int)
  case node
  /// No server: pages appended to a file, each synced.
  case disk

  /// In the order of the tables.
  static let all = [ours, usual, alone, unpipelined, c] + yardsticks + [node, disk]
  /// What shows what a ratio means.
  static let yardsticks = [smallBuffer, spinning(2), spinning(5), spinning(10)]

  var name: String {
    switch self {
    case .ours: "ours"
    case .usual: "usual options"
    case .alone: "1 client"
    case .unpipelined: "unpipelined"
    case .c: "C"
    case .smallBuffer: "C, buffers of 1 KiB"
    case .spinning(let microseconds): "C + \(microseconds) µs"
    case .node: "Node"
    case .disk: "append + sync"
    }
  }

  /// Starts a server that is none of ours and answers as `answer` does; nil where there is none to start, or it is not
  /// installed.
  func start(_ answer: FixedAnswer) throws -> ChildProcess? {
    switch self {
    case .ours, .usual, .alone, .unpipelined, .disk: return nil
    case .c: return try Self.reference(answer)
    case .smallBuffer: return try Self.reference(answer, "--buffer", "1024")
    case .spinning(let microseconds): return try Self.reference(answer, "--spin", "\(microseconds)")
    case .node:
      return try Self.nodePath.map {
        try ChildProcess(path: $0, arguments: ["-e", String(cString: benchmark_node_script())])
      }
    }
  }

  private static func reference(_ answer: FixedAnswer, _ options: String...) throws -> ChildProcess {
    try ChildProcess(arguments: ["reference-server", "--response", answer.text] + options)
  }

  /// Where Node lies, if it does.
  static var nodePath: String? {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
    return folders.map { "\($0)/node" }.first { access($0, X_OK) == 0 }
  }
}

/// An answer of ours with its body made up: what the reference server sends, byte for byte as long as ours.
struct FixedAnswer {
  let text: String

  /// Takes over the fields of `head` (with its blank line), and adds a body so that both have so many bytes.
  init(head: String, bytes: Int) {
    let lines = head.split(separator: "\r\n")
    let others = lines.filter { !$0.hasPrefix("Content-Length: ") }.joined(separator: "\r\n") + "\r\nContent-Length: "
    let rest = bytes - others.utf8.count - 4
    let body = max(0, rest - "\(max(0, rest - 3))".utf8.count)
    text = others + "\(body)\r\n\r\n" + Self.body(body)
  }

  /// A JSON text of so many bytes: a string.
  static func body(_ bytes: Int) -> String {
    bytes < 2 ? String(repeating: "0", count: bytes) : "\"" + String(repeating: "x", count: bytes - 2) + "\""
  }
}
