/// A target and what it may import. The table goes upwards: a target knows those above its row only.
struct Layer: Sendable {
  var target: String
  /// Targets of this package.
  var own: Set<String>
  /// Modules of the toolchain and the system.
  var system: Set<String>

  init(_ target: String, _ own: Set<String> = [], system: Set<String> = []) {
    self.target = target
    self.own = own
    self.system = system
  }

  static let all: [Layer] = [
    // C that the others call.
    Layer("CLinux"),
    Layer("CCurl"),
    Layer("CSQLite"),
    Layer("CPostgreSQL"),
    Layer("COpenAPI"),
    Layer("CInspector"),
    Layer("CReferenceServer"),
    // The state machine and the contract: no sockets, no clock, no locks.
    Layer("NavigationModel"),
    Layer("NavigationJSON", ["NavigationModel"]),
    Layer("NavigationAPI", ["NavigationJSON", "NavigationModel"]),
    Layer("NavigationPicture", ["NavigationJSON", "NavigationModel", "CInspector"]),
    // The service: no threads, no system calls.
    Layer(
      "SessionStorage", ["NavigationAPI", "NavigationJSON", "NavigationModel"], system: ["Dispatch", "Synchronization"]),
    // Files and threads: the store that lasts.
    Layer(
      "SQLiteStorage", ["SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel", "CSQLite"],
      system: ["Dispatch", "Glibc", "Synchronization"]),
    // Connections and threads: the store that several servers share.
    Layer(
      "PostgreSQLStorage", ["SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel", "CPostgreSQL"],
      system: ["Dispatch", "Glibc", "Synchronization"]),
    Layer("HTTPMessages"),
    Layer(
      "NavigationService",
      [
        "SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel", "HTTPMessages", "NavigationPicture",
        "COpenAPI",
        "CInspector",
      ],
      system: ["Synchronization"]),
    // Sockets, which know nothing of navigation.
    Layer("HTTPServer", ["HTTPMessages", "CLinux"], system: ["Dispatch", "Glibc", "Synchronization"]),
    // The client, which knows nothing of the server.
    Layer(
      "NavigationClient", ["NavigationAPI", "NavigationJSON", "NavigationModel", "CCurl", "CLinux"],
      system: ["Glibc", "Synchronization"]),
    Layer(
      "navigation-server",
      [
        "HTTPServer", "CLinux", "HTTPMessages", "NavigationService", "SessionStorage", "SQLiteStorage",
        "PostgreSQLStorage",
        "NavigationAPI", "NavigationJSON",
      ],
      system: ["Dispatch", "Glibc", "Synchronization"]),
    Layer(
      "navigation-bench",
      [
        "CReferenceServer", "CLinux", "HTTPMessages", "NavigationService", "SessionStorage", "NavigationAPI",
        "NavigationJSON",
        "NavigationModel",
      ], system: ["Dispatch", "Glibc", "Synchronization"]),
  ]

  static func of(_ target: String) -> Layer? { all.first { $0.target == target } }
}
