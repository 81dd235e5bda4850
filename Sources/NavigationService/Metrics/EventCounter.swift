/// What the service counts beside requests.
enum EventCounter: Int, CaseIterable, Sendable {
  case sessionsCreated
  case sessionsDeleted
  case sessionsExpired
  case transitionsApplied
  case transitionsRefused
  case replays
  case redecisions
}
