/// The bytes of a file that is compiled in.
///
/// - Parameter start: an array of C with `count` bytes.
func compiledFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  // SAFETY: the arrays are constants with static storage, and their length is beside them.
  Array(UnsafeBufferPointer(start: start, count: count))
}
