// `import NavigationClient` is enough: controllers, layouts and ids are the model's, records and problems the contract's. Type aliases
// would not do, since initialisers, literals and leading-dot members are seen only where the module of their extension is imported.
@_exported public import NavigationAPI
@_exported public import NavigationModel
