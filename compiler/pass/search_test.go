package pass

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// world is a pipeline made up for tests of the search: rewrites that show up when those fired that
// they need, and sets of rewrites that are wrong together.
type world struct {
	hashes  []trace.Hash
	needs   [][]int // earlier rewrites without which this one is not proposed
	without [][]int // earlier rewrites with which it is not
	wrong   func(fired []bool) bool
	tests   int
}

func (w *world) run(p *Pattern) (fired []bool, list []trace.Hash) {
	fired = make([]bool, len(w.hashes))
	for n, h := range w.hashes {
		fired[n] = p.Matches(h)
		for _, k := range w.needs[n] {
			fired[n] = fired[n] && fired[k]
		}
		for _, k := range w.without[n] {
			fired[n] = fired[n] && !fired[k]
		}
		if fired[n] {
			list = append(list, h)
		}
	}
	return fired, list
}

func (w *world) test(p *Pattern) (bool, []trace.Hash, error) {
	w.tests++
	fired, list := w.run(p)
	return w.wrong(fired), list, nil
}

func randomWorld(r *rand.Rand, size int, monotone bool) *world {
	w := &world{needs: make([][]int, size), without: make([][]int, size)}
	for n := range size {
		h := trace.Hash(r.Uint64())
		if r.IntN(4) == 0 { // close to another: many bits must be looked at
			h = trace.Hash(n)
		}
		for slices.Contains(w.hashes, h) {
			h++
		}
		w.hashes = append(w.hashes, h)
		if n > 0 && r.IntN(3) == 0 {
			w.needs[n] = append(w.needs[n], r.IntN(n))
		}
		if !monotone && n > 0 && r.IntN(5) == 0 {
			w.without[n] = append(w.without[n], r.IntN(n))
		}
	}
	var sets [][]int
	for range 1 + r.IntN(3) {
		var set []int
		for range 1 + r.IntN(4) {
			set = append(set, r.IntN(size))
		}
		sets = append(sets, set)
	}
	odd := r.Uint64()
	w.wrong = func(fired []bool) bool {
		for _, set := range sets {
			all := true
			for _, n := range set {
				all = all && fired[n]
			}
			if all {
				return true
			}
		}
		if monotone {
			return false
		}
		// And whatever else: a set is wrong or right by its own, but for none.
		h, any := odd, false
		for n, f := range fired {
			if f {
				h, any = (h^uint64(n+1))*0x9E3779B97F4A7C15, true
			}
		}
		return any && h>>60 < 3
	}
	return w
}

// TestSearch: whatever sets of rewrites are wrong, and whichever rewrites make others possible or
// impossible, what is found is wrong alone, and not without any one of its rewrites; the search is
// short if little is at fault, and says the same each time.
func TestSearch(t *testing.T) {
	seed := testseed.Seed(t)
	r := rand.New(rand.NewPCG(seed, 5))
	found, largest := 0, 0
	for n := range 3000 {
		monotone := n%2 == 0
		w := randomWorld(r, 2+r.IntN(120), monotone)
		s := &hashSearch{test: w.test}
		set, _, err := s.all()
		if err != nil {
			t.Fatal(err)
		}
		fired, _ := w.run(nil)
		if w.wrong(fired) != (set != nil) {
			t.Fatalf("world %d: all are wrong: %t, and the search finds %d", n, !w.wrong(fired), len(set))
		}
		if set == nil {
			continue
		}
		found++
		largest = max(largest, len(set))
		tests := w.tests
		if fired, list := w.run(s.pattern(set)); !w.wrong(fired) || len(list) != len(set) {
			t.Fatalf("world %d: %d rewrites are found that are not wrong alone", n, len(set))
		}
		for k := range set {
			if fired, _ := w.run(s.pattern(slices.Delete(slices.Clone(set), k, k+1))); w.wrong(fired) {
				t.Fatalf("world %d: of %d rewrites that are found, number %d is not needed", n, len(set), k)
			}
		}
		if most := 12 + 24*len(set)*len(set); monotone && tests > most {
			t.Errorf("world %d: %d tests for %d of %d rewrites, expected %d at most", n, tests, len(set), len(w.hashes), most)
		}
		if again, _, _ := s.all(); !slices.Equal(again, set) {
			t.Fatalf("world %d: %v and then %v", n, set, again)
		}
	}
	t.Logf("%d of 3000 worlds are wrong, the largest set has %d rewrites", found, largest)
	if found < 1500 || largest < 4 {
		t.Error("the worlds are too easy")
	}
}

// TestSearchUnsteady: a test that answers differently each time is an error.
func TestSearchUnsteady(t *testing.T) {
	n := 0
	s := &hashSearch{test: func(p *Pattern) (bool, []trace.Hash, error) {
		n++
		return n == 1, []trace.Hash{1, 2, 3, 4}, nil
	}}
	if set, _, err := s.all(); err != ErrUnsteady {
		t.Errorf("%v, %v", set, err)
	}
	// The answers one after the other, and no more: the last one is repeated.
	for _, c := range []struct {
		name    string
		hashes  int
		answers []bool
		want    error
	}{
		{"always wrong", 4, []bool{true}, ErrWithout},
		{"wrong without any, nothing fires", 0, []bool{true}, ErrWithout},
		{"wrong once", 4, []bool{true, false}, ErrUnsteady},
		{"wrong once, one rewrite", 1, []bool{true, false}, ErrUnsteady},
		{"wrong once, nothing fires", 0, []bool{true, false}, ErrUnsteady},
		{"wrong twice, nothing fires", 0, []bool{true, false, true}, ErrUnsteady},
		{"wrong until one is left", 4, []bool{true, false, true, true, false}, ErrUnsteady},
		{"wrong with one", 1, []bool{true, false, true}, nil},
	} {
		n := 0
		s := &hashSearch{test: func(p *Pattern) (bool, []trace.Hash, error) {
			var fired []trace.Hash
			for h := range c.hashes {
				if p.Matches(trace.Hash(h)) {
					fired = append(fired, trace.Hash(h))
				}
			}
			n++
			return c.answers[min(n, len(c.answers))-1], fired, nil
		}}
		if set, _, err := s.all(); err != c.want || (set == nil) != (err != nil) {
			t.Errorf("%s: %v, %v, want %v", c.name, set, err, c.want)
		}
	}
}
