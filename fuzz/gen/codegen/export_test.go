package codegen

var allPatterns = patterns

// Patterns are the names of the patterns.
func Patterns() (names []string) {
	for _, p := range allPatterns {
		names = append(names, p.name)
	}
	return names
}

// Only makes all cases of one pattern, until what it returns is called.
func Only(n int) (restore func()) {
	patterns = allPatterns[n : n+1]
	return func() { patterns = allPatterns }
}
