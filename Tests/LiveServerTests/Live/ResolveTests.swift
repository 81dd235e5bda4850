import Navigation
import Testing

extension LiveTests {
  @Suite struct ResolveTests {}
}

extension LiveTests.ResolveTests {
  /// A row of the table SC-7: devices, orientations and multitasking states with the same result.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var devices: [String]
    var orientations: [Orientation]
    var states: [Multitasking]
    var horizontal: SizeClass
    var collapsed: Bool

    init(
      _ name: String, _ devices: [String], _ orientations: [Orientation], _ states: [Multitasking],
      _ horizontal: SizeClass,
      collapsed: Bool
    ) {
      self.name = name
      self.devices = devices
      self.orientations = orientations
      self.states = states
      self.horizontal = horizontal
      self.collapsed = collapsed
    }

    var testDescription: String { name }
  }

  /// iPads of the table's time, and a recent one.
  static let pads = ["iPad Pro 9.7-inch", "iPad Air 2", "iPad Pro 11-inch (M4)"]
  static let both: [Orientation] = [.portrait, .landscape]

  static let rows: [Row] = [
    Row("iPad, full screen", pads, both, [.fullScreen], .regular, collapsed: false),
    Row("iPad, landscape, 2/3", pads, [.landscape], [.twoThirds], .regular, collapsed: false),
    Row("iPad, landscape, 1/2", pads, [.landscape], [.half], .compact, collapsed: true),
    Row(
      "iPad Pro 12.9, landscape, 1/2", ["iPad Pro 12.9-inch (1st generation)"], [.landscape], [.half], .regular,
      collapsed: false),
    Row("iPad, landscape, 1/3", pads, [.landscape], [.third], .compact, collapsed: true),
    Row("iPad, portrait, split", pads, [.portrait], [.third, .twoThirds], .compact, collapsed: true),
    Row("iPhone 6 Plus, landscape", ["iPhone 6 Plus"], [.landscape], [.fullScreen], .regular, collapsed: false),
    Row("iPhone 6 Plus, portrait", ["iPhone 6 Plus"], [.portrait], [.fullScreen], .compact, collapsed: true),
    Row("other iPhones", ["iPhone 5", "iPhone 6", "iPhone 6s"], both, [.fullScreen], .compact, collapsed: true),
  ]

  @Test(arguments: rows) func `SC-7`(_ row: Row) async throws {
    for name in row.devices {
      let device = try #require(Device(named: name))
      for orientation in row.orientations {
        for state in row.states {
          let environment = try Environment(place: .device(device, orientation, state))
          let answer = try await live.client.resolve(in: environment)
          #expect(
            answer.traits.horizontal == row.horizontal && answer.isCollapsed == row.collapsed,
            "\(name) \(orientation) \(state)")
        }
      }
    }
  }

  @Test func `a container's override collapses a split view in a wide window`() async throws {
    #expect(try await live.client.resolve(in: Environment()).isCollapsed == false)
    let narrow = TraitOverride.compactBelow(width: 2_000)
    #expect(try await live.client.resolve(in: Environment()) { $0.traitOverride = narrow }.isCollapsed)
  }

  @Test func `several windows take one request for every 64`() async throws {
    let client = try live.client
    let windows = try (0..<70).map {
      try Environment(place: .free(Size(width: 625 + Double($0), height: 700), .pad, scale: 2))
    }
    let answers = try await client.resolve(.doubleColumn, in: windows) { $0.primaryWidth.preferred = 300 }
    #expect(answers.map(\.traits.size) == windows.map(\.size))
    #expect(answers.map(\.isCollapsed) == windows.map { $0.size.width < Environment.regularWidth })
    #expect(try await client.resolve(in: []).isEmpty)
    let refused = await failure { try await client.resolve(in: windows) { $0.splitBehavior = .overlay } }
    #expect(refused?.code == .wrongStyle)
  }

  @Test func `columns have their modes, widths and frames`() async throws {
    let client = try live.client
    let answer = try await client.resolve(.tripleColumn, in: Environment()) { $0.primaryWidth.preferred = 300 }
    let columns = try #require(answer.columns)
    #expect(columns.displayMode == .twoBesideSecondary && columns.splitBehavior == .tile)
    #expect(columns.primaryWidth == 300 && columns.supplementaryWidth == 630)
    #expect(columns.frames.map(\.x) == [0, 0, 630.5])
    let refused = await failure { try await client.resolve(in: Environment()) { $0.splitBehavior = .overlay } }
    #expect(refused?.code == .wrongStyle)
  }
}
