//go:build !unix

package usage

import (
	"testing"
	"time"
)

// Spent skips the benchmark: this system does not tell.
func Spent(b *testing.B) time.Duration {
	b.Skip("the processor time of the process is only known on Unix")
	return 0
}
