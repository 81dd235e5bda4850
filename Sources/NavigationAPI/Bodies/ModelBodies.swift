import NavigationJSON
import NavigationModel

extension Transition: JSONBody {}
extension Outcome: JSONBody {}
extension VisibleScreen: JSONBody {}
extension Event: JSONBody {}
