import SessionStorage

extension ServerOptions {
  /// Makes a build that has SQLite.
  private static let buildCommand = "swift build -c release --traits SQLite --product navigation-server"
  /// What the log says about a store that ends with the process.
  static let keepingCommand = "swift run -c release --traits SQLite navigation-server --store sqlite:sessions.db"

  /// Opens the store that `--store` names. Throws where this build has none such, or options contradict each other.
  func openStore() throws(OptionError) -> any SessionStore {
    switch storeChoice {
    case .memory:
      guard durability == nil else { throw OptionError(message: "--durability is for --store sqlite:PATH: memory keeps nothing") }
      return MemoryStore(limits: store)
    case .sqlite:
      throw OptionError(message: "--store sqlite:PATH needs a build with SQLite: with libsqlite3-dev installed, \(Self.buildCommand)")
    }
  }
}
