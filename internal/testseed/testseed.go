// Package testseed reads the numbers that random tests take from the environment. It is for tests
// only.
package testseed

import (
	"os"
	"strconv"
	"testing"
)

// Seed is TUFFY_SEED, 1 if it is not set. The test logs it.
func Seed(t testing.TB) uint64 {
	t.Helper()
	n := Number(t, "TUFFY_SEED", 1)
	t.Logf("seed %d (set TUFFY_SEED to change it)", n)
	return n
}

// Number is the number in an environment variable, n if it is not set. A text that is no number
// ends the test.
func Number(t testing.TB, name string, n uint64) uint64 {
	t.Helper()
	if v := os.Getenv(name); v != "" {
		k, err := strconv.ParseUint(v, 0, 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n = k
	}
	return n
}

// Every is a list of cases, and with -short each n-th of it, from the first on. The full run keeps all.
func Every[T any](n int, list []T) (out []T) {
	if !testing.Short() {
		return list
	}
	for k := 0; k < len(list); k += n {
		out = append(out, list[k])
	}
	return out
}

// Sample is a list of cases, and with -short each n-th of it; [Seed] says which. The full run keeps all.
func Sample[T any](t testing.TB, n int, list []T) []T {
	t.Helper()
	if !testing.Short() {
		return list
	}
	return Every(n, list[min(int(Seed(t)%uint64(n)), len(list)-1):])
}

// Rounds is how often a random test repeats: full times, with -short fewer.
func Rounds(full, short int) int {
	if testing.Short() {
		return short
	}
	return full
}
