import SessionStorage

extension SharingFigures {
  func write(to text: inout MetricsText) {
    text.begin(.doubts)
    text.sample(.doubts, [("result", "kept")], String(doubtsKept))
    text.sample(.doubts, [("result", "lost")], String(doubtsLost))
    text.sample(.doubts, [("result", "unknown")], String(doubtsLeft))
    text.only(.checks, checks)
    text.begin(.checkDuration)
    text.histogram(
      .checkDuration, [], bounds: StoreDurations.bounds.map(\.seconds), counts: checkDurations.counts,
      sum: String(Double(checkDurations.nanoseconds) / 1e9))
    text.begin(.hints)
    text.sample(.hints, [("way", "sent")], String(hintsSent))
    text.sample(.hints, [("way", "heard")], String(hintsHeard))
    text.only(.revertedSessions, revertedSessions)
    text.only(.heartbeatAge, heartbeatAge)
    text.only(.clockOffset, clockOffset)
  }
}
