import Glibc

extension ServerProcess {
  /// Exit codes, as in sysexits.h.
  enum Exit: Int32, CaseIterable {
    case done = 0
    case failed = 1
    /// EX_USAGE.
    case usage = 64
    /// EX_DATAERR.
    case data = 65
    /// EX_NOINPUT.
    case noInput = 66
    /// EX_UNAVAILABLE.
    case unavailable = 69
    /// EX_OSERR.
    case system = 71
    /// EX_CANTCREAT.
    case cannotCreate = 73
    /// EX_NOPERM.
    case noPrivilege = 77

    func callAsFunction() -> Never { Glibc.exit(rawValue) }

    /// The meaning, in the words of the README's table.
    var meaning: String {
      switch self {
      case .done: "stopped on request; `healthcheck` or `check` found no fault, `backup` succeeded"
      case .failed: "`healthcheck` or `check` found a fault"
      case .usage: "an option or the key file is invalid, or two options contradict each other"
      case .data: "the store is damaged, another program's, or of an unsupported version"
      case .noInput: "`check` or `backup` found no file"
      case .unavailable: "the address, the port, the socket or the store is in use or unavailable"
      case .system: "the system refused another resource, such as descriptors or the store's file"
      case .cannotCreate: "`backup` cannot write its file, or a file of that name exists"
      case .noPrivilege: "the database's user lacks a privilege"
      }
    }
  }
}
