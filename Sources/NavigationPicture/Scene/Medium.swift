/// What a scene is made for.
enum Medium: Hashable, Sendable {
  case svg
  /// Without what a device puts over its window, which would take lines from the content.
  case text
}
