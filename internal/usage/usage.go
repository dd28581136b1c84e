// Package usage says what a process has used so far, for benchmarks that share a machine. It is for
// tests only.
package usage

import (
	"runtime/metrics"
	"syscall"
	"testing"
	"time"
)

// Spent is the processor time of the process.
func Spent(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Allocated is how many bytes the process has allocated.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
