/// The members of a delegate call.
extension Archive where Self: ~Copyable {
  /// The controller whose delegate it is, and the method's full name.
  mutating func call(_ callee: ControllerID, _ method: StaticString) -> ControllerID {
    let callee = self("controller", callee)
    member(
      { (_) throws(BodyRefusal) in },
      else: {
        $0.key("method")
        $0.plain(method)
      })
    return callee
  }

  /// The only member of `arguments`.
  mutating func argument(_ name: StaticString, _ value: ControllerID) -> ControllerID {
    var value = value
    arguments { (reader) throws(BodyRefusal) in
      value = try reader.requireID(name)
    } else: {
      $0.member(name, value)
    }
    return value
  }

  mutating func argument<Word: MemberWord>(_ name: StaticString, _ word: Word) -> Word {
    var word = word
    arguments { (reader) throws(BodyRefusal) in
      word = try reader.requireWord(name, Word.self)
    } else: {
      $0.word(name, word)
    }
    return word
  }

  mutating func arguments<First: JSONMember, Second: JSONMember>(
    _ first: (name: StaticString, value: First), _ second: (name: StaticString, value: Second)
  ) -> (First, Second) {
    var (one, two) = (first.value, second.value)
    arguments { (reader) throws(BodyRefusal) in
      one = try First(json: reader.require(first.name))
      two = try Second(json: reader.require(second.name))
    } else: {
      $0.member(first.name, one)
      $0.member(second.name, two)
    }
    return (one, two)
  }

  mutating func arguments<Word: MemberWord>(
    _ first: (name: StaticString, word: Word), _ second: (name: StaticString, word: Word)
  ) -> (Word, Word) {
    var (one, two) = (first.word, second.word)
    arguments { (reader) throws(BodyRefusal) in
      one = try reader.requireWord(first.name, Word.self)
      two = try reader.requireWord(second.name, Word.self)
    } else: {
      $0.word(first.name, one)
      $0.word(second.name, two)
    }
    return (one, two)
  }

  private mutating func arguments(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    member(
      { (reader) throws(BodyRefusal) in
        var arguments = try reader.require("arguments").object()
        try read(&arguments)
        try arguments.finish()
      },
      else: {
        $0.key("arguments")
        $0.beginObject()
        write(&$0)
        $0.endObject()
      })
  }
}
