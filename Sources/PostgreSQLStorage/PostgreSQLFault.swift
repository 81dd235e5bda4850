#if PostgreSQL
/// The reason that a store cannot be opened.
public enum PostgreSQLFault: Error, Hashable, Sendable {
  /// No server is available.
  case unavailable(address: String, detail: String)
  /// The tables are of another schema.
  case otherSchema(address: String, found: Int, known: Int)
  /// Servers use the store, or did until recently.
  case inUse(address: String, nodes: [String])
  /// The store is a copy that is not complete.
  case incompleteCopy(address: String)
  /// The user of the address lacks a privilege.
  case noPrivilege(address: String, detail: String)
  /// The tables are another program's.
  case foreign(address: String, detail: String)

  init(_ error: PostgreSQLError, _ address: PostgreSQLAddress) {
    switch error {
    case .foreign(let cause) where cause.code == PostgreSQLError.insufficientPrivilege:
      self = .noPrivilege(address: address.description, detail: cause.message)
    case .foreign, .refused: self = .foreign(address: address.description, detail: error.description)
    case .unreachable, .doubtful, .contended, .full, .other:
      self = .unavailable(address: address.description, detail: error.description)
    }
  }

  /// The fault that a copy ended with; nil if that is not PostgreSQL's.
  package init?(copying error: any Error) {
    if let fault = error as? PostgreSQLFault {
      self = fault
    } else if let error = error as? PostgreSQLError {
      let lacksPrivilege = error.cause.code == PostgreSQLError.insufficientPrivilege
      self =
        lacksPrivilege
        ? .noPrivilege(address: "", detail: error.cause.message) : .unavailable(address: "", detail: error.description)
    } else {
      return nil
    }
  }

  /// Nil if a server may use the store; without `meta` there is none.
  init?(_ meta: Schema.Meta?, _ address: PostgreSQLAddress) {
    guard let meta else {
      self = .foreign(address: address.description, detail: "it has no store")
      return
    }
    switch meta.use {
    case .open: return nil
    case .otherSchema:
      self = .otherSchema(address: address.description, found: meta.schema, known: Schema.version)
    case .incompleteCopy: self = .incompleteCopy(address: address.description)
    }
  }
}

extension PostgreSQLFault: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .unavailable(let address, let detail): "postgresql:\(address) cannot be used: \(detail)"
    case .otherSchema(let address, let found, let known):
      "postgresql:\(address) has schema \(found), and this server reads schema \(known): it was left as it is, start the server that wrote it"
    case .inUse(let address, let nodes):
      "postgresql:\(address) is used by \(nodes.joined(separator: ", ")). End them, and wait 10 seconds"
    case .incompleteCopy(let address):
      "postgresql:\(address) has a copy that is not complete: run the same `navigation-server copy` again, or drop the schema navigation"
    case .noPrivilege(let address, let detail):
      "postgresql:\(address) does not let its user do this: \(detail). "
        + "`navigation-server migrate` needs the privilege CREATE on the database, or a user who owns the schema navigation"
    case .foreign(let address, let detail): "postgresql:\(address) is not as it should be: \(detail)"
    }
  }
}
#endif
