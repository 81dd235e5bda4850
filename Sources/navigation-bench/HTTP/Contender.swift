import Glibc

/// A server that is measured.
enum Contender: CaseIterable {
  case ours, c, nginx, node

  var name: String {
    switch self {
    case .ours: "ours"
    case .c: "C"
    case .nginx: "nginx"
    case .node: "Node"
    }
  }

  /// Those that are here; says which are not.
  static func installed() -> [Contender] {
    allCases.filter { contender in
      switch contender {
      case .ours, .c: return true
      case .nginx, .node:
        if contender.executable != nil { return true }
        writeLine("navigation-bench: \(contender.name) is not installed and left out", to: 2)
        return false
      }
    }
  }

  private var executable: String? {
    switch self {
    case .ours: NavigationServerProcess.executable
    case .c: "/proc/self/exe"
    case .nginx: InstalledProgram.path("nginx")
    case .node: InstalledProgram.path("node")
    }
  }

  /// Starts a server other than ours, which answers as `answer` does.
  func start(_ answer: FixedAnswer) throws -> ChildProcess {
    let path = executable ?? ""
    switch self {
    case .ours: return try NavigationServerProcess(core: ServerCores.server).process
    case .c: return try ChildProcess(arguments: ["reference-server", "--response", answer.text], core: ServerCores.server)
    case .nginx: return try NginxConfiguration.start(path, answer)
    case .node:
      return try ChildProcess(path: path, arguments: ["-e", NodeScript.text, "\(answer.bodyBytes)"], core: ServerCores.server)
    }
  }
}

/// Programs of this machine.
enum InstalledProgram {
  /// Where a program lies, in PATH or where those for administrators are.
  static func path(_ name: String) -> String? {
    let folders: [Substring] = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":") + ["/usr/sbin", "/usr/local/sbin"]
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
