import Foundation
@testable import Navigation
import SeededRandom
import Testing

/// D-360 to D-362 on random tables and URLs, beside a reader of the tests' own that tries every path.
@Suite struct LinkFuzzTests {
  /// A table as an app has it.
  struct Table {
    var routes: [(name: String, paths: [String])]
    var prefixes: [String]
    /// The params that are declared.
    var declared: [String]

    var json: String {
      let types = #""params": {\#(declared.map { "\"\($0)\": \"string\"" }.joined(separator: ", "))}"#
      let routes = routes.map { route in
        let paths = route.paths.map { "\"\($0)\"" }.joined(separator: ", ")
        return
          #""\#(route.name)": {\#(route.paths.count == 1 ? "\"path\": \(paths)" : "\"paths\": [\(paths)]"), \#(types)}"#
      }
      let prefixes = prefixes.map { "\"\($0)\"" }.joined(separator: ", ")
      return #"{"routes": {\#(routes.joined(separator: ", "))}, "prefixes": [\#(prefixes)]}"#
    }
  }

  /// Tables of each seed, and URLs of each table.
  static let (tables, urls) = (60, 110)

  @Test(arguments: 0..<TestLength.steps(16)) func `D-360: any table and any URL are read as every path is tried`(
    seed: Int
  ) throws {
    var random = Seeded(UInt64(0x11F0 + seed))
    var (taken, found, printed, pointers): (Int, Int, Int, Set<String>) = (0, 0, 0, [])
    while taken < Self.tables {
      let table = Table(&random)
      let reference = LinkReference(table)
      let document = try JSONDocument(Array(table.json.utf8)).root
      var reader = try document.object()
      let read: ScreenRoutes?
      do throws(BodyRefusal) { read = try ScreenRoutes(members: &reader) } catch {
        guard case .routes(_, let pointer) = error else { throw error }
        #expect(pointer == reference.fault, "\(table.json)")
        #expect(try document.value(at: pointer) != nil, "\(pointer) in \(table.json)")
        pointers.insert(pointer)
        continue
      }
      try #require(reference.fault == nil, "taken: \(table.json)")
      let routes = try #require(read)
      taken += 1
      var places: Set<LinkReference.Place> = []
      for _ in 0..<Self.urls {
        let url = table.url(&random)
        let place = reference.open(url)
        let target = try? LinkTarget.all(.url(url), in: routes)[0].chain.last
        try #require(LinkReference.Place(target ?? nil) == place, "\(url) in \(table.json)")
        guard let place else { continue }
        found += 1
        guard places.insert(place).inserted else { continue }
        let params = place.params.map { Params.Member(name: $0.key, json: "\"\($0.value)\"") }
        let screen = Controller.screen("s", route: place.route, params: Params(members: params)).screen
        let own = screen.flatMap(routes.url)
        try #require(own == reference.url(of: place), "\(url) in \(table.json)")
        if own != nil { printed += 1 }
      }
    }
    #expect(found > 2_000 && printed > 300 && pointers.count > 5)
  }

  /// Bytes that URLs are made of, and others.
  @Test(arguments: 0..<2) func `D-361: any bytes are read as every path is tried`(seed: Int) throws {
    var random = Seeded(UInt64(0xB17E + seed))
    let scalars = Array("/%2fabA?#&=:@.-[]1é\u{0} ".unicodeScalars)
    let words = ["a", "b", "/", "://", "https", "x", "en", "/en", "exp://h", "?q=", "%61", "shop.example"]
    for _ in 0..<40 {
      let table = Table(&random)
      let reference = LinkReference(table)
      var reader = try JSONDocument(Array(table.json.utf8)).root.object()
      guard let routes = try? ScreenRoutes(members: &reader) else { continue }
      for _ in 0..<200 {
        let url = (0..<Int.random(in: 0...7, using: &random)).map { _ in
          Bool.random(using: &random)
            ? words.randomElement(using: &random) ?? "" : String(scalars.randomElement(using: &random) ?? "/")
        }.joined()
        let target = try? LinkTarget.all(.url(url), in: routes)[0].chain.last
        try #require(LinkReference.Place(target ?? nil) == reference.open(url), "\(url) in \(table.json)")
      }
    }
  }
}

extension LinkFuzzTests.Table {
  private static let segments = ["a", "b", "en", "{x}", "{x}", "{y}"]

  init(_ random: inout Seeded) {
    func one(of words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    routes = ["r", "s", "t"].prefix(Int.random(in: 1...3, using: &random)).map { name in
      let count = [1, 1, 2, 3].randomElement(using: &random) ?? 1
      // Of several paths most have the same params.
      let shared = (0..<Int.random(in: 0...2, using: &random)).map { _ in one(of: Self.segments) }
      let paths = (0..<count).map { _ in
        var parts = Int.random(in: 0..<5, using: &random) == 0 ? [one(of: Self.segments)] : shared
        if Bool.random(using: &random) { parts.insert(one(of: ["a", "b", "en"]), at: 0) }
        if Bool.random(using: &random) { parts.append(one(of: ["a", "b", "c"])) }
        if Int.random(in: 0..<3, using: &random) == 0 { parts.append(one(of: ["{o?}", "{o?}", "{p?}"])) }
        var seen: Set<String> = []
        return "/" + parts.filter { !$0.hasPrefix("{") || seen.insert($0).inserted }.joined(separator: "/")
      }
      return (name, paths)
    }
    let known = ["/en", "/a", "/en/a", "https://h", "https://h/en", "https://H:1/b", "exp://h", "exp://H/a", "my://"]
    prefixes = (0..<Int.random(in: 0...3, using: &random)).map { _ in one(of: known) }
    declared = Bool.random(using: &random) ? ["o", "q"] : []
  }

  /// One that has a chance to be of the table.
  func url(_ random: inout Seeded) -> String {
    let starts = [
      "", "", "/", "/", "/en/", "/a/", "https://h/", "https://h:8/en/", "http://h/b/", "exp://h/", "exp:H/a/", "my://",
    ]
    var parts = (routes.randomElement(using: &random)?.paths.randomElement(using: &random) ?? "").split(separator: "/")
      .map(String.init)
    for index in parts.indices where parts[index].hasPrefix("{") || Int.random(in: 0..<8, using: &random) == 0 {
      parts[index] = ["a", "b", "en", "v", "%76", "w%2Fv", "h", ""].randomElement(using: &random) ?? "v"
    }
    if Int.random(in: 0..<6, using: &random) == 0 { parts = parts.dropLast() }
    let query = ["", "", "", "?o=1", "?q=a%26b&o=", "?x=n&p=2#f", "/"].randomElement(using: &random) ?? ""
    return (starts.randomElement(using: &random) ?? "") + parts.joined(separator: "/") + query
  }
}

/// What the rules say of a table, as slow as can be.
struct LinkReference {
  struct Place: Hashable {
    var route: String
    var params: [String: String]
  }

  private struct Path {
    var route: String
    var pointer: String
    var parts: [String]
  }

  private typealias Link = (scheme: String, host: String, parts: [String], query: [(String, String)])

  private let table: LinkFuzzTests.Table
  private let prefixes: [Link]
  /// In the order in which they are checked; an optional segment is two.
  private let paths: [Path]
  /// The pointer at the first fault.
  let fault: String?

  init(_ table: LinkFuzzTests.Table) {
    self.table = table
    prefixes = table.prefixes.compactMap(Self.read)
    var (paths, fault): ([Path], String?) = ([], nil)
    for route in table.routes {
      for (number, path) in route.paths.enumerated() {
        let pointer = "/routes/\(route.name)/" + (route.paths.count == 1 ? "path" : "paths/\(number)")
        if Self.needed(path) != Self.needed(route.paths[0]) { fault = fault ?? pointer }
        for parts in Self.forms(path) {
          let shape = parts.map { $0.hasPrefix("{") ? "{" : $0 }
          let isThere = paths.contains { $0.parts.map { $0.hasPrefix("{") ? "{" : $0 } == shape }
          if isThere { fault = fault ?? pointer }
          paths.append(Path(route: route.name, pointer: pointer, parts: parts))
        }
      }
    }
    (self.paths, self.fault) = (paths, fault)
  }

  private static func parts(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }

  private static func needed(_ path: String) -> Set<String> {
    Set(parts(path).filter { $0.hasPrefix("{") && !$0.hasSuffix("?}") })
  }

  /// The shorter one first.
  private static func forms(_ path: String) -> [[String]] {
    let parts = parts(path)
    guard let last = parts.last, last.hasSuffix("?}") else { return [parts] }
    return [parts.dropLast(), parts.dropLast() + [last.replacing("?", with: "")]]
  }

  private static func name(_ part: String) -> String { String(part.dropFirst().dropLast()) }

  /// Nil where it cannot be decoded.
  private static func read(_ url: String) -> Link? {
    let whole = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    var (scheme, host, rest) = ("", "", whole)
    if let colon = whole.firstIndex(of: ":"), whole.first?.isLetter == true,
      whole[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    {
      (scheme, rest) = (whole[..<colon].lowercased(), whole[colon...].dropFirst())
      if ["http", "https"].contains(scheme) {
        rest = rest.drop { $0 == "/" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        (host, rest) = (plain(String(authority)), rest[authority.endIndex...])
      }
    }
    let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var query: [(String, String)] = []
    for member in (halves.count == 2 ? halves[1] : "").split(separator: "&") {
      let pair = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let name = pair[0].removingPercentEncoding,
        let value = (pair.count == 2 ? pair[1] : "").removingPercentEncoding
      else { return nil }
      query.append((name, value))
    }
    let parts = (halves.first ?? "").split(separator: "/").map { String($0).removingPercentEncoding }
    guard !parts.contains(nil) else { return nil }
    return (scheme, host, parts.compactMap { $0 }, query)
  }

  private static func plain(_ authority: String) -> String {
    var host = authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
    if let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy({ "0123456789".contains($0) }) {
      host = host[..<colon]
    }
    return host.lowercased()
  }

  func open(_ url: String) -> Place? { read(url: url)?.place }

  /// Also the path that is read.
  private func read(url: String) -> (place: Place, parts: [String])? {
    guard let link = Self.read(url) else { return nil }
    let cut =
      prefixes.compactMap { start -> Int? in
        guard start.scheme.isEmpty || start.scheme == link.scheme && start.host == link.host,
          start.parts.count <= link.parts.count
        else { return nil }
        let hasHost = !start.scheme.isEmpty && start.host.isEmpty
        let isSame = start.parts.indices.allSatisfy { index in
          start.parts[index] == link.parts[index]
            || (hasHost && index == 0 && Self.plain(start.parts[0]) == Self.plain(link.parts[0]))
        }
        return isSame ? start.parts.count : nil
      }.max() ?? 0
    let parts = Array(link.parts.dropFirst(cut))
    let fitting = paths.filter { path in
      path.parts.count == parts.count && zip(path.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    let order = { (path: Path) in path.parts.map { $0.hasPrefix("{") ? "1" : "0" }.joined() }
    guard let best = fitting.min(by: { order($0) < order($1) }) else { return nil }
    var place = Place(route: best.route, params: [:])
    for (part, text) in zip(best.parts, parts) where part.hasPrefix("{") { place.params[Self.name(part)] = text }
    let own = paths.filter { $0.route == best.route }.flatMap(\.parts).filter { ["{o}", "{p}"].contains($0) }
    for name in table.declared + own.map(Self.name) where place.params[name] == nil {
      place.params[name] = link.query.first { $0.0 == name }?.1
    }
    return (place, best.parts)
  }

  private static let plainCharacters = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))

  /// The first URL of the screen that leads back.
  func url(of place: Place) -> String? {
    let encoded = { (text: String) in text.addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? text }
    let own = table.routes.first { $0.name == place.route }?.paths.flatMap { Self.forms($0).reversed() } ?? []
    for parts in own {
      let texts = parts.map { $0.hasPrefix("{") ? place.params[Self.name($0)] ?? "" : $0 }
      if texts.contains("") { continue }
      let optional = own.joined().filter { ["{o}", "{p}"].contains($0) }.map(Self.name)
      var names: [String] = []
      for name in table.declared + optional where !parts.contains("{\(name)}") && !names.contains(name) {
        names.append(name)
      }
      let query = names.compactMap { name in place.params[name].map { "\(name)=\(encoded($0))" } }
      let path = "/" + texts.map(encoded).joined(separator: "/")
      let url = query.isEmpty ? path : path + "?" + query.joined(separator: "&")
      let params = parts.filter { $0.hasPrefix("{") }
      // Not by accident, where the query gives what the path means.
      if let read = read(url: url), read.place == place, read.parts.filter({ $0.hasPrefix("{") }) == params {
        return url
      }
    }
    return nil
  }
}

extension LinkReference.Place {
  init?(_ part: LinkTarget.Part?) {
    guard let part else { return nil }
    let texts = part.params.members.map { ($0.name, JSONParamValues().text(of: $0.json)) }
    self.init(route: part.route.name, params: Dictionary(uniqueKeysWithValues: texts))
  }
}

extension JSONValue {
  /// Nil where a pointer leads nowhere.
  fileprivate func value(at pointer: String) throws -> JSONValue? {
    var value: JSONValue? = self
    for token in pointer.split(separator: "/") {
      if let index = Int(token) {
        value = try value.flatMap { Array(try $0.elements) }.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      } else {
        var reader = try value?.object()
        value = reader?.given(String(token)).flatMap { $0.isNull ? nil : $0 }
      }
    }
    return value
  }
}
