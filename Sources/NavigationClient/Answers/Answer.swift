/// An answer about one session with what the fields of the response say of it.
package struct Answer<Body: Sendable>: Sendable {
  package var body: Body
  /// The session's revision, from the `ETag`.
  package var revision: Int
  /// An earlier request with the same idempotency key was carried out, and this is what it was answered.
  package var isReplayed = false
}
