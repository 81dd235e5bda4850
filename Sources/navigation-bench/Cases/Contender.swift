import CReferenceServer
import FoundationEssentials

/// A measured server, or one of them under another load.
enum Contender: Hashable {
  /// Our server with the case's options.
  case ours
  /// Our server without the case's options; with one client.
  case usual, alone
  /// The reference server; with a small buffer per connection; with this many microseconds of work per request.
  case c, smallBuffer
  case spinning(Int)
  case node
  /// No server: pages appended to a file, each followed by a sync.
  case disk

  /// All contenders, in the order of the tables.
  static let all = [ours, usual, alone, c] + yardsticks + [node, disk]
  /// References for interpreting a ratio.
  static let yardsticks = [smallBuffer, spinning(2), spinning(5), spinning(10)]

  var name: String {
    switch self {
    case .ours: "ours"
    case .usual: "usual options"
    case .alone: "1 client"
    case .c: "C"
    case .smallBuffer: "C, buffers of 1 KiB"
    case .spinning(let microseconds): "C + \(microseconds) µs"
    case .node: "Node"
    case .disk: "append + sync"
    }
  }

  /// Starts a server other than ours that responds with `answer`; nil where there is none or it is not installed.
  func start(_ answer: FixedAnswer) throws -> ChildProcess? {
    switch self {
    case .ours, .usual, .alone, .disk: return nil
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

  /// The path of Node; nil where not installed.
  static var nodePath: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// A response with our head and an artificial body, as long as ours: the reference server sends it.
struct FixedAnswer {
  let text: String

  /// Takes the fields of `head` (with its blank line), and adds a body so that both have `bytes` bytes.
  init(head: String, bytes: Int) {
    let lines = head.split(separator: "\r\n")
    let others = lines.filter { !$0.hasPrefix("Content-Length: ") }.joined(separator: "\r\n") + "\r\nContent-Length: "
    let rest = bytes - others.utf8.count - 4
    let body = max(0, rest - "\(max(0, rest - 3))".utf8.count)
    text = others + "\(body)\r\n\r\n" + Self.body(body)
  }

  /// A JSON string of `bytes` bytes.
  static func body(_ bytes: Int) -> String {
    bytes < 2 ? String(repeating: "0", count: bytes) : "\"" + String(repeating: "x", count: bytes - 2) + "\""
  }
}
