#if SQLite
/// The reason that a store cannot be opened.
public enum StorageFault: Error, Sendable {
  /// Another server has the file open.
  case inUse(path: String)
  /// The file is a store's of another schema.
  case otherSchema(path: String, found: Int, known: Int)
  /// A copy that is not complete.
  case incompleteCopy(path: String)
  /// Another program's database.
  case foreign(path: String)
  /// The content differs from what was written.
  case damaged(path: String, detail: String)
  /// A system error.
  case unavailable(path: String, detail: String)
}

extension StorageFault: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .inUse(let path): "another server keeps its sessions in \(path): stop it, or give this one a file of its own"
    case .otherSchema(let path, let found, let known):
      "\(path) has schema \(found), and this server reads schema \(known): it was left as it is, start the server that wrote it"
    case .incompleteCopy(let path):
      "\(path) is a copy that is not complete: run the same `navigation-server copy` again, or move the file away"
    case .foreign(let path): "\(path) is a file of something else: it was left as it is, give the server another path"
    case .damaged(let path, let detail):
      "\(path) is damaged: \(detail). Nothing was written. `navigation-server check --store sqlite:\(path)` says more; "
        + "put back a copy that `navigation-server backup` made, or move the file away and begin with an empty one"
    case .unavailable(let path, let detail): "\(path) cannot be used: \(detail)"
    }
  }

  init(_ error: SQLiteError, path: String) {
    switch error {
    case .corrupt: self = .damaged(path: path, detail: error.description)
    case .notADatabase: self = .foreign(path: path)
    case .full, .busy, .readOnly, .cannotOpen, .io, .constraint, .other:
      self = .unavailable(path: path, detail: error.description)
    }
  }

  /// The fault that a copy ended with; nil if that is not SQLite's.
  package init?(copying error: any Error) {
    if let fault = error as? StorageFault {
      self = fault
    } else if let error = error as? SQLiteError {
      self.init(error, path: "a file of the copy")
    } else {
      return nil
    }
  }
}
#endif
