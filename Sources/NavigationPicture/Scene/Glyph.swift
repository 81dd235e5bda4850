/// The symbols of a picture, each drawn in lines on a square of 24.
enum Glyph: String, Hashable, Sendable, CaseIterable {
  case house, magnifyingglass, message, person, people, gear, star, bell, book, list, tray, calendar, camera, photo,
    folder, map, music
  case cart, heart, clock, bookmark, phone, globe, ellipsis

  /// The symbol with this name, its own or an SF Symbols name, with or without `.fill`, `.circle` or `.square` at the
  /// end; else nil.
  init?(named name: String) {
    if let glyph = Self.names[name] {
      self = glyph
      return
    }
    var name = Substring(name)
    while let suffix = Self.suffixes.first(where: { name.hasSuffix($0) }) { name.removeLast(suffix.utf8.count) }
    guard let glyph = Self.names[String(name)] else { return nil }
    self = glyph
  }

  private static let suffixes = [".fill", ".circle", ".square"]

  private static let names: [String: Glyph] = Dictionary(
    allCases.map { ($0.rawValue, $0) } + allCases.flatMap { glyph in glyph.symbols.map { ($0, glyph) } },
    uniquingKeysWith: { first, _ in first })

  /// SF Symbols names of the same thing.
  private var symbols: [String] {
    switch self {
    case .house, .magnifyingglass, .star, .heart, .phone, .photo, .camera: []
    case .message: ["bubble", "bubble.left", "bubble.right", "bubble.left.and.bubble.right", "text.bubble"]
    case .person: ["person.crop"]
    case .people: ["person.2", "person.3"]
    case .gear: ["gearshape", "gearshape.2"]
    case .bell: ["bell.badge"]
    case .book: ["book.closed", "text.book.closed", "books.vertical"]
    case .list: ["list.bullet", "list.dash", "list.number", "line.3.horizontal"]
    case .tray: ["tray.2", "archivebox"]
    case .calendar: ["calendar.badge.clock"]
    case .folder: ["folder.badge.plus"]
    case .map: ["mappin", "mappin.and.ellipse"]
    case .music: ["music.note", "music.note.list"]
    case .cart: ["bag", "basket"]
    case .clock: ["clock.arrow.circlepath", "timer"]
    case .bookmark: ["tag"]
    case .globe: ["safari", "network"]
    case .ellipsis: ["more"]
    }
  }
}
