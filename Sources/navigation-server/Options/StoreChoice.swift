/// Where sessions are kept, as `--store` has it; whether this build can is another matter.
enum StoreChoice: Hashable, Sendable {
  case memory
  /// In a file, which is made where it is missing.
  case sqlite(path: String)

  init?(_ text: String) {
    let file = "sqlite:"
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix(file), text != file {
      self = .sqlite(path: String(text.dropFirst(file.count)))
    } else {
      return nil
    }
  }
}
