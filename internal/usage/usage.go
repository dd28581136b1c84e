// Package usage says what a process has used so far, for benchmarks and tests that share a machine. It is for
// tests only.
package usage

import (
	"runtime/metrics"
	"testing"
	"time"
)

// Allocated is how many bytes the process has allocated.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// Within fails the test if f takes more than most of processor time, that of tests beside it included. It is for
// algorithms that could be quadratic: most is many times what they take, and far less than a quadratic one would.
func Within(t testing.TB, most time.Duration, what string, f func()) {
	t.Helper()
	start := Spent(t)
	f()
	if d := Spent(t) - start; d > most {
		t.Errorf("%s took %v of the processor", what, d)
	}
}
