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

  /// Path data, drawn with round ends and without a fill.
  var path: StaticString {
    switch self {
    case .house: "M3.5 11.5L12 4l8.5 7.5M6 10v9.5h4.2V14h3.6v5.5H18V10"
    case .magnifyingglass: "M10.5 4.5a6 6 0 1 0 0 12a6 6 0 1 0 0-12M15 15l5 5"
    case .message:
      """
      M12 4.5c-4.9 0-8.5 3-8.5 6.8c0 2.2 1.2 4.1 3.1 5.3c0 1.2-.5 2.3-1.4 3.2c1.8-.1 3.3-.7 4.5-1.7c.7.1 1.5.2 2.3.2\
      c4.9 0 8.5-3.1 8.5-7S16.9 4.5 12 4.5z
      """
    case .person: "M12 4.2a3.9 3.9 0 1 0 0 7.8a3.9 3.9 0 1 0 0-7.8M4.5 20c.3-3.5 3.4-5.6 7.5-5.6s7.2 2.1 7.5 5.6z"
    case .people:
      """
      M9 5.5a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4M2.8 19c.3-2.9 2.8-4.7 6.2-4.7s5.9 1.8 6.2 4.7z\
      M15.5 6a2.8 2.8 0 1 1 .8 5.5M17.3 14.5c2.3.5 3.7 2.1 3.9 4.5h-2.7
      """
    case .gear:
      """
      M12 8.8a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4M12 5.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M12 5.5V3\
      M12 21v-2.5M5.5 12H3M21 12h-2.5M7.4 7.4L5.6 5.6M18.4 18.4l-1.8-1.8M7.4 16.6l-1.8 1.8M18.4 5.6l-1.8 1.8
      """
    case .star: "M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7L12 16.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8z"
    case .bell: "M5 17h14c-1.5-1.5-2-2.9-2-6.5a5 5 0 0 0-10 0c0 3.6-.5 5-2 6.5zM10 19.7a2.1 2.1 0 0 0 4 0M12 5.5V4"
    case .book: "M12 7c-2-1.6-5-2.2-8.5-1.8v12.6c3.5-.4 6.5.2 8.5 1.8c2-1.6 5-2.2 8.5-1.8V5.2C17 4.8 14 5.4 12 7zV19.5"
    case .list: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1"
    case .tray: "M3.5 13L6.5 5.5h11l3 7.5v5.5h-17zM3.5 13h4.7l1.4 2.5h4.8l1.4-2.5h4.7"
    case .calendar: "M4 6.5h16v13.5H4zM4 10.5h16M8.5 4v4M15.5 4v4"
    case .camera: "M3.5 8h4l1.5-2.5h6L16.5 8h4v11h-17zM12 10a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 1 0 0-6.6"
    case .photo: "M3.5 5.5h17v13h-17zM3.5 16l5-5 4.5 4.5 2.5-2.5 5 4.5M15.5 8.5a1.3 1.3 0 1 0 .1 0"
    case .folder: "M3.5 18.5v-12.5h6l2 2.5h9v10z"
    case .map: "M3.5 7l5.5-2 6 2 5.5-2v12l-5.5 2-6-2-5.5 2zM9 5v12M15 7v12"
    case .music:
      "M9 17V6.5l10-2v10.5M6.5 14.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M16.5 12.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5"
    case .cart: "M3 5h2.6L8 15.5h9.5l2.5-7.5H6.3M9 18a1.2 1.2 0 1 0 .1 0M16.5 18a1.2 1.2 0 1 0 .1 0"
    case .heart:
      """
      M12 19.8C6.5 15.8 3.8 12.8 3.8 9.4C3.8 6.9 5.7 5 8 5c1.7 0 3.2 1 4 2.6C12.8 6 14.3 5 16 5\
      c2.3 0 4.2 1.9 4.2 4.4c0 3.4-2.7 6.4-8.2 10.4z
      """
    case .clock: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 7.5V12l3 2.2"
    case .bookmark: "M6.5 4h11v16l-5.5-4.3-5.5 4.3z"
    case .phone:
      "M7 4l3 .1 1.2 4-2 1.7c1 2.2 2.6 3.9 4.9 5l1.8-2 4 1.3V17c0 1.7-1.3 3-3 2.9C10.5 19.5 4.6 13.6 4.1 7c-.1-1.7 1.2-3 2.9-3z"
    case .globe: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M4 12h16M12 4c-5 4.5-5 11.5 0 16M12 4c5 4.5 5 11.5 0 16"
    case .ellipsis: "M5.5 11.5a.5.5 0 1 0 .1 0M12 11.5a.5.5 0 1 0 .1 0M18.5 11.5a.5.5 0 1 0 .1 0"
    }
  }
}
