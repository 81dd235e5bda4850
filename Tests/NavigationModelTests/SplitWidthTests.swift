import Navigation
import Testing

/// CW and M5: the widths of columns and their frames.
@Suite struct SplitWidthTests {
  struct Wide: Sendable, CustomTestStringConvertible {
    var rule: String
    var asked: SplitRoomTests.Asked
    var primary: Double
    var supplementary: Double
    var frames: String

    init(
      _ rule: String, _ style: SplitStyle, _ width: Double, on system: SystemVersion = .iOS26, _ mode: DisplayMode,
      _ primary: Double,
      and supplementary: Double = 0, _ frames: String,
      _ change: @escaping @Sendable (inout SplitPreferences) -> Void = { _ in }
    ) {
      self.rule = rule
      asked = SplitRoomTests.Asked(rule, style, width, on: system, at: .request, mode, .tile, change)
      self.primary = primary
      self.supplementary = supplementary
      self.frames = frames
    }

    var testDescription: String { rule }
  }

  static let widths: [Wide] = [
    Wide("M5 SYS1-49 automatic", .doubleColumn, 820, .oneBesideSecondary, 320, "primary 0+320 secondary 320+500"),
    Wide(
      "M5 CW-7 three", .tripleColumn, 1_210, .twoBesideSecondary, 280, and: 610,
      "primary 0+280 supplementary 0+610 secondary 610.5+599.5"),
    Wide(
      "M5 the secondary keeps 464", .tripleColumn, 1_032, .twoBesideSecondary, 280, and: 567.5,
      "primary 0+280 supplementary 0+567.5 secondary 568+464"),
    Wide(
      "M5 all at their least", .tripleColumn, 954.5, .twoBesideSecondary, 240, and: 490,
      "primary 0+240 supplementary 0+490 secondary 490.5+464"),
    Wide(
      "M5 the primary grows first", .tripleColumn, 974.5, .twoBesideSecondary, 260, and: 510,
      "primary 0+260 supplementary 0+510 secondary 510.5+464"),
    Wide(
      "M5 then the supplementary", .tripleColumn, 1_004.5, .twoBesideSecondary, 280, and: 540,
      "primary 0+280 supplementary 0+540 secondary 540.5+464"),
    Wide(
      "M5 a larger minimum", .tripleColumn, 1_054.5, .twoBesideSecondary, 340, and: 590,
      "primary 0+340 supplementary 0+590 secondary 590.5+464"
    ) {
      $0.primaryWidth.minimum = 340
    },
    Wide(
      "M5 CW-8 trailing, three", .tripleColumn, 1_210, .twoBesideSecondary, 280, and: 610,
      "primary 930+280 supplementary 600+610 secondary 0+599.5"
    ) { $0.primaryEdge = .trailing },
    Wide(
      "D-56 M5 alone beside it", .tripleColumn, 1_032, .oneBesideSecondary, 280, and: 320,
      "supplementary 0+320 secondary 320.5+711.5"),
    Wide("M5 no maximum", .doubleColumn, 1_200, .oneBesideSecondary, 480, "primary 0+480 secondary 480+720") {
      $0.primaryWidth.fraction = 0.4
    },
    Wide("M5 the room caps", .doubleColumn, 820, .oneBesideSecondary, 346, "primary 0+346 secondary 346+474") {
      $0.primaryWidth.fraction = 0.5
    },
    Wide(
      "M5 of three", .tripleColumn, 820, .oneBesideSecondary, 280, and: 355.5, "supplementary 0+355.5 secondary 356+464"
    ) {
      $0.supplementaryWidth.fraction = 0.5
    },
    Wide("M5 CW-2 before the minimum", .doubleColumn, 820, .oneBesideSecondary, 400, "primary 0+400 secondary 400+420")
    {
      $0.primaryWidth.fraction = 0.5
      $0.primaryWidth.minimum = 400
    },
    Wide(
      "M5 two over", .tripleColumn, 820, .twoOverSecondary, 280, and: 610,
      "primary 0+280 supplementary 0+610 secondary 0+820"
    ) {
      $0.displayMode = .twoOverSecondary
    },
    Wide(
      "D-57 M5 two over for want of room", .tripleColumn, 820, .twoOverSecondary, 280, and: 320,
      "primary 0+280 supplementary 290+320 secondary 0+820"
    ) { $0.displayMode = .twoBesideSecondary },
    Wide(
      "M5 two over by a user", .tripleColumn, 820, .twoOverSecondary, 280, and: 320,
      "primary 0+280 supplementary 290+320 secondary 0+820"),
    Wide(
      "M5 CW-9 the secondary's minimum", .doubleColumn, 820, .oneBesideSecondary, 410, "primary 0+410 secondary 410+410"
    ) {
      $0.primaryWidth.fraction = 0.5
      $0.minimumSecondaryWidth = 400
    },
    Wide(
      "CW-1 SYS1-48 points win over the fraction", .doubleColumn, 1_200, .oneBesideSecondary, 350,
      "primary 0+350 secondary 350+850"
    ) {
      $0.primaryWidth.preferred = 350
      $0.primaryWidth.fraction = 0.1
    },
    Wide(
      "CW-2 CW-5 SYS1-8 SYS1-47 the whole width, at most 380", .classic, 1_194, .oneBesideSecondary, 380,
      "primary 0+380 secondary 380+814"
    ) {
      $0.primaryWidth.fraction = 1
      $0.primaryWidth.maximum = 380
    },
    Wide("CW-6 the minimum wins", .doubleColumn, 1_200, .oneBesideSecondary, 400, "primary 0+400 secondary 400+800") {
      $0.primaryWidth.minimum = 400
      $0.primaryWidth.maximum = 300
    },
    Wide(
      "CW-6 never wider than the window", .doubleColumn, 700, .oneOverSecondary, 700, "primary 0+700 secondary 0+700"
    ) {
      $0.primaryWidth.minimum = 900
    },
    Wide(
      "CW-3 CW-6 documented", .classic, 768, on: .iOS14, .oneBesideSecondary, 307.2,
      "primary 0+307.2 secondary 307.2+460.8"),
    Wide(
      "CW-3 CW-4 at most 320", .classic, 1_200, on: .iOS14, .oneBesideSecondary, 320, "primary 0+320 secondary 320+880"
    ) {
      $0.primaryWidth.preferred = 800
    },
    Wide("CW-8 trailing", .doubleColumn, 820, .oneBesideSecondary, 320, "primary 500+320 secondary 0+500") {
      $0.primaryEdge = .trailing
    },
    Wide("CW-11 over", .doubleColumn, 820, .oneOverSecondary, 320, "primary 0+320 secondary 0+820"),
    Wide(
      "CW-11 displaced", .tripleColumn, 1_000, on: .iOS14, .twoDisplaceSecondary, 320, and: 320,
      "primary 0+320 supplementary 320+320 secondary 640+680"),
    Wide("CW-11 alone", .tripleColumn, 820, .secondaryOnly, 280, and: 320, "secondary 0+820"),
  ]

  @Test(arguments: widths) func width(_ row: Wide) {
    let room = row.asked.room
    #expect(room.primaryWidth(in: row.asked.mode) == row.primary, "\(row.rule)")
    if row.supplementary > 0 {
      #expect(room.supplementaryWidth(in: row.asked.mode) == row.supplementary, "\(row.rule)")
    }
    let frames = room.frames(in: row.asked.mode).map { "\($0.column) \(short($0.x))+\(short($0.width))" }.joined(
      separator: " ")
    #expect(frames == row.frames, "\(row.rule)")
  }

  private func short(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
}
