import Commands

extension ExitCode {
  /// The meaning, in the words of the README's table.
  var meaning: String {
    switch self {
    case .done:
      "stopped on request; `healthcheck`, `check`, `explore` or `verify` found no fault, `backup` or `copy` succeeded"
    case .failed: "`healthcheck`, `check`, `explore` or `verify` found a fault, or the baseline differs"
    case .bounded: "`explore` ended at a bound that its baseline does not accept, before it had seen every state"
    case .usage: "an option or the key file is invalid, or two options contradict each other"
    case .data:
      "the store is damaged, another program's, incomplete or of another schema; `copy` found its target not "
        + "empty, or not the same; a file of `demo`, `explore` or `verify` is refused"
    case .noInput: "`check`, `backup`, `copy`, `demo`, `explore` or `verify` found no file"
    case .unavailable: "the address, the port, the socket or the store is in use or unavailable"
    case .system: "the system refused another resource, such as descriptors or the store's file"
    case .cannotCreate:
      "`backup` cannot write its file, or a file of that name exists; `explore` or `verify` cannot write theirs"
    case .noPrivilege: "the database's user lacks a privilege"
    }
  }
}
