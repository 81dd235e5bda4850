import NavigationService
import Testing

/// Names of hosts and origins in the server's options.
@Suite struct NameTests {
  @Test(
    arguments: [
      ("nav.example", "nav.example"), ("NAV.Example:81", "nav.example:81"), ("a_b-c", "a_b-c"),
      ("10.0.0.1", "10.0.0.1"),
      ("[fe80::1]", "[fe80::1]"), ("[FE80::1]:8080", "[fe80::1]:8080"), ("", nil), (":80", nil), ("a:", nil),
      ("a:0", nil), ("a:080", nil),
      ("a:+8", nil), ("a:65536", nil), ("a:8:9", nil), ("http://a", nil), ("a/b", nil), ("u@a", nil), ("a b", nil),
      ("a%41", nil),
      ("[fe80::1", nil), ("[]", nil), ("[g::]", nil), ("[::1]x", nil), ("é.example", nil), ("\u{212A}", nil),
      ("*", nil),
    ] as [(String, String?)]) func hosts(text: String, name: String?)
  {
    #expect(HostName(text)?.text == name)
  }

  @Test(arguments: [
    ("https://app.example", true), ("http://localhost:5173", true), ("https://[::1]:8443", true),
    ("capacitor://localhost", true),
    ("http://a:443", true), ("*", false), ("null", false), ("", false), ("app.example", false),
    ("https://app.example/", false),
    ("https://app.example/path", false), ("https://app.example?x", false), ("https://u@app.example", false),
    ("https://APP.example", false),
    ("HTTPS://app.example", false), ("https://app.example:443", false), ("http://app.example:80", false),
    ("https://", false),
    ("://a", false), ("1a://b", false), ("https://a https://b", false), ("https://a,https://b", false),
    ("https://*.example", false),
    ("https://app.example:0", false), (" https://app.example", false),
  ]) func origins(text: String, isOne: Bool) {
    #expect(WebOrigin(text)?.text == (isOne ? text : nil))
  }
}
