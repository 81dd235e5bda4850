/// Every option as a variable, commented out: `/etc/default/navigation-server` of the Debian package.
enum EnvironmentFile {
  static var text: String {
    let entries = Option.all.map { option in
      """
      # \(option.help)\(option.isRepeatable ? ", with commas" : "")\(option.isPlace ? "; not beside navigation-server.socket" : "")
      #\(option.variable)=\(option.placeholder ?? "true")

      """
    }
    return """
      # Variables of navigation-server, which navigation-server.service reads when it starts. Defaults are in brackets. Remove
      # the "#" to set a variable.

      \(entries.joined(separator: "\n"))
      """
  }
}
