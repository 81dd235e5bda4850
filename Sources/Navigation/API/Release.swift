/// This version of the package, its library and its programs.
public enum Release {
  /// That of the contract, `openapi.yaml`; a test compares the two.
  public static let version = "1.0.0"
}
