// The inspector.
