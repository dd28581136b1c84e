package testseed

import (
	"os"
	"runtime/debug"
)

// Tests make much garbage beside a small heap. Collecting at five times the heap that is alive instead of at twice takes
// a fifth of their processor time away. Whoever sets GOGC has the last word.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
