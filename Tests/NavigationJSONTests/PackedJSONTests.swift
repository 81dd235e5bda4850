import Testing

@testable import Navigation

@Suite struct PackedJSONTests {
  static let snapshot =
    #"{"schema":1,"environment":{"system":"iOS26","device":"iPad Pro 11-inch (M4)","orientation":"landscape","multitasking":"fullScreen"},"#
    + #""root":{"kind":"split","id":"split","style":"classic","primary":{"kind":"tabBar","id":"tabs","tabs":[{"title":"Chats","#
    + #""child":{"kind":"stack","id":"chats","children":[{"kind":"screen","id":"chat-list","route":"chats"}]}},{"title":"Contacts","#
    + #""child":{"kind":"stack","id":"contacts","children":[{"kind":"screen","id":"contact-list","route":"contacts"}]}}],"#
    + #""selected":"chats"},"secondary":{"kind":"stack","id":"secondary","children":[{"kind":"screen","id":"placeholder","#
    + #""route":"nothing-selected","title":"No chat selected","placeholder":true},{"kind":"screen","id":"chat-42","route":"chat","#
    + #""title":"Ada","params":{"chat":42}}]},"preferredDisplayMode":"automatic","displayMode":"oneBesideSecondary","#
    + #""behavior":{"onShowDetail":"replaceAbovePlaceholder","onCollapse":"moveAbovePlaceholder","onSeparate":"moveAboveRoot","#
    + #""onTabSwitch":"followTab"}}}"#

  /// A stored record of a transition.
  static let record =
    #"{"at":1795253908689,"transition":{"type":"showDetail","screen":{"id":"chat-602011841","route":"chat","title""#
    + #":"Ada","params":{"chat":42}},"from":"chat-list"},"outcome":{"handled":true,"returned":[]},"events":[{"type":"#
    + #""delegateCall","controller":"split","method":"splitViewController(_:showDetail:sender:)","arguments":{"contr"#
    + #"oller":"chat-602011841"},"answer":true},{"type":"viewWillDisappear","controller":"chat-602011777","animated""#
    + #":false},{"type":"viewWillAppear","controller":"chat-602011841","animated":false},{"type":"viewDidDisappear","#
    + #""controller":"chat-602011777","animated":false},{"type":"viewDidAppear","controller":"chat-602011841","anima"#
    + #"ted":false},{"type":"discarded","controller":"chat-602011777"}],"can":1,"state":{"environment":{"system":"iO"#
    + #"S26","device":"iPad Pro 11-inch (M4)","orientation":"landscape","multitasking":"fullScreen"},"root":{"kind":"#
    + #""split","id":"split","style":"classic","primary":{"kind":"tabBar","id":"tabs","tabs":[{"title":"Chats","chil"#
    + #"d":{"kind":"stack","id":"chats","children":[{"kind":"screen","id":"chat-list","route":"chats"}]}},{"title":""#
    + #"Contacts","child":{"kind":"stack","id":"contacts","children":[{"kind":"screen","id":"contact-list","route":""#
    + #"contacts"}]}}],"selected":"chats"},"secondary":{"kind":"stack","id":"secondary","children":[{"kind":"screen""#
    + #","id":"placeholder","route":"nothing-selected","title":"No chat selected","placeholder":true},{"kind":"scree"#
    + #"n","id":"chat-602011841","route":"chat","title":"Ada","params":{"chat":42}}]},"displayMode":"oneBesideSecond"#
    + #"ary","isCollapsed":false,"size":{"width":1210,"height":834},"behavior":{"onShowDetail":"replaceAbovePlacehol"#
    + #"der","onCollapse":"moveAbovePlaceholder","onSeparate":"moveAboveRoot","onTabSwitch":"followTab","placeholder"#
    + #"":{"id":"placeholder","route":"nothing-selected","title":"No chat selected"}}},"countedIDs":0}}"#

  @Test(arguments: [
    (snapshot, snapshot), (record, record), ("", ""), ("{\u{7F}}", "{\u{FE}\u{7F}}"), ("\n\t", "\u{FE}\n\u{FE}\t"),
    ("Ünï €😀", "Ünï €😀"),
  ]) func onlyCodesAreMarked(_ row: (text: String, packed: String)) throws {
    // U+00FE stands for the mark.
    let packed = Array(row.packed.utf8).split(separator: Array("\u{FE}".utf8), omittingEmptySubsequences: false)
    #expect(PackedJSON.pack(Array(row.text.utf8)) == Array(packed.joined(separator: [0xFE])))
  }

  @Test(arguments: 0..<300) func anyBytesComeBackHereAndInVersion1(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let bytes = (0..<random.number(below: 200)).map { _ in UInt8(random.number(below: 256)) }
    #expect(try PackedJSON.unpack(PackedJSON.pack(bytes)) == bytes, "seed \(seed)")
    #expect(Self.unpackedByVersion1(PackedJSON.pack(bytes)) == bytes, "seed \(seed)")
  }

  @Test(arguments: 0..<300) func documentsComeBackHereAndInVersion1(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let bytes = Array(random.text().utf8)
    #expect(try PackedJSON.unpack(PackedJSON.pack(bytes)) == bytes, "seed \(seed)")
    #expect(Self.unpackedByVersion1(PackedJSON.pack(bytes)) == bytes, "seed \(seed)")
  }

  /// As version 1.0.0 unpacks: the bytes, without phrases; nil for one of them.
  private static func unpackedByVersion1(_ packed: [UInt8]) -> [UInt8]? {
    let phrases = Array(0x00...0x1F) + [0x7F, 0xC0, 0xC1] + Array(0xF5...0xFD) + [0xFF] as [UInt8]
    var (bytes, index): ([UInt8], Int) = ([], 0)
    while index < packed.count {
      if phrases.contains(packed[index]) { return nil }
      if packed[index] == 0xFE { index += 1 }
      bytes.append(packed[index])
      index += 1
    }
    return bytes
  }

  /// The codes that version 1.0.0 wrote for each phrase.
  @Test func everyPhraseIsRead() throws {
    let codes = (Array(0x00...0x1F) + [0x7F, 0xC0, 0xC1] + Array(0xF5...0xFD)).map { [UInt8($0)] }
    let all = codes + (0...255).map { [0xFF, UInt8($0)] }
    for (phrase, code) in zip(PackedJSON.phraseTable, all) {
      #expect(try PackedJSON.unpack([0x61] + code + [0x62]) == Array("a\(phrase)b".utf8))
    }
    let hash = PackedJSON.phraseTable.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    #expect(
      PackedJSON.phraseTable.count == 291 && hash == 0xCF48_4E55_6655_DA12, "the table of version 1.0.0 has changed")
  }

  @Test(arguments: [[0xFE], [0xFF], [0xFF, 0xFF], [0x61, 0xFE]] as [[UInt8]]) func malformedBytesAreRefused(
    bytes: [UInt8]
  ) {
    #expect(throws: JSONError.self) { try PackedJSON.unpack(bytes) }
  }
}
