import Navigation

extension Design {
  /// The app as it starts, in its own window. Throws where its tree is invalid.
  ///
  /// - Parameter showsHidden: whether everything that is not on display is drawn beside the window.
  public func picture(showsHidden: Bool = false) throws(Problem) -> SessionPicture {
    do throws(Rejection) {
      return SessionPicture(of: try app.open().session, showsHidden: showsHidden, routes: app.routes)
    } catch { throw app.problem(of: error) }
  }
}
