import CLinux
import SessionStorage

/// The heap of sessions with their histories, in use and at rest, and the bytes that the store counts for it.
struct HistoryMemory {
  let sessions: Int

  private struct Row {
    let name: String
    let changes: Int
    /// Sent in turn.
    let bodies: [String]
  }

  private static let rows = [
    Row(name: "a detail open", changes: 1, bodies: [ExampleSession.showDetail()]),
    Row(name: "60 changes", changes: 60, bodies: tabs), Row(name: "300 changes", changes: 300, bodies: tabs),
    Row(name: "300 pushes and pops", changes: 300, bodies: ExampleSession.pushPop),
    Row(
      name: "300 undone and redone", changes: 300,
      bodies: [ExampleSession.pushPop[0], #"{"type": "undo"}"#, #"{"type": "redo"}"#]),
  ]
  private static let tabs = [("contacts", "contact-list"), ("chats", "chat-list")].flatMap { tab, list in
    [ExampleSession.tapTab(tab), ExampleSession.showDetail(from: list)]
  }

  func measure() throws -> [Target] {
    var table = TextTable(columns: [
      "\(sessions.grouped) sessions, bytes of each", "in use", "counted", "at rest", "counted",
    ])
    var targets: [Target] = []
    for row in Self.rows {
      let (inUse, atRest) = (try bytes(row, StoreLimits()), try bytes(row, StoreLimits(residentSessions: 1)))
      table.append([
        row.name, inUse.heap.text(), inUse.counted.text(), atRest.heap.text(), atRest.counted.text(),
      ])
      for (name, bytes) in [("in use", inUse), ("at rest", atRest)] {
        let ratio = bytes.counted / bytes.heap
        targets.append(.atLeast(0.5, " × heap", "Counted bytes, \(row.name), \(name)", ratio, digits: 1))
        targets.append(.atMost(2, " × heap", "Counted bytes, \(row.name), \(name)", ratio, digits: 1))
      }
      targets.append(.atMost(1, " × in use", "Heap at rest, \(row.name)", atRest.heap / inUse.heap, digits: 1))
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }

  /// The bytes of each session.
  private func bytes(_ row: Row, _ limits: StoreLimits) throws -> (heap: Double, counted: Double) {
    let service = InProcessService(limits: limits)
    // One-time memory: tables, the first chunk of everything.
    _ = try service.open()
    let before = Self.heapBytes
    for _ in 0..<sessions {
      _ = try service.open(ExampleSession.creation, (0..<row.changes).map { row.bodies[$0 % row.bodies.count] })
      service.settle()
    }
    let heap = Self.heapBytes - before
    return (Double(heap) / Double(sessions), Double(service.countedBytes) / Double(sessions + 1))
  }

  private static var heapBytes: Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
  }
}
