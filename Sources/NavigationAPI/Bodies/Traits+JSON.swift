import NavigationJSON
import NavigationModel

extension Traits {
  /// The members `horizontalSizeClass`, `verticalSizeClass`, `width` and `height`; the scale is the device's.
  init(members reader: inout BodyReader, scale: Int) throws(BodyRefusal) {
    let horizontal = try reader.requireWord("horizontalSizeClass", SizeClass.self)
    let vertical = try reader.requireWord("verticalSizeClass", SizeClass.self)
    let size = Size(width: try reader.require("width").readDouble(), height: try reader.require("height").readDouble())
    self.init(horizontal: horizontal, vertical: vertical, size: size, scale: scale)
  }
}

extension JSONWriter {
  mutating func traits(_ traits: Traits) {
    word("horizontalSizeClass", traits.horizontal)
    word("verticalSizeClass", traits.vertical)
    size(traits.size)
  }
}
