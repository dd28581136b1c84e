package host

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// TestAllocation: what new memory looks like, and null where there is none.
func TestAllocation(t *testing.T) {
	for _, n := range []uint64{0, 1, 15, 16, 100} {
		e := newFake(true)
		res, _ := e.call(t, "malloc", SizeValue(n))
		p := res[0].Ptr
		if p.Addr%16 != 0 || e.room(p) != n {
			t.Errorf("malloc(%d): %+v", n, p)
		}
		for _, b := range e.states(p, n) {
			if b.Kind != memory.Uninit {
				t.Errorf("malloc(%d): a byte is %s", n, b.Kind)
			}
		}
		res, _ = e.call(t, "calloc", SizeValue(n), SizeValue(3))
		if p = res[0].Ptr; !slices.Equal(e.states(p, 3*n), known(make([]byte, 3*n))) || e.room(p) != 3*n {
			t.Errorf("calloc(%d, 3): %v", n, e.states(p, 3*n))
		}
		for shift := range 13 {
			res, _ = e.call(t, "aligned_alloc", SizeValue(1<<shift), SizeValue(n))
			if p = res[0].Ptr; p.Addr&(1<<shift-1) != 0 || e.room(p) != n {
				t.Errorf("aligned_alloc(%d, %d): %+v", 1<<shift, n, p)
			}
		}
		e.call(t, "free", PtrValue(p))
		e.call(t, "free", null())
	}
	e := newFake(true)
	for name, args := range map[string][]Value{
		"malloc":        {SizeValue(1 << 40)},
		"calloc":        {SizeValue(1 << 33), SizeValue(1 << 33)}, // 2^66 wraps to 0 in 64 bits… not here
		"aligned_alloc": {SizeValue(16), SizeValue(1<<64 - 1)},
		"realloc":       {null(), SizeValue(1 << 40)},
	} {
		if res, _ := e.call(t, name, args...); res[0].Ptr != (memory.Pointer{}) || len(e.ub) != 0 {
			t.Errorf("%s beyond the limit: %+v, %q", name, res, e.ub)
		}
	}
	if res, _ := e.call(t, "calloc", SizeValue(1<<32), SizeValue(1<<32+1)); res[0].Ptr != (memory.Pointer{}) {
		t.Error("calloc: the product of the sizes wraps")
	}
}

// TestRealloc: bytes keep their states, the old block is gone, and stays where there is no room.
func TestRealloc(t *testing.T) {
	for had := range 6 {
		for size := range 9 {
			e := newFake(true)
			b := make([]memory.Byte, had)
			for i := range b {
				b[i] = []memory.Byte{memory.BitsByte(3), memory.UninitByte(), memory.PoisonByte(5), memory.FragmentByte(memory.Pointer{Addr: 77}, 1)}[i%4]
			}
			old := e.buffer(memory.Heap, b)
			res, _ := e.call(t, "realloc", PtrValue(old), SizeValue(uint64(size)))
			p := res[0].Ptr
			for len(b) < size {
				b = append(b, memory.UninitByte())
			}
			if got := e.states(p, uint64(size)); !slices.Equal(got, b[:size]) || e.room(p) != uint64(size) {
				t.Errorf("realloc from %d to %d: %v, want %v", had, size, got, b[:size])
			}
			if _, flt := e.space.CheckFree(old); flt == nil || flt.Code != memory.FaultDoubleFree {
				t.Errorf("realloc from %d to %d: the old block: %v", had, size, flt)
			}
		}
	}
	e := newFake(true)
	old := e.text("kept")
	old = e.buffer(memory.Heap, e.states(old, 5))
	if res, _ := e.call(t, "realloc", PtrValue(old), SizeValue(1<<40)); res[0].Ptr != (memory.Pointer{}) {
		t.Errorf("realloc beyond the limit: %+v", res)
	}
	if res, _ := e.call(t, "strlen", PtrValue(old)); int64(res[0].Int.Low64()) != 4 {
		t.Error("a realloc that failed loses the old block")
	}
}

// TestCopyExhaustive: memcpy and memmove between all parts of a buffer of mixed states.
func TestCopyExhaustive(t *testing.T) {
	mixed := []memory.Byte{memory.BitsByte(1), memory.UninitByte(), memory.PoisonByte(2), memory.BitsByte(3), memory.FragmentByte(memory.Pointer{Addr: 9}, 4)}
	for _, name := range []string{"memcpy", "memmove"} {
		for to := range len(mixed) + 1 {
			for from := range len(mixed) + 1 {
				for n := 0; to+n <= len(mixed) && from+n <= len(mixed); n++ {
					e := newFake(true)
					p := e.buffer(memory.Heap, mixed)
					dst := plus(p, uint64(to))
					res, _ := e.call(t, name, PtrValue(dst), PtrValue(plus(p, uint64(from))), SizeValue(uint64(n)))
					if name == "memcpy" && n > 0 && max(to-from, from-to) < n {
						if !slices.Equal(e.ub, []string{"overlap"}) {
							t.Errorf("memcpy of %d from %d to %d: %q", n, from, to, e.ub)
						}
						continue
					}
					want := slices.Clone(mixed)
					copy(want[to:to+n], mixed[from:from+n])
					if got := e.states(p, uint64(len(mixed))); !slices.Equal(got, want) || len(e.ub) != 0 || res[0].Ptr != dst {
						t.Errorf("%s of %d from %d to %d: %v, %q", name, n, from, to, got, e.ub)
					}
				}
			}
		}
	}
	e := newFake(true)
	p := e.heap(4)
	e.call(t, "memset", PtrValue(plus(p, 1)), IntValue(-2), SizeValue(2))
	if got := e.states(p, 4); !slices.Equal(got, known([]byte{0, 254, 254, 0})) {
		t.Errorf("memset with -2: %v", got)
	}
	for _, name := range []string{"memcpy", "memmove", "memcmp"} {
		if e.call(t, name, null(), null(), SizeValue(0)); len(e.ub) != 0 {
			t.Errorf("%s of no bytes at null: %q", name, e.ub)
		}
	}
}

// TestOutput: what is written, and what the outside is told that the call read.
func TestOutput(t *testing.T) {
	e := newFake(true)
	e.call(t, "putchar", IntValue(-191)) // low byte 'A'
	e.call(t, "puts", PtrValue(e.text("bc")))
	e.call(t, "puts", PtrValue(e.text("")))
	e.call(t, "write", IntValue(2), PtrValue(plus(e.text("defg"), 1)), SizeValue(2))
	e.call(t, "write", IntValue(1), null(), SizeValue(0))
	if res, _ := e.call(t, "write", IntValue(3), PtrValue(e.text("no")), SizeValue(2)); int64(res[0].Int.Low64()) != -1 {
		t.Errorf("write to descriptor 3: %s", res[0].Int)
	}
	e.call(t, "printf", PtrValue(e.text("%s!")), PtrValue(e.text("hi")))
	if got, want := string(e.out), "Abc\n\nefhi!"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	want := []string{"bc", "ef", "%s!", "hi"}
	if len(e.seen) != len(want) || len(e.ub) != 0 {
		t.Fatalf("seen %q, want %q; %q", e.seen, want, e.ub)
	}
	for i, s := range want {
		if string(e.seen[i]) != s {
			t.Errorf("seen %q, want %q", e.seen[i], s)
		}
	}
	// A precision bounds what %s reads: no zero byte is needed.
	raw := e.buffer(memory.Heap, known([]byte("xyz")))
	if e.call(t, "printf", PtrValue(e.text("%.3s")), PtrValue(raw)); len(e.ub) != 0 {
		t.Errorf("%%.3s of three bytes: %q", e.ub)
	}
}

// TestInput: bytes arrive in order; at the end there are none.
func TestInput(t *testing.T) {
	e := newFake(true)
	e.in = []byte("a\xffcde")
	var got []int64
	for range 2 {
		res, _ := e.call(t, "getchar")
		got = append(got, int64(res[0].Int.Low64()))
	}
	p := e.heap(8)
	for range 2 {
		res, _ := e.call(t, "read", IntValue(0), PtrValue(p), SizeValue(8))
		got = append(got, int64(res[0].Int.Low64()))
	}
	res, _ := e.call(t, "getchar")
	bad, _ := e.call(t, "read", IntValue(1), PtrValue(p), SizeValue(8))
	got = append(got, int64(res[0].Int.Low64()), int64(bad[0].Int.Low64()))
	if want := []int64{'a', 255, 3, 0, -1, -1}; !slices.Equal(got, want) {
		t.Errorf("results %v, want %v", got, want)
	}
	if b := e.states(p, 4); !slices.Equal(b, known([]byte("cde\x00"))) {
		t.Errorf("the buffer holds %v", b)
	}
}

// TestEnds: exit gives the low byte of its status, abort and a failed assertion abort.
func TestEnds(t *testing.T) {
	for code, want := range map[int64]int{0: 0, 1: 1, 255: 255, 256: 0, -1: 255, 4294967295: 255} {
		for _, name := range []string{"exit", "_exit", "_Exit"} {
			e := newFake(false)
			if _, s := e.call(t, name, IntValue(code)); s != Ended || e.exit != want {
				t.Errorf("%s(%d): status %d, code %d, want %d", name, code, s, e.exit, want)
			}
		}
	}
	e := newFake(false)
	if _, s := e.call(t, "assert", IntValue(-3)); s != Done || e.over {
		t.Error("assert of a true value ends the run")
	}
	for name, args := range map[string][]Value{
		"assert":        {IntValue(0)},
		"__assert_fail": {PtrValue(e.text("x > 0")), null(), IntValue(3), null()},
	} {
		e.aborted, e.over = "", false
		if _, s := e.call(t, name, args...); s != Ended || e.aborted == "" || e.exit != -1 {
			t.Errorf("%s: status %d, aborted %q", name, s, e.aborted)
		}
		if name == "__assert_fail" && e.aborted != "assertion failed: x > 0" {
			t.Errorf("__assert_fail: %q", e.aborted)
		}
	}
}

// TestRand: in [0, 2^31) and using all of it; the same seed, the same numbers.
func TestRand(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 3))
	e := newFake(true)
	draw := func(seed Value) (all []int64) {
		e.call(t, "srand", seed)
		for range 200 {
			res, _ := e.call(t, "rand")
			all = append(all, int64(res[0].Int.Low64()))
		}
		return all
	}
	for range 20 {
		seed := int64(r.Uint32())
		a := draw(IntValue(seed))
		if slices.Min(a) < 0 || slices.Max(a) >= 1<<31 || slices.Max(a) < 1<<30 {
			t.Errorf("seed %d: from %d to %d", seed, slices.Min(a), slices.Max(a))
		}
		if !slices.Equal(a, draw(IntValue(int64(int32(seed))))) {
			t.Errorf("seed %d: the same unsigned int, other numbers", seed)
		}
		if slices.Equal(a, draw(IntValue(seed^1))) {
			t.Errorf("seeds %d and %d: the same numbers", seed, seed^1)
		}
	}
}

// TestThreads: the calls reach the scheduler, and a join that waits has no result yet.
func TestThreads(t *testing.T) {
	e := newFake(false)
	fn, arg := memory.Pointer{Addr: 1}, memory.Pointer{Addr: 2}
	res, _ := e.call(t, "thread_spawn", PtrValue(fn), PtrValue(arg))
	if int64(res[0].Int.Low64()) != 1 || !slices.Equal(e.spawned, []memory.Pointer{fn, arg}) {
		t.Errorf("thread_spawn: %s, %v", res[0].Int, e.spawned)
	}
	e.joined = map[int64]*num.Int{1: nil}
	if _, s := e.call(t, "thread_join", IntValue(1)); s != Blocked {
		t.Errorf("thread_join of a running thread: status %d", s)
	}
	e.joined[1] = new(num.New(-42))
	if res, _ = e.call(t, "thread_join", IntValue(1)); int64(res[0].Int.Low64()) != -42 {
		t.Errorf("thread_join: %s", res[0].Int)
	}
	if res, _ = e.call(t, "thread_id"); int64(res[0].Int.Low64()) != 7 {
		t.Errorf("thread_id: %s", res[0].Int)
	}
	if e.call(t, "thread_yield"); e.yields != 1 {
		t.Error("thread_yield does not yield")
	}
	e.noThread = true
	if res, s := e.call(t, "thread_spawn", PtrValue(fn), PtrValue(arg)); s != Done || int64(res[0].Int.Low64()) != -1 {
		t.Errorf("thread_spawn that failed: status %d, %v", s, res)
	}
	if _, s := e.call(t, "thread_join", long("0x10000000000000001")); s != Ended || e.ub[len(e.ub)-1] != "bad join of -1" {
		t.Errorf("thread_join of 2^64+1: status %d, %q", s, e.ub)
	}
}
