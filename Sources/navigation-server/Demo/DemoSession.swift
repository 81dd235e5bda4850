import HTTPMessages
import NavigationAPI
import NavigationJSON
import NavigationService
import SessionStorage

/// A session to look at, as the requests that make it.
struct DemoSession: Sendable {
  /// What it shows, in a few words.
  let title: String
  /// The body of `POST /v1/sessions`.
  let creation: String
  /// The bodies of `POST /v1/sessions/{sessionId}/transitions`, in order.
  let transitions: [String]

  /// As they are told of, and as lists have them, the newest first.
  static let all = [messenger, mail, news]

  /// Makes all of them in a store, as a client that sent these requests would. Throws where an option leaves no room
  /// for them.
  static func open(in store: SessionStore) throws(OptionError) -> [(title: String, id: SessionID)] {
    // None of the server's own: what it counts, limits and logs is what others ask for.
    let service = NavigationService(
      store: store,
      configuration: ServiceConfiguration(
        uptime: { 0 }, now: Timestamp.now, random: { UInt64.random(in: .min ... .max) }))
    var opened: [(title: String, id: SessionID)] = []
    for session in all.reversed() { opened.append((session.title, try session.open(in: service))) }
    return opened.reversed()
  }

  private func open(in service: NavigationService) throws(OptionError) -> SessionID {
    let id = try Self.post(creation, to: .createSession, of: service).sessionID
    for transition in transitions { _ = try Self.post(transition, to: .applyTransition(id), of: service) }
    return id
  }

  private static func post(
    _ body: String, to endpoint: Endpoint, of service: NavigationService
  ) throws(OptionError) -> TransitionRecord {
    let response: HTTPResponse
    do throws(HTTPRefusal) {
      let request = try HTTPRequest(
        .post, endpoint.path, fields: [(name: "Content-Type", value: "application/json")], body: Array(body.utf8))
      // The store in memory keeps a change at once.
      guard case .response(let answer) = service.respond(to: request) else {
        throw .malformedRequest(.incompleteRequest)
      }
      response = answer
    } catch { throw OptionError(message: "demo: \(error.detail)") }
    do throws(BodyRefusal) { return try TransitionRecord(answer: response.body) } catch {
      throw OptionError(message: "demo: a session cannot be made: \(String(decoding: response.body, as: UTF8.self))")
    }
  }
}

extension ServerOptions {
  /// The same, where the demo can do with it: a browser opens it, without a key, and what it shows ends with it.
  func forDemo() throws(OptionError) -> ServerOptions {
    guard storeChoice == .memory else {
      throw OptionError(message: "demo keeps its sessions in memory, not in \(OptionName("store"))")
    }
    guard apiKeyFile == nil else {
      throw OptionError(message: "demo is for everybody: there is no owner for \(OptionName("api-key-file"))")
    }
    guard passedSocket == nil else {
      throw OptionError(message: "demo is for a browser, and listens on no socket of LISTEN_FDS")
    }
    guard unixSocket == nil else {
      throw OptionError(message: "demo is for a browser, which does not open \(OptionName("unix-socket"))")
    }
    return self
  }
}
