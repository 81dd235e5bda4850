/// Where sessions are kept, as `--store` has it; whether this build can is another matter.
enum StoreChoice: Hashable, Sendable {
  case memory
  /// In a file, which is made where it is missing.
  case sqlite(path: String)
  /// In a database that several servers share: a URI, or a list of settings as libpq reads it.
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
