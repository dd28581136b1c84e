package regalloc

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/x86"
)

// bugs are mistakes of an allocator: each changes an allocation at random, and reports whether it
// found something to change.
var bugs = []struct {
	name string
	make func(rng *rand.Rand, f *mach.Func, a *mach.Alloc) bool
}{
	{"operand in another place", func(rng *rand.Rand, f *mach.Func, a *mach.Alloc) bool {
		n := rng.IntN(len(a.Locs))
		if f.Operands[n].Want == mach.Fixed {
			return false
		}
		to := randomPlace(rng, a, f.Classes[f.Operands[n].V])
		changed := to != a.Locs[n]
		a.Locs[n] = to
		return changed
	}},
	{"two operands swapped", func(rng *rand.Rand, f *mach.Func, a *mach.Alloc) bool {
		in := &f.Insts[rng.IntN(len(f.Insts))]
		if in.Num < 2 {
			return false
		}
		locs := a.Locs[in.First : in.First+uint32(in.Num)]
		i, j := rng.IntN(len(locs)), rng.IntN(len(locs))
		locs[i], locs[j] = locs[j], locs[i]
		return locs[i] != locs[j]
	}},
	{"move left out", func(rng *rand.Rand, _ *mach.Func, a *mach.Alloc) bool {
		if len(a.Moves) == 0 {
			return false
		}
		n := rng.IntN(len(a.Moves))
		a.Moves = slices.Delete(a.Moves, n, n+1)
		return true
	}},
	{"moves in the wrong order", func(rng *rand.Rand, _ *mach.Func, a *mach.Alloc) bool {
		if len(a.Moves) < 2 {
			return false
		}
		n := rng.IntN(len(a.Moves) - 1)
		x, y := &a.Moves[n], &a.Moves[n+1]
		if x.Before != y.Before {
			return false
		}
		*x, *y = *y, *x
		return true
	}},
	{"move from another place", func(rng *rand.Rand, _ *mach.Func, a *mach.Alloc) bool {
		if len(a.Moves) == 0 {
			return false
		}
		m := &a.Moves[rng.IntN(len(a.Moves))]
		to := randomPlace(rng, a, m.Class)
		changed := m.Remat == 0 && to != m.From
		m.From = to
		return changed
	}},
	{"move to another place", func(rng *rand.Rand, _ *mach.Func, a *mach.Alloc) bool {
		if len(a.Moves) == 0 {
			return false
		}
		m := &a.Moves[rng.IntN(len(a.Moves))]
		to := randomPlace(rng, a, m.Class)
		changed := to != m.To
		m.To = to
		return changed
	}},
	{"move at another point", func(rng *rand.Rand, f *mach.Func, a *mach.Alloc) bool {
		if len(a.Moves) == 0 {
			return false
		}
		m := &a.Moves[rng.IntN(len(a.Moves))]
		if m.Before == 0 {
			return false
		}
		m.Before--
		slices.SortStableFunc(a.Moves, func(x, y mach.Move) int { return int(x.Before) - int(y.Before) })
		return true
	}},
	{"wrong constant made again", func(rng *rand.Rand, f *mach.Func, a *mach.Alloc) bool {
		var again []*mach.Move
		for i := range a.Moves {
			if a.Moves[i].Remat != 0 {
				again = append(again, &a.Moves[i])
			}
		}
		if len(again) == 0 {
			return false
		}
		m := again[rng.IntN(len(again))]
		for i := range f.Insts {
			if f.Insts[i].Remat && uint32(i)+1 != m.Remat && rng.IntN(3) == 0 {
				m.Remat = uint32(i) + 1
				return true
			}
		}
		return false
	}},
	{"two slots made one", func(rng *rand.Rand, _ *mach.Func, a *mach.Alloc) bool {
		if len(a.Slots) < 2 {
			return false
		}
		x, y := rng.IntN(len(a.Slots)), rng.IntN(len(a.Slots))
		if x == y || a.Slots[x] != a.Slots[y] {
			return false
		}
		replacePlace(a, mach.InSlot(x), mach.InSlot(y))
		return true
	}},
	{"value in a register that a call destroys", func(rng *rand.Rand, _ *mach.Func, a *mach.Alloc) bool {
		saved := a.Saved &^ 1
		for n := rng.IntN(6); n > 0 && saved&(saved-1) != 0; n-- {
			saved &= saved - 1
		}
		if saved == 0 {
			return false
		}
		replacePlace(a, mach.Loc(saved.First()), mach.Loc(x86.R10))
		return true
	}},
	{"register not saved", func(_ *rand.Rand, _ *mach.Func, a *mach.Alloc) bool {
		changed := a.Saved != 0
		a.Saved = 0
		return changed
	}},
}

func randomPlace(rng *rand.Rand, a *mach.Alloc, c mach.Class) mach.Loc {
	if rng.IntN(3) == 0 && len(a.Slots) > 0 {
		return mach.InSlot(rng.IntN(len(a.Slots)))
	}
	for {
		if r := mach.Reg(1 + rng.IntN(32)); file.Classes[c].Regs.Has(r) {
			return mach.Loc(r)
		}
	}
}

func replacePlace(a *mach.Alloc, from, to mach.Loc) {
	for i := range a.Locs {
		if a.Locs[i] == from {
			a.Locs[i] = to
		}
	}
	for i := range a.Moves {
		m := &a.Moves[i]
		if m.From == from {
			m.From = to
		}
		if m.To == from {
			m.To = to
		}
	}
}

// TestCheckerFindsBugs plants mistakes into right allocations. What the checker accepts must
// still compute what the function computes, on many paths.
func TestCheckerFindsBugs(t *testing.T) {
	s := seed(t)
	for _, m := range modes[:2] {
		for k, bug := range bugs {
			planted, rejected, changing := 0, 0, 0
			for i := range uint64(testseed.Rounds(70, 18)) {
				rng := rand.New(rand.NewPCG(s+uint64(k), i))
				f := generate(rng, 10+rng.IntN(120), 3+rng.IntN(24), false)
				good, err := Run(f, m.o)
				if err != nil {
					t.Fatal(err)
				}
				for range 6 {
					a := &mach.Alloc{Locs: slices.Clone(good.Locs), Moves: slices.Clone(good.Moves), Slots: slices.Clone(good.Slots), Saved: good.Saved}
					if !bug.make(rng, f, a) {
						continue
					}
					planted++
					verdict := Check(f, a)
					if verdict != nil {
						rejected++
					}
					if differs(f, a) {
						changing++
						if verdict == nil {
							t.Fatalf("%s, %s, function %d: accepted, but it computes something else", m.name, bug.name, i)
						}
					}
				}
			}
			t.Logf("%s: %s: %d planted, %d rejected, %d seen to change what is computed", m.name, bug.name, planted, rejected, changing)
			if rejected < 5 {
				t.Errorf("%s: %s: only %d rejected", m.name, bug.name, rejected)
			}
		}
	}
}

func differs(f *mach.Func, a *mach.Alloc) bool {
	for path := range uint64(6) {
		if runPlaces(f, a, path) != runValues(f, path) {
			return true
		}
	}
	return false
}

// TestCheckerIgnoresNoClobber takes clobbers and constraints out of the function that the
// allocator sees, and checks against the whole one.
func TestCheckerIgnoresNoClobber(t *testing.T) {
	s := seed(t)
	planted, rejected := 0, 0
	for i := range uint64(200) {
		rng := rand.New(rand.NewPCG(s, i))
		f := generate(rng, 20+rng.IntN(100), 3+rng.IntN(20), false)
		less := *f
		less.Insts = slices.Clone(f.Insts)
		for k := range less.Insts {
			if rng.IntN(2) == 0 {
				less.Insts[k].Clobbers = 0
			}
		}
		for _, m := range modes[:2] {
			a, err := Run(&less, m.o)
			if err != nil {
				t.Fatal(err)
			}
			a.Saved = calleeSaved
			planted++
			verdict := Check(f, a)
			if verdict != nil {
				rejected++
			} else if differs(f, a) {
				t.Fatalf("function %d, %s: accepted, but it computes something else", i, m.name)
			}
		}
	}
	t.Logf("%d planted, %d rejected", planted, rejected)
	if rejected < planted/2 {
		t.Errorf("only %d of %d rejected", rejected, planted)
	}
}
