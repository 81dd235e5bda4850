import Commands

@main struct NavigationTool: NavigationProgram {}
