/// The closed set of the service's problems; the raw value is the `code` on the wire.
public enum ProblemCode: String, CaseIterable, Hashable, Sendable {
  // Requests.
  case malformedRequest = "malformed-request"
  case malformedJSON = "malformed-json"
  case invalidBody = "invalid-body"
  case invalidParameter = "invalid-parameter"
  case invalidHeader = "invalid-header"
  case unauthenticated
  case originRefused = "origin-refused"
  case noSuchResource = "no-such-resource"
  case noSuchSession = "no-such-session"
  case noSuchRevision = "no-such-revision"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case requestTimeout = "request-timeout"
  case revisionGone = "revision-gone"
  case staleRevision = "stale-revision"
  case bodyTooLarge = "body-too-large"
  case targetTooLong = "target-too-long"
  case unsupportedMediaType = "unsupported-media-type"
  case expectationFailed = "expectation-failed"
  case hostNotAllowed = "host-not-allowed"
  case rateLimited = "rate-limited"
  case headTooLarge = "head-too-large"
  case unknownMethod = "unknown-method"
  case unknownTransferCoding = "unknown-transfer-coding"
  case unsupportedHTTPVersion = "unsupported-http-version"

  // Refusals by the model.
  case noSuchController = "no-such-controller"
  case noTarget = "no-target"
  case wrongKind = "wrong-kind"
  case wrongStyle = "wrong-style"
  case noSuchColumn = "no-such-column"
  case columnTaken = "column-taken"
  case duplicateController = "duplicate-controller"
  case cannotPush = "cannot-push"
  case cannotContain = "cannot-contain"
  case notInStack = "not-in-stack"
  case emptyContainer = "empty-container"
  case childNeverShown = "child-never-shown"
  case alreadyPresenting = "already-presenting"
  case notOnDisplay = "not-on-display"
  case unknownDevice = "unknown-device"
  case noSuchMultitasking = "no-such-multitasking"
  case noSuchPose = "no-such-pose"
  case noSuchDetent = "no-such-detent"
  case notASheet = "not-a-sheet"
  case invalidSize = "invalid-size"
  case controllerLimit = "controller-limit"
  case sessionTooLarge = "session-too-large"
  case batchLimit = "batch-limit"
  case notInBatch = "not-in-batch"
  case unknownSchema = "unknown-schema"
  case invalidRoutes = "invalid-routes"
  case noSuchRoute = "no-such-route"
  case invalidParams = "invalid-params"
  case noSuchCondition = "no-such-condition"
  case conditionUnmet = "condition-unmet"
  case idempotencyKeyReused = "idempotency-key-reused"

  // The service.
  case `internal` = "internal"
  case draining
  case sessionLimit = "session-limit"
  case connectionLimit = "connection-limit"
  case bufferLimit = "buffer-limit"
  case subscriberLimit = "subscriber-limit"
  case explorationLimit = "exploration-limit"
  case storeUnavailable = "store-unavailable"
  case storeFull = "store-full"

  /// The problem's `type`: the path of its page.
  public var type: String { Endpoint(self).path }
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
