#if PostgreSQL
import Foundation
import Synchronization

/// A proxy to a server on a socket, which a test can cut and stall at any byte.
public final class PostgreSQLProxy: Sendable {
  /// The end of a connection, in bytes from the start of the next exchange that writes changes.
  public enum Cut: Sendable {
    /// After this number of request bytes.
    case question(Int)
    /// After this number of response bytes.
    case answer(Int)
  }

  /// The bytes that are held back.
  public enum Stall: Sendable { case all, answers }

  private struct State {
    var cut: Cut?
    var stall: Stall?
    var cancels = 0
    var cuts = 0
    /// Bytes of exchanges that completed while a cut was pending.
    var questionBytes = 0
    var answerBytes = 0
    var links: [WeakLink] = []
  }

  /// The folder with the proxy's socket.
  public let folder: String
  private let target: String
  private let listening: Int32
  private let state = Mutex(State())

  struct NoSocket: Error {}

  /// - Parameter target: the folder with the server's socket.
  public init(to target: String) throws {
    self.target = target
    var template = Array("/tmp/nav-proxy-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.withAddress(folder, { bind(listening, $0, $1) }) == 0, listen(listening, 64) == 0 else {
      throw NoSocket()
    }
    // Separate threads: they block, and Dispatch's threads are the engine's.
    Thread.detachNewThread { [listening, weak self] in
      while true {
        let client = accept(listening, nil, nil)
        guard client >= 0 else { return }
        if let self {
          self.take(client)
        } else {
          close(client)
        }
      }
    }
  }

  deinit {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
    unlink(folder + "/.s.PGSQL.5432")
    rmdir(folder)
  }

  private static func withAddress(_ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/.s.PGSQL.5432").utf8) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  public var uri: String { PostgreSQLCluster.uri([folder]) }

  /// Cuts the next exchange that writes changes.
  public func cut(_ cut: Cut?) { state.withLock { ($0.cut, $0.questionBytes, $0.answerBytes) = (cut, 0, 0) } }

  /// Closes all open connections.
  public func cutAll() {
    let links = state.withLock { state in
      state.cuts += 1
      return state.links
    }
    for link in links { link.link?.end() }
  }

  /// Holds back bytes; resumes with nil.
  public func stall(_ stall: Stall?) { state.withLock { $0.stall = stall } }

  /// The numbers of cut connections and of cancel requests.
  public var counts: (cuts: Int, cancels: Int) { state.withLock { ($0.cuts, $0.cancels) } }

  /// Whether the exchange completed before the cut.
  public var isCutPending: Bool { state.withLock { $0.cut != nil } }

  private final class Link: Sendable {
    let client: Int32
    let server: Int32
    /// Bytes since the exchange began; nil before.
    let exchange = Mutex<(asked: Int, answered: Int)?>(nil)
    /// The names of the prepared statements that write changes, each between zeros.
    private let writers = Mutex<[[UInt8]]>([])

    init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

    func end() { for descriptor in [client, server] { shutdown(descriptor, Int32(SHUT_RDWR)) } }

    deinit { for descriptor in [client, server] { close(descriptor) } }

    /// Whether a message runs a statement that writes changes, or prepares one.
    func isWrite(_ message: ArraySlice<UInt8>) -> Bool {
      writers.withLock { writers in
        if message.first == UInt8(ascii: "P"), PostgreSQLProxy.contains(message, PostgreSQLProxy.mark) {
          writers.append([0] + message.dropFirst(5).prefix { $0 != 0 } + [0])
          return true
        }
        return writers.contains { PostgreSQLProxy.contains(message, $0) }
      }
    }
  }

  private struct WeakLink { weak var link: Link? }

  private func take(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let link = Link(client: client, server: server)
    guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
    state.withLock { state in
      state.links.removeAll { $0.link == nil }
      state.links.append(WeakLink(link: link))
    }
    for isAsking in [true, false] {
      Thread.detachNewThread { [weak self] in Self.forward(link, isAsking: isAsking) { self } }
    }
  }

  private static let cancel: [UInt8] = [0, 0, 0, 16, 4, 210, 22, 46]
  /// What the texts of statements that write changes have.
  private static let mark = Array("INSERT INTO records(".utf8)

  private static func forward(_ link: Link, isAsking: Bool, _ proxy: () -> PostgreSQLProxy?) {
    let (from, to) = isAsking ? (link.client, link.server) : (link.server, link.client)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    defer { link.end() }
    while true {
      let count = read(from, &buffer, buffer.count)
      guard count > 0, let proxy = proxy() else { return }
      while proxy.state.withLock({ $0.stall == .all || $0.stall == .answers && !isAsking }) { usleep(5_000) }
      let (allowed, isCut) = proxy.allowance(link, buffer[..<count], isAsking: isAsking)
      var sent = 0
      while sent < allowed {
        let written = send(to, Array(buffer[sent..<allowed]), allowed - sent, Int32(MSG_NOSIGNAL))
        guard written > 0 else { return }
        sent += written
      }
      if isCut { return }
    }
  }

  /// The number of bytes to forward, and whether the connection ends after them.
  private func allowance(_ link: Link, _ bytes: ArraySlice<UInt8>, isAsking: Bool) -> (Int, Bool) {
    state.withLock { state in
      if isAsking, bytes.count >= 16, bytes.starts(with: Self.cancel) { state.cancels += 1 }
      let isWrite = isAsking && link.isWrite(bytes)
      guard let cut = state.cut else { return (bytes.count, false) }
      return link.exchange.withLock { exchange in
        if exchange == nil, isWrite { exchange = (0, 0) }
        guard let (asked, answered) = exchange else { return (bytes.count, false) }
        let limit: Int?
        switch (cut, isAsking) {
        case (.question(let count), true): limit = count - asked
        case (.answer(let count), false): limit = count - answered
        case (.question, false), (.answer, true): limit = nil
        }
        exchange = isAsking ? (asked + bytes.count, answered) : (asked, answered + bytes.count)
        guard let limit, limit <= bytes.count else { return (bytes.count, false) }
        state.cut = nil
        state.cuts += 1
        return (max(0, limit), true)
      }
    }
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ mark: [UInt8]) -> Bool {
    guard bytes.count >= mark.count else { return false }
    return bytes.indices.dropLast(mark.count - 1).contains {
      bytes[$0] == mark[0] && bytes[$0..<($0 + mark.count)].elementsEqual(mark)
    }
  }
}
#endif
