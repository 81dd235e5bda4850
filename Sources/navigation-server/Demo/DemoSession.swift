import Commands
import HTTPMessages
import Navigation
import NavigationService
import SessionStorage

/// A session of `demo`, as the requests that create it.
struct DemoSession: Sendable {
  /// A short description.
  let title: String
  /// The body of `POST /v1/sessions`.
  let creation: String
  /// The bodies of `POST /v1/sessions/{sessionId}/transitions`, in order.
  let transitions: [String]

  /// The examples, in the order of output and of lists, newest first.
  static let all = [messenger, mail, news]

  /// Creates sessions in a store, through the requests of a client. Throws where an option leaves no room for them, and
  /// where a file is no such body.
  static func open(_ sessions: [DemoSession], in store: SessionStore) throws(OptionError) -> [(
    title: String, id: SessionID
  )] {
    // A service apart from the server's own, so that metrics, limits and log count only requests of clients.
    let service = NavigationService(
      store: store,
      configuration: ServiceConfiguration(
        uptime: { 0 }, now: Timestamp.now, random: { UInt64.random(in: .min ... .max) }))
    var opened: [(title: String, id: SessionID)] = []
    for session in sessions.reversed() { opened.append((session.title, try session.open(in: service))) }
    return opened.reversed()
  }

  private func open(in service: NavigationService) throws(OptionError) -> SessionID {
    let id = try post(creation, to: Endpoint(.createSession), of: service).sessionID
    for transition in transitions { _ = try post(transition, to: Endpoint(.applyTransition, of: id), of: service) }
    return id
  }

  private func post(
    _ body: String, to endpoint: Endpoint, of service: NavigationService
  ) throws(OptionError) -> TransitionRecord {
    let response: HTTPResponse
    do throws(HTTPRefusal) {
      let request = try HTTPRequest(
        .post, endpoint.path, fields: [(name: "Content-Type", value: "application/json")], body: Array(body.utf8))
      // The memory store commits at once.
      guard let answer = request.response(of: { await service.respond(to: $0) }) else {
        throw .malformedRequest(.incompleteRequest)
      }
      response = answer
    } catch { throw OptionError("\(title): \(error.detail)") }
    if let record = try? TransitionRecord(answer: response.body) { return record }
    let problem = try? Problem(json: JSONDocument(response.body).root)
    let isOfFile = response.status == .badRequest || response.status == .unprocessableContent
    throw OptionError(
      "\(title): \(problem?.sentences ?? "") (\(problem?.code ?? "\(response.status)"))",
      exit: isOfFile ? .data : .usage)
  }
}

extension DemoSession {
  /// A body of `POST /v1/sessions` or a snapshot in a file.
  init(file: String) throws(OptionError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Files.read(file) } catch {
      throw OptionError("\(file): \(error.reason)", exit: .noInput)
    }
    self.init(title: file, creation: String(decoding: bytes, as: UTF8.self), transitions: [])
  }
}

extension ServerOptions {
  /// These options where they suit the demo: a browser opens it without a key, and its sessions end with the process.
  func forDemo() throws(OptionError) -> ServerOptions {
    guard storeChoice == .memory else {
      throw OptionError("demo keeps its sessions in memory, not in \(OptionName("store"))")
    }
    guard apiKeyFile == nil else {
      throw OptionError("demo serves all clients: there is no owner for \(OptionName("api-key-file"))")
    }
    guard passedSocket == nil else {
      throw OptionError("demo is for a browser, and listens on no socket of LISTEN_FDS")
    }
    guard unixSocket == nil else {
      throw OptionError("demo is for a browser, which does not open \(OptionName("unix-socket"))")
    }
    return self
  }
}
