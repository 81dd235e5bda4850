/// The maximum size of a controller's JSON in a snapshot, in bytes, computed without encoding.
///
/// Every value is rounded up: the sum over a tree is an upper bound. Long texts, which make a session large, are
/// counted byte by byte.
enum JSONBound {
  /// The environment and its member names.
  fileprivate static let window = 1_024
  /// Names, brackets and enum values of any controller: kind, id, trait override, presentation.
  private static let controller = 320
  /// A screen's member names and flags.
  private static let screen = 400
  private static let stack = 128
  private static let stackDelegate = 48
  private static let tabBar = 32
  private static let tab = 144
  /// The names of the members of a tab in a group.
  private static let node = 288
  /// The words of a tab that stands for a stack, with two ids.
  private static let twins = 48 + 2 * Limits.idBytes.upperBound
  /// The words of a tab bar that is more than its tabs, of one of its tabs, and of its accessory.
  private static let tabBarForm = 256
  private static let tabForm = 80
  private static let accessory = 64
  private static let topTabs = 352
  private static let page = 64
  /// A split view with all preferences and all delegate answers.
  private static let split = 4_096
  private static let chosenMode = 160
  private static let param = 8

  static func bytes(of id: borrowing ControllerID, _ screen: borrowing Screen) -> Int {
    var bytes = self.screen &+ head(id) &+ self.bytes(of: screen.route)
    bytes &+= self.bytes(of: screen.title) &+ self.bytes(of: screen.selection)
    bytes &+= self.bytes(of: screen.leftBarButton) &+ self.bytes(of: screen.backButtonTitle)
    bytes &+= self.bytes(of: screen.row)
    // A value is stored as its JSON text.
    return bytes &+ self.bytes(of: screen.params)
  }

  /// What the sender of a presentation adds, with which it ends.
  static func bytes(of sender: borrowing ControllerID) -> Int { head(sender) }

  /// What the members of a sheet add: their names, and each detent with an id that may be named twice more.
  static func bytes(of sheet: borrowing Sheet) -> Int {
    var bytes = 160 &+ (sheet.source.map { $0.description.utf8.count } ?? 0)
    for detent in sheet.detents { bytes &+= 96 &+ 3 &* detent.id.utf8.count }
    return bytes
  }

  /// What a link that waits adds.
  static func bytes(of parked: ParkedLink) -> Int {
    let bytes = head(parked.at) &+ self.bytes(of: parked.waitsFor)
    return switch parked.open {
    case .url(let url): bytes &+ self.bytes(of: url)
    case .route(let route, let params): bytes &+ self.bytes(of: route) &+ self.bytes(of: params)
    }
  }

  private static func bytes(of params: Params) -> Int {
    var bytes = 0
    for member in params.members { bytes &+= param &+ self.bytes(of: member.name) &+ member.json.utf8.count }
    return bytes
  }

  static func bytes(of id: borrowing ControllerID, _ stack: borrowing Stack) -> Int {
    guard let delegate = stack.delegate else { return self.stack &+ head(id) }
    return self.stack &+ head(id) &+ stackDelegate &+ (delegate.lastShown?.description.utf8.count ?? 0)
  }

  static func bytes(of id: borrowing ControllerID, _ tabBar: borrowing TabBar) -> Int {
    var bytes = self.tabBar &+ head(id) &+ Limits.idBytes.upperBound
    for tab in tabBar.tabs {
      bytes &+= self.tab &+ self.bytes(of: tab.title) &+ self.bytes(of: tab.badge) &+ self.bytes(of: tab.icon)
      if let twin = tab.words?.value {
        bytes &+= twin.routes.reduce(twins) { $0 &+ param &+ self.bytes(of: $1) }
      }
      tab.node?.value.forEach { node, _ in
        bytes &+= self.node &+ self.bytes(of: node.title) &+ self.bytes(of: node.badge) &+ self.bytes(of: node.icon)
        bytes &+= (Limits.idBytes.upperBound &+ 4) &* (3 &+ node.order.count)
        return true
      }
      if tab.box != nil { bytes &+= tabForm }
    }
    guard let form = tabBar.box?.value else { return bytes }
    bytes &+= tabBarForm &+ Limits.idBytes.upperBound
    for tab in form.compactTabs ?? [] { bytes &+= param &+ tab.description.utf8.count }
    guard let own = form.accessory else { return bytes }
    bytes &+= accessory &+ self.bytes(of: own.title) &+ self.bytes(of: own.offer?.name)
    guard let sample = own.offer?.sample else { return bytes }
    return bytes &+ self.bytes(of: sample.route) &+ self.bytes(of: sample.params)
  }

  static func bytes(of id: borrowing ControllerID, _ topTabs: borrowing TopTabs) -> Int {
    var bytes = self.topTabs &+ head(id) &+ Limits.idBytes.upperBound
    for page in topTabs.pages { bytes &+= self.page &+ self.bytes(of: page.title) }
    return bytes
  }

  static func bytes(of id: borrowing ControllerID, _ split: borrowing Split) -> Int {
    self.split &+ chosenMode &* split.chosenModes.count &+ head(id)
  }

  private static func head(_ id: borrowing ControllerID) -> Int { controller &+ id.description.utf8.count }

  private static func bytes(of text: String?) -> Int { if let text { bytes(of: text) } else { 0 } }

  /// Up to this length every byte of a text counts as an escape, such as `\u001f`.
  private static let shortText = 64
  private static let longestEscape = 6

  private static func bytes(of text: String) -> Int {
    let count = text.utf8.count
    return count <= shortText ? count &* longestEscape : written(text, count)
  }

  private static func written(_ text: String, _ count: Int) -> Int {
    text.utf8.withContiguousStorageIfAvailable { $0.reduce(0) { $0 &+ written($1) } } ?? count &* longestEscape
  }

  /// The maximum encoded length of one byte: controls are escaped, and so is a lead byte that may begin a multi-byte
  /// control.
  private static func written(_ byte: UInt8) -> Int {
    switch byte {
    case 0...0x1F, 0x7F, 0xC2, 0xD8, 0xE2: longestEscape
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): 2
    default: 1
    }
  }
}

extension Session {
  /// The maximum size of its JSON in a snapshot, in bytes: computed without encoding, never too low.
  public var jsonBytesAtMost: Int {
    let bytes = JSONBound.window &+ root.summary.jsonBytes
    guard let parked = conditions?.parked else { return bytes }
    return bytes &+ JSONBound.bytes(of: parked)
  }
}

extension Controller {
  /// The members of a container.
  private static let containerBytes = 256

  /// About the bytes of memory of the trees that an earlier state of it does not share, rather too high; a moved tree
  /// counts as new.
  func bytes(beyond earlier: Controller) -> Int {
    if isIdentical(to: earlier) { return 0 }
    guard kind == earlier.kind, kind != .screen else { return summary.jsonBytes }
    var bytes = Self.containerBytes + slots.count * MemoryLayout<Controller>.stride
    for slot in slots { bytes += Self.bytes(of: held(at: slot), beyond: earlier.held(at: slot)) }
    let (absent, then) = (absentPlaceholders, earlier.absentPlaceholders)
    bytes += Self.bytes(of: absent.secondary, beyond: then.secondary)
    return bytes + Self.bytes(of: absent.supplementary, beyond: then.supplementary)
  }

  private static func bytes(of held: Controller?, beyond earlier: Controller?) -> Int {
    guard let held else { return 0 }
    return earlier.map(held.bytes(beyond:)) ?? held.summary.jsonBytes
  }
}
