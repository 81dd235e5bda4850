/// How long an answer waits for the disk, where there is one.
public enum Durability: String, CaseIterable, Sendable {
  /// Until the change is synced: nothing that was answered is lost, whatever happens.
  case full
  /// Until the change is written: it outlives the process, and may be lost with the machine's power.
  case normal
}
