// Package usage says what a process has used so far, for benchmarks that share a machine. It is for
// tests only.
package usage

import "runtime/metrics"

// Allocated is how many bytes the process has allocated.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
