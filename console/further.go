package console

// furtherRoutes lists the pages beside the main flows.
func furtherRoutes() []route { return nil }
