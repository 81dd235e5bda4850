#if PostgreSQL
import CPostgreSQL
import Glibc

/// A connection to one server.
///
/// It never cancels a query: cancelling the wait for the standby leaves a commit that is visible but can be lost.
// SAFETY: only the thread that has it uses it, taken out of a pool or handed on by one that does not use it any more.
final class PostgreSQLConnection: @unchecked Sendable {
  private static let connectMilliseconds = 2_000
  static let replyMilliseconds = 5_000

  private let handle: OpaquePointer
  /// The names of the statements that are prepared.
  private var prepared: [String: String] = [:]
  /// The timeline of the server's log; 0 if unknown.
  var timeline: UInt32 = 0
  /// Unusable: a reply was not fully read, or the connection is lost.
  private(set) var isBroken = false
  private let log = Warnings()

  /// Counts the server's warnings during a query.
  private final class Warnings { var count = 0 }

  /// Connects to one server, a primary or a standby.
  init(_ settings: [String: String], name: String) throws(PostgreSQLError) {
    handle = try Self.opened(settings, name: name)
    // SAFETY: the handle is closed before `log` is released.
    PQsetNoticeReceiver(
      handle,
      { log, result in
        guard let log, let severity = PQresultErrorField(result, Int32(UInt8(ascii: "V"))),
          strcmp(severity, "WARNING") == 0
        else { return }
        Unmanaged<Warnings>.fromOpaque(log).takeUnretainedValue().count += 1
      }, Unmanaged.passUnretained(log).toOpaque())
  }

  deinit {
    // `PQfinish` must not block on a server that does not read.
    if isBroken { shutdown(PQsocket(handle), Int32(SHUT_RDWR)) }
    PQfinish(handle)
  }

  private static func opened(_ settings: [String: String], name: String) throws(PostgreSQLError) -> OpaquePointer {
    var settings = settings
    settings["fallback_application_name"] = name
    settings["client_encoding"] = "UTF8"
    settings["tcp_user_timeout"] = settings["tcp_user_timeout"] ?? "5000"
    settings["keepalives_idle"] = settings["keepalives_idle"] ?? "5"
    settings["keepalives_interval"] = settings["keepalives_interval"] ?? "1"
    settings["keepalives_count"] = settings["keepalives_count"] ?? "5"
    let names = settings.map { strdup($0.key) }
    let values = settings.map { strdup($0.value) }
    defer { for text in names + values { free(text) } }
    let (keys, words) = ((names + [nil]).map { UnsafePointer($0) }, (values + [nil]).map { UnsafePointer($0) })
    let handle = PQconnectStartParams(keys, words, 0)
    guard let handle else { throw .init(.unreachable, "out of memory") }
    do throws(PostgreSQLError) { try finishConnecting(handle) } catch {
      PQfinish(handle)
      throw error
    }
    PQsetnonblocking(handle, 1)
    return handle
  }

  private static func finishConnecting(_ handle: OpaquePointer) throws(PostgreSQLError) {
    let deadline = milliseconds() + connectMilliseconds
    var wanted = Int16(POLLOUT)
    guard PQstatus(handle) != CONNECTION_BAD else { throw .init(.unreachable, message(of: handle)) }
    while true {
      guard isReady(PQsocket(handle), wanted, until: deadline) else {
        throw .init(.unreachable, "no connection in \(connectMilliseconds) ms")
      }
      switch PQconnectPoll(handle) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: wanted = Int16(POLLIN)
      case PGRES_POLLING_WRITING: wanted = Int16(POLLOUT)
      default: throw .init(.unreachable, message(of: handle))
      }
    }
  }

  /// Runs statements without parameters; rows are discarded.
  func execute(_ sql: String) throws(PostgreSQLError) {
    _ = try query { PQsendQuery(handle, sql) }
  }

  /// Runs a statement, prepared on first use.
  func run<each Value: BinaryValue>(_ sql: String, _ value: repeat (each Value)?) throws(PostgreSQLError) -> Reply {
    try run(sql, Parameters(repeat each value))
  }

  func run(_ sql: String, _ parameters: Parameters) throws(PostgreSQLError) -> Reply {
    let name = prepared[sql] ?? "s\(prepared.count)"
    if prepared[sql] == nil {
      _ = try query { PQsendPrepare(handle, name, sql, 0, nil) }
      prepared[sql] = name
    }
    return try query {
      parameters.bytes.withUnsafeBytes { bytes in
        let base = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        let values = parameters.places.map { place in
          place.flatMap { place in base.map { UnsafePointer($0 + place.lowerBound) } }
        }
        let lengths = parameters.places.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: lengths.count)
        return PQsendQueryPrepared(handle, name, Int32(lengths.count), values, lengths, formats, 1)
      }
    }
  }

  /// Inserts rows in `COPY`'s binary format; the server takes the first pieces while others are made.
  ///
  /// - Parameter table: its name and columns.
  func insert(into table: String, _ rows: any Sequence<[UInt8]>) throws(PostgreSQLError) {
    _ = try query(copying: rows) { PQsendQuery(handle, "COPY \(table) FROM STDIN (FORMAT binary)") }
  }

  /// The signature, flags and extensions in front of the rows of `COPY`, and what ends them.
  private static let copyStart = Array("PGCOPY\n".utf8) + [0xFF, 13, 10, 0] + [UInt8](repeating: 0, count: 8)
  private static let copyEnd: [UInt8] = [0xFF, 0xFF]

  private func copy(_ rows: any Sequence<[UInt8]>) throws(PostgreSQLError) {
    func put(_ bytes: [UInt8]) throws(PostgreSQLError) {
      let isTaken = bytes.withUnsafeBytes { PQputCopyData(handle, $0.baseAddress, Int32(bytes.count)) == 1 }
      guard isTaken else { throw lost() }
    }
    try put(Self.copyStart)
    for piece in rows where !piece.isEmpty { try put(piece) }
    try put(Self.copyEnd)
    guard PQputCopyEnd(handle, nil) == 1 else { throw lost() }
  }

  /// Sends a query and returns its last result.
  private func query(copying rows: any Sequence<[UInt8]> = [], _ send: () -> Int32) throws(PostgreSQLError) -> Reply {
    guard !isBroken else { throw .init(.unreachable, "the connection is lost") }
    let deadline = Self.milliseconds() + Self.replyMilliseconds
    log.count = 0
    guard send() == 1 else {
      isBroken = true
      // A part of the query may have been sent.
      throw .init(.doubtful, Self.message(of: handle))
    }
    var last: Reply?
    var failure: PostgreSQLError?
    while true {
      try awaitReply(until: deadline)
      guard let result = PQgetResult(handle) else { break }
      let reply = Reply(result)
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: last = reply
      case PGRES_COPY_IN: try copy(rows)
      default: failure = failure ?? Self.error(of: result, handle)
      }
    }
    // A commit whose wait for the standby was cancelled succeeds with a warning.
    if failure == nil, log.count > 0 { failure = .init(.doubtful, "a warning came with the answer") }
    if PQstatus(handle) == CONNECTION_BAD {
      failure = failure.map { $0.endsConnection ? $0 : $0.with(.doubtful) } ?? lost()
    }
    if let failure {
      if failure.endsConnection { isBroken = true }
      throw failure
    }
    guard let last else { throw lost() }
    return last
  }

  private func lost() -> PostgreSQLError {
    isBroken = true
    return .init(.doubtful, Self.message(of: handle))
  }

  /// Waits until the query is sent and the next result has arrived.
  private func awaitReply(until deadline: Int) throws(PostgreSQLError) {
    var isSent = false
    while true {
      if !isSent {
        let left = PQflush(handle)
        guard left >= 0 else { throw lost() }
        isSent = left == 0
      }
      if isSent, PQisBusy(handle) == 0 { return }
      guard Self.isReady(PQsocket(handle), Int16(POLLIN) | (isSent ? 0 : Int16(POLLOUT)), until: deadline) else {
        isBroken = true
        throw .init(.doubtful, "no answer in \(Self.replyMilliseconds) ms")
      }
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
  }

  private static func error(of result: OpaquePointer, _ handle: OpaquePointer) -> PostgreSQLError {
    guard let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else {
      return .init(.doubtful, message(of: handle))
    }
    let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) } ?? ""
    return PostgreSQLError(code: String(cString: code), message: text)
  }

  /// libpq's message in one line.
  private static func message(of handle: OpaquePointer) -> String {
    let text = String(cString: PQerrorMessage(handle))
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
    return lines.isEmpty ? "the connection is lost" : lines.joined(separator: " ")
  }

  /// The notifications received within the given time, each with the server process of its sender's connection; returns
  /// at the first ones.
  func notifications(within milliseconds: Int) throws(PostgreSQLError) -> [(sender: Int32, text: String)] {
    guard !isBroken else { throw .init(.unreachable, "the connection is lost") }
    if Self.isReady(PQsocket(handle), Int16(POLLIN), until: Self.milliseconds() + milliseconds) {
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
    var found: [(sender: Int32, text: String)] = []
    while let notify = PQnotifies(handle) {
      found.append((notify.pointee.be_pid, String(cString: notify.pointee.extra)))
      PQfreemem(notify)
    }
    return found
  }

  /// The server process of this connection.
  var process: Int32 { PQbackendPID(handle) }

  private static func isReady(_ descriptor: Int32, _ events: Int16, until deadline: Int) -> Bool {
    while true {
      var wanted = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&wanted, 1, Int32(clamping: max(0, deadline - milliseconds())))
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }

  static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}

struct PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The class of an error, by its remedy.
  enum Kind {
    /// No connection, or an unusable server; nothing was done.
    case unreachable
    /// The connection was lost or the reply timed out after sending: the query may have been executed.
    case doubtful
    /// Blocked by other transactions; nothing was done, and a retry may succeed.
    case contended
    /// The storage is full; nothing was done.
    case full
    /// A value or a row was rejected; nothing was done.
    case refused
    /// The database does not match this code: a table or a privilege is missing.
    case foreign
    /// Any other error; nothing was done.
    case other
  }

  let kind: Kind
  /// SQLSTATE; empty for errors of libpq.
  let code: String
  let message: String

  static let insufficientPrivilege = "42501"

  init(_ kind: Kind, code: String = "", _ message: String) {
    (self.kind, self.code, self.message) = (kind, code, message)
  }

  /// Classifies an error of the server.
  init(code: String, message: String) {
    let kind: Kind =
      switch (code.prefix(2), code) {
      // A server that shuts down, or whose operator ends the connection, may have committed.
      case (_, "57P01"), (_, "57P02"), (_, "57P05"), (_, "57014"), ("08", _), ("58", _), ("XX", _): .doubtful
      case (_, "57P03"), (_, "57P04"), (_, "25006"), (_, "53300"), ("28", _), (_, "3D000"): .unreachable
      case ("40", _), (_, "55P03"), (_, "55006"): .contended
      case (_, "53100"), (_, "53400"): .full
      case ("22", _), ("23", _), ("54", _): .refused
      case ("42", _), ("3F", _): .foreign
      default: .other
      }
    self.init(kind, code: code, message)
  }

  /// The same error in another class.
  func with(_ kind: Kind) -> PostgreSQLError { PostgreSQLError(kind, code: code, message) }

  /// Whether a retry may succeed, for idempotent queries.
  var mayPass: Bool { endsConnection || kind == .contended }

  /// Whether the connection is unusable afterwards.
  var endsConnection: Bool { kind == .unreachable || kind == .doubtful }

  /// One line: the class, PostgreSQL's message, and its code.
  var description: String { "\(summary): \(message)" + codeText }

  /// The class and the code only, for clients: the message may have addresses and names.
  var outline: String { summary + codeText }

  private var codeText: String { code.isEmpty ? "" : " (SQLSTATE \(code))" }

  private var summary: String {
    switch kind {
    case .unreachable: "PostgreSQL cannot be asked"
    case .doubtful: "PostgreSQL did not answer"
    case .contended: "others were in the way"
    case .full: "there is no room left"
    case .refused: "PostgreSQL refuses a value"
    case .foreign: "the database is not as it should be"
    case .other: "PostgreSQL refused"
    }
  }
}
#endif
