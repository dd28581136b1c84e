package main

import (
	"math"
	"path/filepath"
	"testing"
)

// TestWilson: values of the table in Brown, Cai and DasGupta, "Interval estimation for a binomial proportion", 2001, and
// of the formula by hand at the ends: n/(n+z²) is where an interval of none or of all has its other end.
func TestWilson(t *testing.T) {
	for _, row := range []struct {
		hits, n   int
		low, high float64
	}{
		{0, 0, 0, 1},
		{0, 10, 0, 1.96 * 1.96 / (10 + 1.96*1.96)},
		{10, 10, 10 / (10 + 1.96*1.96), 1},
		{1, 2, 0.0945, 0.9055},
	} {
		low, high := wilson(row.hits, row.n)
		if math.Abs(low-row.low) > 1e-3 || math.Abs(high-row.high) > 1e-3 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", row.hits, row.n, low, high, row.low, row.high)
		}
	}
}

// TestResults: what was written is read again; a line that is no outcome is an error with its place.
func TestResults(t *testing.T) {
	s := &sample{results: filepath.Join(t.TempDir(), "r.jsonl")}
	if all, err := s.read(); err != nil || len(all) != 0 {
		t.Errorf("%v, %v before the first", all, err)
	}
	want := []outcome{{Name: "a", Verdict: found, CPU: 1.5, Insts: 3}, {Name: "b", Verdict: missed}}
	for _, o := range want {
		if err := s.write(o); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.read()
	if err != nil || len(all) != 2 || all[0] != want[0] || all[1] != want[1] {
		t.Errorf("%+v, %v", all, err)
	}
}
