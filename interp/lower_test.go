package interp

import (
	"slices"
	"testing"
)

// TestSequence orders every parallel copy among five slots and executes it one by one.
func TestSequence(t *testing.T) {
	const n = 5
	total := 1
	for range n {
		total *= n + 1
	}
	for code := range total {
		var moves []move
		want := []int32{0, 1, 2, 3, 4}
		for dst, c := int32(0), code; dst < n; dst, c = dst+1, c/(n+1) {
			// n stands for "slot dst is not written".
			if src := int32(c % (n + 1)); src < n && src != dst {
				moves = append(moves, move{dst, src, 1})
				want[dst] = src
			}
		}
		l := &lowerer{fn: &fastFunc{size: n}}
		out := l.sequence(slices.Clone(moves))
		slots := make([]int32, l.fn.size)
		for i := range int32(n) {
			slots[i] = i
		}
		for _, m := range out {
			slots[m.dst] = slots[m.src]
		}
		if !slices.Equal(slots[:n], want) {
			t.Fatalf("%v becomes %v: slots %v, want %v", moves, out, slots[:n], want)
		}
	}
}

// TestWidths checks the lattice of int bounds against the sets they stand for.
func TestWidths(t *testing.T) {
	holds := func(w width, v int) bool {
		if w.signed {
			return w.n > 0 && v >= -(1<<(w.n-1)) && v < 1<<(w.n-1)
		}
		return v >= 0 && v < 1<<w.n
	}
	var all []width
	for n := uint32(1); n <= 5; n++ {
		all = append(all, width{false, n}, width{true, n})
	}
	for _, a := range all {
		for _, b := range all {
			within, join, meet := true, joinWidth(a, b), meetWidth(a, b)
			for v := -70; v < 70; v++ {
				if holds(a, v) && !holds(b, v) {
					within = false
				}
				if (holds(a, v) || holds(b, v)) && !holds(join, v) {
					t.Errorf("join of %v and %v is %v, without %d", a, b, join, v)
				}
				if holds(a, v) && holds(b, v) && !holds(meet, v) {
					t.Errorf("meet of %v and %v is %v, without %d", a, b, meet, v)
				}
			}
			if a.within(b) != within {
				t.Errorf("%v within %v is %v", a, b, a.within(b))
			}
		}
	}
}
