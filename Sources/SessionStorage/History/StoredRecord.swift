import Navigation

/// The stored form of a record, without its revision and state.
package struct StoredRecord {
  package let at: Timestamp
  let content: TransitionRecord.Content
  let events: [Event]
  let can: Can
  let gesture: Gesture?

  package init(_ entry: HistoryEntry) {
    at = entry.at
    content = entry.content
    events = entry.events
    can = entry.can
    gesture = entry.gesture
  }

  package func entry(revision: Int, session: Session) -> HistoryEntry {
    HistoryEntry(
      revision: revision, at: at, content: content, events: events, can: can, session: session, gesture: gesture)
  }

  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("at", Int(at.milliseconds))
    content.writeMembers(to: &writer)
    writer.array("events", events)
    writer.member("can", can.bits)
    if let gesture {
      writer.key("gesture")
      writer.beginObject()
      // A drag of the window's edge has no id.
      if case .pages(let topTabs) = gesture.dragged { writer.member("topTabs", topTabs) }
      writer.member("since", gesture.startRevision)
      writer.endObject()
    }
  }

  /// Throws if the members are not from `writeMembers`.
  package init(members reader: inout JSONObjectReader) throws {
    at = Timestamp(milliseconds: Int64(try reader.require("at").int()))
    content = try TransitionRecord.Content(members: &reader)
    events = try reader.require("events").elements.map { try Event(json: $0) }
    can = Can(bits: try reader.require("can").int())
    gesture = try reader.optional("gesture").map { try Gesture(stored: $0) }
  }
}

extension Gesture {
  fileprivate convenience init(stored json: JSONValue) throws {
    var reader = try json.object()
    let topTabs = try reader.optional("topTabs")?.id()
    self.init(
      topTabs.map { .pages(of: $0) } ?? .windowEdge, startRevision: try reader.require("since").int(), start: nil)
  }
}

extension Can {
  /// The members as a bit set.
  var bits: Int { (goBack ? 1 : 0) + (undo ? 2 : 0) + (redo ? 4 : 0) }

  init(bits: Int) { self.init(goBack: bits & 1 != 0, undo: bits & 2 != 0, redo: bits & 4 != 0) }
}
