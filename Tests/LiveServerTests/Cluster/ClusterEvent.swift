#if PostgreSQL
/// The fault of a round.
enum ClusterEvent: String, CaseIterable, Sendable {
  case nodeKilled = "a node is killed"
  case nodeStopped = "a node stands still for a while"
  case connectionsEnded = "the database ends all connections, again and again"
  case nodeCut = "a node's connections are cut, again and again"
  case wayStalled = "the way from a node to the database stands still"
  case answersHeld = "a node does not get the database's answers, again and again"
  case primaryKilled = "the primary is killed, and the standby promoted"
  case primaryStopped = "the primary stands still, the standby is promoted, and the primary goes on"
  case standbyStopped = "the standby stands still for a while"
  case databaseCrashed = "the database crashes and begins anew"
  case changesLost =
    "the database loses what it had acknowledged, since nothing waited for the standby that takes its place"
  case clockOff = "a node's clock is off"
  case crashedAndReplaced =
    "the database crashes without its standby and begins anew, and then the standby takes its place"
}
#endif
