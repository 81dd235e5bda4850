/// A closed set of so many words that a hash lookup is faster than comparing with each.
protocol JSONTabledWord: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The table of all words, created once.
  static var table: JSONWordTable<Self> { get }
}

/// A hash table of words by their bytes, so that a lookup creates no string.
struct JSONWordTable<Word: JSONTabledWord>: Sendable {
  private struct Slot: Sendable {
    let key: JSONNameKey
    let word: Word
  }

  /// The size is a power of two, at least four times the number of words.
  private let slots: [Slot?]

  init() {
    var size = 8
    while size < 4 * Word.allCases.count { size *= 2 }
    var slots = [Slot?](repeating: nil, count: size)
    for word in Word.allCases {
      let key = Array(word.rawValue.utf8).withUnsafeBufferPointer { JSONNameKey($0) }
      var place = key.hash & (size - 1)
      while slots[place] != nil { place = (place + 1) & (size - 1) }
      slots[place] = Slot(key: key, word: word)
    }
    self.slots = slots
  }

  /// The word with the bytes `text`.
  func word(_ text: UnsafeBufferPointer<UInt8>) -> Word? {
    let key = JSONNameKey(text)
    var place = key.hash & (slots.count - 1)
    while let slot = slots[place] {
      if slot.key.word == key.word, slot.key.length == key.length, isSame(slot.word, text) { return slot.word }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isSame(_ word: Word, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count <= JSONNameKey.exactLength || word.rawValue.utf8.elementsEqual(text)
  }
}

extension JSONStorage {
  /// See `word`; for words with a table.
  func tabledWord<Word: JSONTabledWord>(at index: Int, _ type: Word.Type) throws(JSONError) -> Word {
    if let found = knownWord(at: index, type) { found } else { try word(at: index, type) }
  }

  /// The word, if it is one of the type's and written without escapes.
  func knownWord<Word: JSONTabledWord>(at index: Int, _ type: Word.Type) -> Word? {
    let entry = tape[index]
    guard entry.kind == .string, !entry.flag else { return nil }
    return withBytes { Word.table.word(UnsafeBufferPointer(rebasing: $0[Int(entry.start)..<Int(entry.end)])) }
  }
}
