import HTTPMessages
import NavigationAPI

/// The subcommand `pictures`: the cost of a session's picture, from request to response, and the bytes that the
/// inspector's page loads.
struct PictureBenchmark: Benchmark {
  private let stopwatch: Stopwatch

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    stopwatch = Stopwatch(samples: options.isQuick ? 11 : 1_001)
  }

  private static let pictures: [PictureQuery] = [
    PictureQuery(format: .svg), PictureQuery(format: .svg, style: .embedded),
    PictureQuery(format: .svg, showsHidden: true), PictureQuery(),
  ]

  func measure() throws -> [Target] {
    let service = InProcessService()
    let path = try service.open()
    let reference = try InProcessService.request(path)
    var table = TextTable(columns: ["a messenger, a chat open", "µs", "× GET session", "bytes"])
    var targets: [Target] = []
    for picture in Self.pictures {
      let request = try InProcessService.request(path + "/picture" + picture.text)
      let bytes = try service.ask(request).body.count
      // The two requests alternate, so that their ratios share the noise.
      let times = try (0..<stopwatch.samples).map { _ in
        (
          try Stopwatch.nanoseconds { try service.ask(request).body.count },
          try Stopwatch.nanoseconds { try service.ask(reference).body.count }
        )
      }
      let (time, ratio) = (times.map(\.0).median / 1e3, times.map { $0 / $1 }.median)
      table.append(["picture" + picture.text, time.text(digits: 1), ratio.text(digits: 1), "\(bytes)"])
      guard picture == Self.pictures[0] else { continue }
      targets += [
        .atMost(100, " µs", "Picture as SVG", time, digits: 1),
        .atMost(10, " × GET session", "Picture as SVG", ratio, digits: 1),
        .atMost(20_000, " B", "Picture as SVG", Double(bytes)),
      ]
    }
    writeLine("\n" + table.text, to: 1)
    let page = try service.ask(try InProcessService.request(Endpoint.fixed(.getInspector).path)).body
    let text = String(decoding: page, as: UTF8.self)
    let files = InspectorFile.allCases.map { Endpoint.getInspectorFile($0).path }.filter { text.contains("\"\($0)\"") }
    let loaded = try files.reduce(page.count) { try $0 + service.ask(try InProcessService.request($1)).body.count }
    return targets + [.atMost(100_000, " B", "The inspector's page and its files", Double(loaded))]
  }
}
