/// What became of a log, as JSON.
extension Verification {
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("agrees", isEmpty)
    writer.member("agreed", agreed)
    writer.member("left", left)
    writer.array("taken", taken)
    if !unasked.isEmpty { writer.array("unasked", unasked) }
    writer.member("difference", difference)
  }
}

extension Verification.Taken: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("line", line)
    writer.member("name", name)
    writer.endObject()
  }
}

extension Verification.Difference: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("line", line)
    writer.member("step", step)
    writer.member("transition", refusal)
    writer.array("callbacks", callbacks)
    writer.member("visible", visible)
    writer.member("nearest", nearest)
    writer.array("rules", rules)
    writer.endObject()
  }
}

extension Verification.Callback: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", number)
    sides.writeMembers(to: &writer)
    writer.endObject()
  }
}

extension Verification.Sides: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.nullable("design", design)
    writer.nullable("app", app)
  }
}

extension StepRule: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("sentence", sentence)
    writer.endObject()
  }
}

extension LearnedAnswers {
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    given.writeMembers(to: &writer)
    writer.array("answers", better)
    writer.endObject()
    return writer.bytes
  }
}

extension LearnedAnswers.Words: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("split", split)
    writer.key("behavior")
    writer.beginObject()
    for answer in answers { answer.write(to: &writer) }
    writer.endObject()
    writer.member("agreed", agreed)
    writer.endObject()
  }
}
