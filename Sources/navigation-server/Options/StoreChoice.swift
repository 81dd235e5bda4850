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

/// When a change in a file is answered.
enum DurabilityChoice: String, Sendable {
  /// Behind the sync: a power cut takes back nothing that was answered.
  case full
  /// Behind the write: the end of the process takes back nothing, a power cut perhaps the latest.
  case normal
}
