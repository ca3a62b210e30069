package evaluate

// Right reports whether a value is what is expected of the property at a path outside lists.
func Right(expected any, path []string, got any) bool {
	for _, name := range path {
		object, _ := expected.(map[string]any)
		expected = object[name]
	}
	return !empty(expected) && equal(expected, got)
}
