//go:build unix

package usage

import (
	"syscall"
	"testing"
	"time"
)

// Spent is the processor time of the process.
func Spent(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
