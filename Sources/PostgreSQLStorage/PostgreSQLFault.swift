#if PostgreSQL
/// The reason that a store cannot be opened.
public enum PostgreSQLFault: Error, Hashable, Sendable {
  /// No server is available.
  case unavailable(address: String, detail: String)
  /// A newer version of the server has changed the tables incompatibly.
  case newerSchema(address: String, oldestReader: Int, known: Int)
  /// A newer version writes a record format that this one does not read.
  case newerFormat(address: String, found: Int, known: Int)
  /// The tables are an older version's, which only `migrate` changes.
  case olderSchema(address: String, found: Int, known: Int)
  /// Servers that do not read the new format are running, or were until recently.
  case olderNodes(address: String, nodes: [String], format: Int)
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

  /// Nil if the release can use the store.
  init?(_ meta: Schema.Meta, _ release: Release, address: PostgreSQLAddress) {
    if meta.oldestReader == Schema.ofCopy {
      self = .incompleteCopy(address: address.description)
    } else if meta.oldestReader > release.schema {
      self = .newerSchema(address: address.description, oldestReader: meta.oldestReader, known: release.schema)
    } else if meta.format > release.format {
      self = .newerFormat(address: address.description, found: meta.format, known: release.format)
    } else if meta.schema < release.schema {
      self = .olderSchema(address: address.description, found: meta.schema, known: release.schema)
    } else {
      return nil
    }
  }
}

extension PostgreSQLFault: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .unavailable(let address, let detail): "postgresql:\(address) cannot be used: \(detail)"
    case .newerSchema(let address, let oldest, let known):
      "postgresql:\(address) is for servers that know schema \(oldest), and this one knows schemas up to \(known): start a newer version"
    case .newerFormat(let address, let found, let known):
      "postgresql:\(address) has records of format \(found), and this one reads formats up to \(known): start a newer version"
    case .olderNodes(let address, let nodes, let format):
      "postgresql:\(address) has servers that do not read format \(format): \(nodes.joined(separator: ", ")). End them, and wait 10 seconds"
    case .olderSchema(let address, let found, let known):
      "postgresql:\(address) has schema \(found), and this server needs \(known): `navigation-server migrate` brings it up"
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
