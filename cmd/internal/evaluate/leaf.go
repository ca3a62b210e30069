package evaluate

import "encoding/json"

// Right reports whether a value is what is expected of the property at a path outside lists.
func Right(expected any, path []string, got any) bool {
	for _, name := range path {
		object, _ := expected.(map[string]any)
		expected = object[name]
	}
	if n, ok := got.(json.Number); ok && n == "" {
		return false
	}
	return !empty(expected) && equal(expected, got)
}
