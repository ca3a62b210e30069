package openapi

import (
	_ "embed"
)

// Object is JSON.
type Object = map[string]any
