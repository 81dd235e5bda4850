import HTTPMessages
import NavigationAPI

/// The subcommand `pictures`: a session as a picture, from request to response, and how much the inspector's page loads.
struct PictureBenchmark: Benchmark {
  /// Requests of one sample, so that reading the clock hardly counts.
  private static let calls = 16

  private let samples: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: [], flags: ["quick"]) else { return nil }
    samples = options.has("quick") ? 11 : 1_001
  }

  private static let pictures: [PictureQuery] = [
    PictureQuery(format: .svg), PictureQuery(format: .svg, style: .embedded), PictureQuery(format: .svg, showsHidden: true), PictureQuery(),
  ]

  func measure() throws -> [Target] {
    let service = InProcessService()
    let created = try service.ask(try InProcessService.request("/v1/sessions", body: ExampleSession.creation))
    let path = created.value(of: "Location") ?? ""
    _ = try service.ask(try InProcessService.request(path + "/transitions", body: ExampleSession.showDetail()))
    let reference = try InProcessService.request(path)
    var table = TextTable(columns: ["a messenger, a chat open", "µs", "× GET session", "bytes"])
    var targets: [Target] = []
    for picture in Self.pictures {
      let target = path + "/picture" + picture.text
      let bytes = try service.ask(try InProcessService.request(target)).body.count
      let times = try compare(try InProcessService.request(target), reference, service)
      table.append([
        "picture" + picture.text, times.microseconds.text(digits: 1), times.ratio.text(digits: 1), "\(bytes)",
      ])
      guard picture == Self.pictures[0] else { continue }
      targets += [
        .atMost(100, " µs", "Picture as SVG", times.microseconds, digits: 1),
        .atMost(10, " × GET session", "Picture as SVG", times.ratio, digits: 1), .atMost(20_000, " B", "Picture as SVG", Double(bytes)),
      ]
    }
    writeLine(table.text, to: 1)
    return targets + [.atMost(100_000, " B", "The inspector's page and its files", Double(try pageBytes(of: service)))]
  }

  private func pageBytes(of service: InProcessService) throws -> Int {
    let page = try service.ask(try InProcessService.request(Endpoint.getInspector.path)).body
    let text = String(decoding: page, as: UTF8.self)
    let files = InspectorFile.allCases.map { Endpoint.getInspectorFile($0).path }.filter { text.contains("\"\($0)\"") }
    return try files.reduce(page.count) { try $0 + service.ask(try InProcessService.request($1)).body.count }
  }

  /// The medians of a request's time and of its quotients by the reference's, which share their noise: the two are asked by turns.
  private func compare(
    _ request: HTTPRequest, _ reference: HTTPRequest, _ service: InProcessService
  ) throws -> (microseconds: Double, ratio: Double) {
    var (times, ratios): ([Double], [Double]) = ([], [])
    for _ in 0..<samples {
      let (own, other) = (try time(request, service), try time(reference, service))
      times.append(own)
      ratios.append(own / other)
    }
    return (times.median, ratios.median)
  }

  /// Microseconds of one request.
  private func time(_ request: HTTPRequest, _ service: InProcessService) throws -> Double {
    let start = MonotonicClock.now()
    for _ in 0..<Self.calls { _ = try service.ask(request) }
    return Double(MonotonicClock.now() - start) / 1_000 / Double(Self.calls)
  }
}
