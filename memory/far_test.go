package memory

import (
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestReserve: an ID and an address that were reserved are those that an allocation would have got, refuse access until
// they are materialised, and are like others from then on, near and far.
func TestReserve(t *testing.T) {
	for _, before := range []AllocID{0, 3, nearIDs - 2, nearIDs, nearIDs + 1000} {
		reserved, made := New(Config{Seed: 7}), New(Config{Seed: 7})
		for reserved.Next() < before {
			for _, s := range []*Space{reserved, made} {
				if _, err := s.Reserve(4, 4); err != nil {
					t.Fatal(err)
				}
			}
		}
		p, err := reserved.Reserve(8, 8)
		if err != nil {
			t.Fatal(err)
		}
		id, err := made.Alloc(Stack, 8, 8, "x", 1)
		if want := made.Pointer(id, 0); err != nil || p != want {
			t.Fatalf("after %d: reserved %+v, allocated %+v (%v)", before, p, want, err)
		}
		next, err := reserved.Alloc(Heap, 16, 8, "y", 2)
		if err != nil || next != p.Alloc+1 {
			t.Fatalf("the next ID is %d (%v), want %d", next, err, p.Alloc+1)
		}
		if a := reserved.Lookup(p.Alloc); a.State == Live || a.StoreN(0, 1, 1) {
			t.Fatal("what is reserved can be accessed")
		}
		if a := reserved.Record(p.Alloc); a.State == Live {
			t.Fatal("what is reserved is live in records")
		}
		if err := reserved.Materialise(p, Stack, 8, 8, "x", 1); err != nil {
			t.Fatal(err)
		}
		clone := reserved.Clone()
		for _, s := range []*Space{reserved, clone} {
			a := s.Record(p.Alloc)
			if a.Base != p.Addr || a.Size != 8 || !a.StoreN(0, 8, 42) {
				t.Fatalf("materialised %+v", a)
			}
			live := 0
			s.Each(func(*Alloc) bool { live++; return true })
			if live != 2 {
				t.Fatalf("%d allocations are live, want 2", live)
			}
			s.Free(p.Alloc, 3, DeadSlot)
			s.Free(next, 4, Freed)
			for id, state := range map[AllocID]State{p.Alloc: DeadSlot, next: Freed} {
				if a := s.Record(id); a.State != state || s.Lookup(id).State == Live {
					t.Fatalf("alloc%d is %s after its end, want %s", id, a.State, state)
				}
			}
			if _, _, f := s.Check(p, 8, 8, false); f == nil || f.Code != FaultDeadStackSlot {
				t.Fatalf("access after the end: %v", f)
			}
		}
	}
}

// TestReserveAll: many at once are what they are one by one, with and without addresses that are kept, up to the limit.
func TestReserveAll(t *testing.T) {
	requests := []Request{{4, 4}, {8, 8}, {1, 1}, {4, 64}, {2, 1}, {8, 1}}
	for _, c := range []Config{{Seed: 1}, {Seed: 2, Limit: 1500}, {Seed: 3, Bases: []Base{{Alloc: 5, Addr: 1 << 20, Size: 4}}}} {
		one, all := New(c), New(c)
		for range 300 {
			var bases [MaxRequests]uint64
			id, n, err := all.ReserveAll(requests, &bases)
			for k, r := range requests {
				p, want := one.Reserve(r.Size, r.Align)
				if k < n && (want != nil || p.Addr != bases[k] || p.Alloc != id+AllocID(k)) {
					t.Fatalf("seed %d: request %d has allocation %d at %#x, alone %d at %#x", c.Seed, k, id+AllocID(k), bases[k], p.Alloc, p.Addr)
				}
				if k == n && (want == nil || err == nil || want.Error() != err.Error()) {
					t.Fatalf("seed %d: request %d says %v, alone %v", c.Seed, k, err, want)
				}
				if k == n {
					break
				}
			}
			if one.Used() != all.Used() || one.Next() != all.Next() {
				t.Fatalf("seed %d: %d bytes are used up to allocation %d, one by one %d up to %d", c.Seed, all.Used(), all.Next(), one.Used(), one.Next())
			}
			if err != nil {
				break
			}
		}
		if c.Limit != 0 && !all.Refused() {
			t.Errorf("seed %d: the limit was not met", c.Seed)
		}
	}
}

// TestForget: a program may make more slots than there is room to remember. The oldest are forgotten, which are ended slots still; nothing else
// is, and what is remembered is what happened.
func TestForget(t *testing.T) {
	seed := testseed.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	s := New(Config{Seed: seed, Limit: 16 << 20})
	for s.Next() < nearIDs {
		if _, err := s.Reserve(4, 4); err != nil {
			t.Fatal(err)
		}
	}
	type end struct {
		id    AllocID
		state State
		birth Site
	}
	var ended []end
	var live []end
	for n := range 200_000 {
		if r.IntN(3) == 0 { // IDs between those that end
			if _, err := s.Reserve(4, 4); err != nil {
				t.Fatal(err)
			}
		}
		x := end{state: DeadSlot, birth: Site(n)}
		kind := Stack
		if r.IntN(40) == 0 {
			x.state, kind = Freed, Heap
		}
		id, err := s.Alloc(kind, uint64(1+r.IntN(32)), 4, "x", x.birth)
		if err != nil {
			t.Fatalf("after %d: %v", n, err)
		}
		x.id = id
		live = append(live, x)
		if len(live) > 20 {
			k := r.IntN(len(live))
			x, live[k] = live[k], live[len(live)-1]
			live = live[:len(live)-1]
			s.Free(x.id, 7, x.state)
			ended = append(ended, x)
		}
		if n == 150_000 { // the rest on a copy
			s = s.Clone()
		}
	}
	if s.Used() > s.Limit() {
		t.Errorf("%d bytes are used of %d", s.Used(), s.Limit())
	}
	for _, x := range live {
		if a := s.Record(x.id); a.State != Live || a.Birth != x.birth {
			t.Fatalf("alloc%d is %s from %d, want a live one from %d", x.id, a.State, a.Birth, x.birth)
		}
	}
	remembered, forgotten := 0, 0
	for _, x := range ended {
		a := s.Record(x.id)
		_, _, f := s.Check(Pointer{Kind: ProvAlloc, Alloc: x.id, Addr: 1 << 20}, 1, 1, false)
		switch {
		case a.State != x.state || f == nil || (f.Code == FaultDeadStackSlot) != (x.state == DeadSlot):
			t.Fatalf("alloc%d is %s with %v, want %s", x.id, a.State, f, x.state)
		case a.Death == 7 && a.Birth == x.birth && a.Name == "x" && a.Size > 0:
			if x.state == DeadSlot {
				remembered++
			}
		case x.state == DeadSlot && a.Size == 0 && remembered == 0:
			forgotten++
		default:
			t.Fatalf("alloc%d, ended with %d remembered before, is %+v", x.id, remembered, a)
		}
	}
	if remembered < farKept || forgotten == 0 {
		t.Errorf("%d slots are remembered, %d forgotten", remembered, forgotten)
	}
}
