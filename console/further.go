package console

import "slices"

// furtherRoutes lists the pages beside the main flows.
func furtherRoutes() []route {
	return slices.Concat(
		batchRoutes(), reviewRoutes(), settingsRoutes(), usageRoutes(), webhookRoutes(), memberRoutes(), shareLinkRoutes(),
		supplierRoutes(), operationRoutes(), verificationRoutes(),
	)
}
