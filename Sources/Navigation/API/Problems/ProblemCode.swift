/// The closed set of the service's problems.
public enum ProblemCode: RawRepresentable, CaseIterable, Hashable, Sendable {
  // Requests.
  case malformedRequest, malformedJSON, invalidBody, invalidParameter, invalidHeader, unauthenticated, originRefused
  case noSuchResource, noSuchSession, noSuchRevision, methodNotAllowed, notAcceptable, requestTimeout, revisionGone
  case staleRevision, bodyTooLarge, targetTooLong, unsupportedMediaType, expectationFailed, hostNotAllowed
  case rateLimited, headTooLarge, unknownMethod, unknownTransferCoding, unsupportedHTTPVersion

  // Refusals by the model.
  case noSuchController, noTarget, wrongKind, wrongStyle, noSuchColumn, columnTaken, duplicateController, cannotPush
  case cannotContain, notInStack, emptyContainer, childNeverShown, alreadyPresenting, notOnDisplay, unknownDevice
  case noSuchMultitasking, noSuchPose, noSuchDetent, notASheet, invalidSize, controllerLimit, sessionTooLarge
  case batchLimit, notInBatch, unknownSchema, invalidRoutes, noSuchRoute, invalidParams, noSuchCondition
  case conditionUnmet, idempotencyKeyReused

  // The service.
  case `internal`, draining, sessionLimit, connectionLimit, bufferLimit, subscriberLimit, explorationLimit
  case storeUnavailable, storeFull

  /// Nil for a code that this version does not know.
  public init?(rawValue: String) {
    guard let code = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = code
  }

  public var rawValue: String { row.code }
  public var status: Int { row.status }
  public var title: String { row.title }

  /// The problem's `type`: the path of its page.
  public var type: String { Endpoint(self).path }

  /// The `code` on the wire, the HTTP status, and the title, which every occurrence has (RFC 9457 §3.1.3).
  private var row: (code: String, status: Int, title: String) {
    switch self {
    case .malformedRequest: ("malformed-request", 400, "The request is not valid HTTP")
    case .malformedJSON: ("malformed-json", 400, "The body is not JSON")
    case .invalidBody: ("invalid-body", 400, "The body has the wrong shape")
    case .invalidParameter: ("invalid-parameter", 400, "A query parameter is not understood")
    case .invalidHeader: ("invalid-header", 400, "A header field is not understood")
    case .unauthenticated: ("unauthenticated", 401, "The request shows no key that the server knows")
    case .originRefused: ("origin-refused", 403, "Pages of this origin may not write")
    case .noSuchResource: ("no-such-resource", 404, "There is nothing at this path")
    case .noSuchSession: ("no-such-session", 404, "There is no such session")
    case .noSuchRevision: ("no-such-revision", 404, "The session has no such revision")
    case .methodNotAllowed: ("method-not-allowed", 405, "The resource has other methods")
    case .notAcceptable: ("not-acceptable", 406, "The answer has another media type")
    case .requestTimeout: ("request-timeout", 408, "The request took too long to arrive")
    case .revisionGone: ("revision-gone", 410, "The revision is not kept any more")
    case .staleRevision: ("stale-revision", 412, "The session has another revision")
    case .bodyTooLarge: ("body-too-large", 413, "The body is too large")
    case .targetTooLong: ("target-too-long", 414, "The request target is too long")
    case .unsupportedMediaType: ("unsupported-media-type", 415, "The body must be application/json")
    case .expectationFailed: ("expectation-failed", 417, "The expectation cannot be met")
    case .hostNotAllowed: ("host-not-allowed", 421, "The server does not answer for this host")
    case .rateLimited: ("rate-limited", 429, "The client sends too many requests")
    case .headTooLarge: ("head-too-large", 431, "The head of the request is too large")
    case .unknownMethod: ("unknown-method", 501, "The method is unknown")
    case .unknownTransferCoding: ("unknown-transfer-coding", 501, "The transfer coding is unknown")
    case .unsupportedHTTPVersion: ("unsupported-http-version", 505, "The HTTP version is not supported")
    case .noSuchController: ("no-such-controller", 422, "There is no such controller")
    case .noTarget: ("no-target", 422, "Nothing is there to take it")
    case .wrongKind: ("wrong-kind", 422, "The controller is of another kind")
    case .wrongStyle: ("wrong-style", 422, "The split view is of another style")
    case .noSuchColumn: ("no-such-column", 422, "The split view has no such column")
    case .columnTaken: ("column-taken", 422, "Another column holds the controller")
    case .duplicateController: ("duplicate-controller", 422, "The controller is there already")
    case .cannotPush: ("cannot-push", 422, "This controller cannot be pushed")
    case .cannotContain: ("cannot-contain", 422, "The container cannot hold this controller")
    case .notInStack: ("not-in-stack", 422, "The controller does not stand in the stack")
    case .emptyContainer: ("empty-container", 422, "The container would be empty")
    case .childNeverShown: ("child-never-shown", 422, "The child would never be on display")
    case .alreadyPresenting: ("already-presenting", 422, "The controller presents something already")
    case .notOnDisplay: ("not-on-display", 422, "It is not on display")
    case .unknownDevice: ("unknown-device", 422, "The device is not in the catalogue")
    case .noSuchMultitasking: ("no-such-multitasking", 422, "The device has no such multitasking state")
    case .noSuchPose: ("no-such-pose", 422, "The device does not fold")
    case .noSuchDetent: ("no-such-detent", 422, "The sheet has no such detent")
    case .notASheet: ("not-a-sheet", 422, "What is presented is no sheet")
    case .invalidSize: ("invalid-size", 422, "A window cannot have this size")
    case .controllerLimit: ("controller-limit", 422, "The session would have too many controllers")
    case .sessionTooLarge: ("session-too-large", 422, "The session would have too many bytes")
    case .batchLimit: ("batch-limit", 422, "The batch has too many transitions")
    case .notInBatch: ("not-in-batch", 422, "The transition cannot stand in a batch")
    case .unknownSchema: ("unknown-schema", 422, "The snapshot has an unknown schema")
    case .invalidRoutes: ("invalid-routes", 422, "The table of routes has a fault")
    case .noSuchRoute: ("no-such-route", 422, "The app has no such route")
    case .invalidParams: ("invalid-params", 422, "A param does not fit the route")
    case .noSuchCondition: ("no-such-condition", 422, "The app has no such condition")
    case .conditionUnmet: ("condition-unmet", 422, "A screen requires what does not hold")
    case .idempotencyKeyReused: ("idempotency-key-reused", 422, "The idempotency key was used for another request")
    case .internal: ("internal", 500, "The server made a mistake")
    case .draining: ("draining", 503, "The server is about to stop")
    case .sessionLimit: ("session-limit", 503, "The server has reached its limit of sessions")
    case .subscriberLimit: ("subscriber-limit", 503, "Too many requests wait for news of sessions")
    case .explorationLimit: ("exploration-limit", 503, "Too many searches are under way")
    case .storeUnavailable: ("store-unavailable", 503, "The server cannot keep changes now")
    case .storeFull: ("store-full", 507, "The server has no room to keep more")
    case .connectionLimit: ("connection-limit", 503, "The server has reached its limit of connections")
    case .bufferLimit: ("buffer-limit", 503, "The server has reached its limit of request bytes")
    }
  }

  /// The text of the page `/problems/{code}`: the cause, and what to do about it.
  public var explanation: String {
    switch self {
    case .malformedRequest:
      "The bytes on the connection are no request that HTTP/1.1 allows, so the server cannot tell where it ends. "
        + "The connection is closed. Check the program that writes the request; every HTTP library gets this right."
    case .malformedJSON:
      "The body is no JSON text as RFC 8259 has it, repeats a member name within one object, or is nested more than 64 deep. "
        + "The detail names the byte, and pointer the innermost value that had begun. Nothing was changed."
    case .invalidBody:
      "The body is JSON, but a member is missing, unknown, of another type, or a word outside its set. "
        + "The service guesses nothing: pointer leads to the value in question, and openapi.yaml states every shape. Nothing was changed."
    case .invalidParameter:
      "A parameter of the query is unknown here, given twice, or has a value that it cannot have. "
        + "The member parameter names it. Parameters are refused rather than ignored, so that a typing error does not pass unseen."
    case .invalidHeader:
      "A header field has a value that it cannot have; the member header names the field. "
        + "Entity tags stand in quotation marks: with curl, -H 'If-Match: \"3\"'. An Idempotency-Key has 1 to 255 visible ASCII characters. "
        + "A request has one line of Content-Type."
    case .unauthenticated:
      "The server answers only to clients that have a key. Send it as Authorization: Bearer and the key; with curl, "
        + "-H 'Authorization: Bearer …'. The operator gives keys out, in the file of \(OptionName("api-key-file"))."
    case .originRefused:
      "A web page of another origin than the server's own sent a request that could change something. "
        + "Start the server with \(OptionName("cors-origin")) and the page's origin to allow it. Programs that are no web pages send no Origin."
    case .noSuchResource:
      "No resource of the service has this path. The interface begins at /v1/sessions; /openapi.yaml lists all paths. "
        + "A slash at the end makes it another path."
    case .noSuchSession:
      "No session has this id. It may have been deleted, it may have expired, or it belongs to another client. "
        + "Create one with POST /v1/sessions."
    case .noSuchRevision:
      "The revision is later than the session's current one, which is its ETag: each accepted change makes one. "
        + "A client that was told of a later one talks to another server, or to one that has lost what it kept. Read the session anew."
    case .methodNotAllowed:
      "The path is right, but what is there does not answer this method. The header Allow lists the methods that it answers."
    case .notAcceptable:
      "The header Accept leaves out the only media type that the resource has, which the detail names. Nothing was changed. "
        + "Send no such header, or add that type or */* to it."
    case .requestTimeout:
      "The rest of the request did not arrive in time, and the server has closed the connection. "
        + "Nothing was changed. Send it again, all at once."
    case .revisionGone:
      "The server keeps the latest records of each session, 256 of them unless it was told otherwise, fewer where they are large, "
        + "or where the session itself is. The revision is older than those, or a later scroll of the same gesture has taken its place. "
        + "Where a request came again with its Idempotency-Key, it was accepted, and its answer is what is not kept. "
        + "The detail says what there is. Read the session as it is now, and go on from its revision."
    case .staleRevision:
      "If-Match names a revision that the session no longer has: another client changed it in the meantime. The member revision is the current one. "
        + "Read the session, decide anew, and send the request with the current tag. Nothing was changed."
    case .bodyTooLarge:
      "The body is larger than the server accepts; the detail names the limit. Nothing was changed, and the connection is closed. "
        + "The operator can raise the limit with \(OptionName("max-body"))."
    case .targetTooLong:
      "Path and query together are longer than the server accepts; the detail names the limit. The connection is closed."
    case .unsupportedMediaType:
      "A request with a body must say that it is JSON, with Content-Type: application/json. "
        + "With curl, --json does it. This also keeps web pages of other origins from posting here unasked. "
        + "The body is in UTF-8, so that a charset other than utf-8 is refused, and comes without a Content-Encoding."
    case .expectationFailed:
      "The header Expect asks for something other than 100-continue, which is the only expectation there is. The connection is closed."
    case .hostNotAllowed:
      "The Host of the request names neither this machine's loopback address nor a host that was allowed. "
        + "This keeps a web page from reaching the server by a name of its own. Start the server with \(OptionName("allowed-host")) and the "
        + "name to allow it."
    case .rateLimited:
      "The server counts the requests of each client, by its key or else by its address, and this one is over what was allowed. "
        + "Retry-After says in how many seconds the next may come. Nothing was changed. "
        + "The operator sets the limit with \(OptionName("rate-limit"))."
    case .headTooLarge:
      "The header fields are more, or longer, than the server accepts; the detail names the limit. The connection is closed."
    case .unknownMethod:
      "The server knows no method of this name. Methods are written in capitals. The connection is closed."
    case .unknownTransferCoding:
      "The body comes in a transfer coding other than chunked, which is the only one the server reads. The connection is closed."
    case .unsupportedHTTPVersion:
      "The server speaks HTTP/1.1 and HTTP/1.0. The connection is closed."
    case .noSuchController:
      "No controller of the session has the id that the transition names. Ids are listed in the session's root; "
        + "a controller that was popped is gone, unless it is parked."
    case .noTarget:
      "The transition left its target open, and around what was shown last there is no controller of the kind it needs. "
        + "Name the controller, or bring one on display first."
    case .wrongKind:
      "The transition needs a controller of another kind than the one it names, such as a stack where it names a screen. "
        + "The detail says which kind it needs."
    case .wrongStyle:
      "Columns are shown, hidden and laid out by name in a column style only; a classic split view has none of that, and a supplementary "
        + "column's members are for three columns."
    case .noSuchColumn:
      "A classic split view has a primary and a secondary column, a double column besides a compact one, and a triple column also a "
        + "supplementary one."
    case .columnTaken:
      "A controller that one column holds cannot be given to another. Show its column with showColumn, empty it, or give a "
        + "new controller."
    case .duplicateController:
      "Two controllers of one session cannot have the same id, and a controller cannot be put where it already stands. "
        + "Leave the id out, and the session makes one. Where the members \"in\" and \"kept\" say that the session keeps a controller with "
        + "that id, push, show and showDetail with the id alone bring it back."
    case .cannotPush:
      "A stack cannot be pushed on a stack, nor a split view, nor a controller that cannot leave its place. UIKit would raise an exception."
    case .cannotContain:
      "UIKit does not allow a child of this kind there. The detail names both controllers."
    case .notInStack:
      "A stack can only pop to a controller that is one of its own children. UIKit would raise an exception. "
        + "Of a tab bar and of top tabs it says that a tab or a page is none of theirs."
    case .emptyContainer:
      "A stack needs a root, a tab bar and a group of tabs at least one tab, a group something to show, top tabs at least one page. The last child can be replaced, not removed."
    case .childNeverShown:
      "Of a group of tabs that is not managed only the child of the root tab is ever on display: a tab in it has no child. "
        + "Leave the child out, or give the group managed."
    case .alreadyPresenting:
      "A controller presents one other at a time, and what is not to stand in a column or on a stack is presented by the root of the window, "
        + "or of the presented tree that holds the sender. Dismiss first, or name a screen of what is on top as the sender. "
        + "A window gets another root once nothing is presented over it: `dismisses` of `setRoot` dismisses all of it first."
    case .notOnDisplay:
      "The transition stands for something that a user taps or swipes, and a user cannot reach it now: it is covered or hidden. "
        + "Bring it on display first, or use the transition that the app's own code would."
    case .unknownDevice:
      "No device of the catalogue has this name. GET /v1/devices lists the names, as Apple writes them. "
        + "For any other window give width and height in place of a device."
    case .noSuchMultitasking:
      "Not every device has every state, some exist in one orientation only, and a phone has windows from iOS 27 on. "
        + "GET /v1/devices lists what each has."
    case .noSuchPose:
      "Only a device whose row in GET /v1/devices has poses can be closed, bent or open: iPhone Duo."
    case .noSuchDetent:
      "A sheet stands at one of its `detents`, which is `large` alone where none are set. The detail lists their ids."
    case .notASheet:
      "Only a sheet, and a popover that becomes one, has detents. An `adaptation` decides what stands there at compact height, "
        + "so such a sheet is not attached to the edge."
    case .invalidSize:
      "Width and height of a window are from 1 to 16384 points, and its scale from 1 to 4."
    case .controllerLimit:
      "A session has at most 2000 controllers, parked ones included, and at most 32 inside each other; a tab bar at most 256 tabs in groups, and those at most \(Limits.groupDepth) deep. "
        + "Pop or remove what is no longer needed."
    case .sessionTooLarge:
      "The server bounds the bytes of one session; the detail says how many it would have, and how many it may. "
        + "Its records have been let go of by then, and its state alone is too large. Nothing was changed. "
        + "Shorten titles and params, or remove what is no longer needed: a change that makes the session smaller is always taken. "
        + "The operator can raise the limit with \(OptionName("max-session-bytes"))."
    case .batchLimit:
      "A batch has at most as many transitions as the detail says. Send the rest as another batch."
    case .notInBatch:
      "undo, redo and revert put the state of another revision in place, so that nothing else can be part of the same change. "
        + "Send each as a request of its own. Nothing was changed."
    case .unknownSchema:
      "The schema of the snapshot is not \(Snapshot.schema): another version of the server wrote it. Restore it with that version."
    case .invalidRoutes:
      "A route is offered that the table lacks, or one that does not say how it opens; an offer has both or neither of route and closes, "
        + "or lacks a param that a title names, or has one that is not of its type; a style, replaces or endsWith stands where nothing is presented, or replaces would dismiss a parent; a parent is not in the table, above itself, or "
        + "of a route that cannot have one; two paths match one URL; or the table is too large. The detail says which, and pointer "
        + "leads there. Nothing was changed."
    case .noSuchRoute:
      "The session's table of routes lacks the route, or none of its paths fits the URL; a session that was created without a table "
        + "has none. Of http and https the host is no part of the path, of any other scheme it is the first segment. Nothing was changed."
    case .noSuchCondition:
      "The conditions of the session's table of routes have no such name. pointer leads to it. Nothing was changed."
    case .conditionUnmet:
      "A new window has a screen whose route requires a condition that does not hold: it is no part of a start, a snapshot or a new "
        + "root. Set the condition first, in the same batch, or leave the screen out. Nothing was changed."
    case .invalidParams:
      "A param of the route's path is missing, or a value is not of the type that the table declares. The detail names the param, and "
        + "pointer leads to it, or to the URL that has it. Nothing was changed."
    case .idempotencyKeyReused:
      "A request with this Idempotency-Key was accepted before, and it had another path, query or body. "
        + "Use a new key for each new request, and the same one only to repeat it."
    case .internal:
      "Something went wrong that is not the request's fault. The server's log has a line with the requestId of this problem. "
        + "Reading again is safe; repeat a write with an Idempotency-Key."
    case .draining:
      "The server finishes what it has begun and makes no new sessions. Send the request to another server, or again in a moment."
    case .sessionLimit:
      "No session was made. Delete sessions that are no longer needed, or wait until some expire. "
        + "The operator can raise the limits with \(OptionName("max-sessions")) and \(OptionName("max-memory-bytes"))."
    case .subscriberLimit:
      "The server has reached its limit of event streams and long polls; those that are open go on. "
        + "Try again after the time in Retry-After, or ask for the transitions now and then."
    case .explorationLimit:
      "Two searches of all states run at once, and four wait for their turn. Try again after the time in Retry-After, or run "
        + "navigation-server explore, which needs no server."
    case .storeUnavailable:
      "The store of the sessions does not work, or too many large requests wait for their turn: the detail says why, and what became "
        + "of the change. "
        + "Sessions can still be read where they are in memory. Try again after the time in Retry-After, with an Idempotency-Key."
    case .storeFull:
      "The disk or the file that stores the sessions is full. The change was not made, and nothing that was stored is lost. "
        + "Deleting sessions makes room in the file; the operator can make room on the disk, without a restart."
    case .connectionLimit:
      "Nothing was read from this connection, and it is closed. Retry-After says when to try again. "
        + "A client needs few connections if it keeps them open."
    case .bufferLimit:
      "The bodies that have arrived in part are too large together. The request was not read, and the connection is closed. "
        + "Retry-After says when to try again."
    }
  }
}

/// A server option with both its names, as an operator may use the command line or the environment.
public struct OptionName: Sendable, CustomStringConvertible {
  /// The name without its dashes.
  public let name: String
  /// A placeholder or example for the value; nil if it does not matter.
  private let value: String?

  public init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  /// The environment variable: `NAVIGATION_ALLOWED_HOST` for `allowed-host`.
  public var variable: String { "NAVIGATION_" + String(name.map { $0 == "-" ? "_" : Character($0.uppercased()) }) }

  /// Both names: `--store sqlite:PATH (NAVIGATION_STORE)`.
  public var description: String { "--" + name + (value.map { " " + $0 } ?? "") + " (\(variable))" }
}
