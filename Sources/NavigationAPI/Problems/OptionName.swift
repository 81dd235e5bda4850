/// An option of the server, by both of its names: an operator has a command line or an environment to write it in.
public struct OptionName: Sendable, CustomStringConvertible {
  /// Without the dashes.
  public let name: String
  /// What to give it; nil where that does not matter.
  private let value: String?

  public init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  /// `allowed-host` is `NAVIGATION_ALLOWED_HOST`.
  public var variable: String { "NAVIGATION_" + String(name.map { $0 == "-" ? "_" : Character($0.uppercased()) }) }

  /// `--store sqlite:PATH (NAVIGATION_STORE)`.
  public var description: String { "--" + name + (value.map { " " + $0 } ?? "") + " (\(variable))" }
}
