//go:build !unix

package usage

import (
	"testing"
	"time"
)

// Spent skips the test: this system does not tell.
func Spent(t testing.TB) time.Duration {
	t.Skip("the processor time of the process is only known on Unix")
	return 0
}
