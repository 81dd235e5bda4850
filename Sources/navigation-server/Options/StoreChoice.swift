/// The store named by `--store`, whether this build supports it or not.
enum StoreChoice: Hashable, Sendable {
  case memory
  /// A file, created where missing.
  case sqlite(path: String)
  /// A database that several servers share: a URI, or a list of libpq settings.
  case postgresql(uri: String)

  init?(_ text: String) {
    let (file, database) = ("sqlite:", "postgresql:")
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix(file), text != file {
      self = .sqlite(path: String(text.dropFirst(file.count)))
    } else if text.hasPrefix(database), text != database {
      let rest = text.dropFirst(database.count)
      self = .postgresql(uri: rest.hasPrefix("//") ? text : String(rest))
    } else {
      return nil
    }
  }
}
