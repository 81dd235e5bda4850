import Glibc

/// The entry point for libFuzzer, which has `main`. `NAVIGATION_FUZZ` selects the property: `http` or `json`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // libFuzzer detects a violation by the end of the process.
  if let violation = property(bytes) { fatalError(violation) }
  return 0
}

private let property: @Sendable ([UInt8]) -> String? =
  switch getenv("NAVIGATION_FUZZ").map({ String(cString: $0) }) {
  case "http": HTTPProperty.violation
  case "json": JSONProperty.violation
  case let other: fatalError("NAVIGATION_FUZZ is \(other ?? "not set"), not http or json")
  }
