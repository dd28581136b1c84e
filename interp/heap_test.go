package interp

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// loopFrom is a loop around a body that makes something out of v4 (the number of the iteration)
// and the token v91, and leaves the token v99.
func loopFrom(head, body string) string {
	return head + `
func @main() -> int {
 bb0(v90: mem):
  v0 = iconst 100000000
  v1 = iconst 0
  v2 = iconst 1
  v3 = stack_slot 64
  br bb1(v1, v90)
 bb1(v4: int:s64, v91: mem):
` + body + `
  v8 = add v4, v2
  v9 = icmp.lt v8, v0
  brif v9, bb1(v8, v99), bb2(v99)
 bb2(v92: mem):
  ret v1, v92
}
`
}

// hoards are programs that keep more and more of something that is not memory of theirs.
var hoards = []struct{ name, text string }{
	{"wide ints in frames", `
func @main() -> int {
 bb0(v90: mem):
  v0 = iconst 1
  v1 = iconst 100000
  v2 = shl v0, v1
  v3 = symbol_addr @main
  v91, v4 = call v3(), v90 -> int
  v5 = add v2, v4
  ret v5, v91
}`},
	{"bytes in frames", `
func @main() -> int {
 bb0(v90: mem):
  v0 = poison -> byte(4096)
  v1 = freeze v0
  v3 = symbol_addr @main
  v91, v4 = call v3(), v90 -> int
  v5 = bitcast v1 -> byte(4096)
  ret v4, v91
}`},
	{"aggregates in frames", `
func @main() -> int {
 bb0(v90: mem):
  v0 = poison -> [int; 1000]
  v1 = iconst 1
  v2 = insertvalue v0, v1, [7]
  v3 = symbol_addr @main
  v91, v4 = call v3(), v90 -> int
  v5 = extractvalue v2, [8]
  ret v4, v91
}`},
	{"small frames", `
func @main() -> int {
 bb0(v90: mem):
  v3 = symbol_addr @main
  v91, v4 = call v3(), v90 -> int
  ret v4, v91
}`},
	{"one large value", `
func @main() -> int {
 bb0:
  v0 = poison -> byte(16000000)
  v1 = freeze v0
  v2 = bitcast v1 -> int
  ret v2
}`},
	{"events", loopFrom("extern func @putchar(int) -> int", `
  v5 = symbol_addr @putchar
  v6 = iconst 10
  v99, v7 = call v5(v6), v91 -> int`)},
	{"text of events", loopFrom("extern func @write(int, ptr, int) -> int\ndata @x = zero 10000", `
  v5 = symbol_addr @write
  v6 = symbol_addr @x
  v10 = iconst 10000
  v99, v7 = call v5(v2, v6, v10), v91 -> int`)},
	{"arguments of events", loopFrom("extern func @g([int; 100])", `
  v5 = symbol_addr @g
  v6 = poison -> [int; 100]
  v7 = freeze v6
  v10 = insertvalue v7, v4, [5]
  v99 = call v5(v10), v91`)},
	{"atomics between threads", `
extern func @thread_spawn(ptr, ptr) -> int
extern func @malloc(int) -> ptr
extern func @thread_yield()
func @idle() {
 bb0(v90: mem):
  v0 = symbol_addr @thread_yield
  br bb1(v90)
 bb1(v91: mem):
  v92 = call v0(), v91
  br bb1(v92)
}
` + strings.Replace(loopFrom("", `
  v7 = iconst 8
  v10 = mul v4, v7
  v11 = iconst 500000
  v12 = rem v10, v11
  v13 = ptradd v25, v12
  v99 = store.atomic.release.8 v4, v13, v91`), "  br bb1(v1, v90)", `
  v20 = symbol_addr @thread_spawn
  v21 = symbol_addr @idle
  v93, v22 = call v20(v21, v3), v90 -> int
  v23 = symbol_addr @malloc
  v24 = iconst 500008
  v94, v25 = call v23(v24), v93 -> ptr
  br bb1(v1, v94)`, 1)},
	{"threads", loopFrom(`
extern func @thread_spawn(ptr, ptr) -> int
func @idle() {
 bb0(v90: mem):
  v0 = symbol_addr @idle
  v91 = call v0(), v90
  unreachable
}`, `
  v20 = symbol_addr @thread_spawn
  v21 = symbol_addr @idle
  v99, v22 = call v20(v21, v3), v91 -> int`)},
}

func runEither(t *testing.T, src string, o Options) *Outcome {
	t.Helper()
	out, err := Run(context.Background(), parse(t, src), o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMemLimitHolds runs programs that hoard, in both engines: each ends at the limit, by name, and
// what is alive then, as the garbage collector sees it, is not much more than the limit.
func TestMemLimitHolds(t *testing.T) {
	const limit = 4 << 20
	for _, h := range hoards {
		for _, exact := range []bool{false, true} {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			out := runEither(t, h.text, Options{Exact: exact, MemLimit: limit, Fuel: 50_000_000, MaxDepth: 1 << 30, Havoc: map[string]bool{"g": true}})
			runtime.GC()
			runtime.ReadMemStats(&after)
			if out.Kind != Unsupported || !strings.HasPrefix(out.Reason, "memory limit of 4194304 bytes") {
				t.Errorf("%s, exact %v: %s", h.name, exact, out.Text())
			}
			if alive := int64(after.HeapAlloc) - int64(before.HeapAlloc); alive > 3*limit {
				t.Errorf("%s, exact %v: %d bytes are alive at the limit of %d", h.name, exact, alive, limit)
			}
			runtime.KeepAlive(out)
		}
	}
}

// TestGarbageIsNoHoard makes a hundred times the limit of values that go again: the limit must not
// end such a run.
func TestGarbageIsNoHoard(t *testing.T) {
	text := loopFrom("", `
  v5 = iconst 100000
  v6 = shl v2, v5
  v7 = add v6, v4
  v10 = poison -> [int; 50]
  v16 = div v7, v1
  v17 = store.8 v16, v3, v91
  v11 = insertvalue v10, v7, [3]
  v12 = div v7, v1
  v13 = freeze v12
  v14 = poison -> byte(500)
  v15 = freeze v14
  v99 = store.8 v13, v3, v17`)
	text = strings.Replace(text, "iconst 100000000", fmt.Sprint("iconst ", testseed.Rounds(10000, 2500)), 1)
	for _, exact := range []bool{false, true} {
		if out := runEither(t, text, Options{Exact: exact, MemLimit: 2 << 20}); out.Kind != Returned {
			t.Errorf("exact %v: %s", exact, out.Text())
		}
	}
}

// TestIndexes compares the set of threads that can run with a list.
func TestIndexes(t *testing.T) {
	r := stream(testseed.Seed(t))
	var s indexes
	list := map[int]bool{}
	for range 20000 {
		n := r.below(maxThreads)
		if r.below(3) == 0 {
			s.remove(n)
			delete(list, n)
		} else {
			s.add(n)
			list[n] = true
		}
		if s.len != len(list) {
			t.Fatalf("%d numbers, want %d", s.len, len(list))
		}
		if len(list) == 0 || r.below(20) > 0 {
			continue
		}
		k := r.below(len(list))
		want := 0
		for n := range maxThreads {
			if list[n] {
				if k == 0 {
					want = n
					break
				}
				k--
			}
		}
		k = 0
		for n := range want {
			if list[n] {
				k++
			}
		}
		if got := s.at(k); got != want {
			t.Fatalf("number %d is %d, want %d", k, got, want)
		}
	}
}

// TestWideWorkIsCharged: products and quotients of a million bits take milliseconds, so a few of them
// use up what a hundred thousand simple instructions would.
func TestWideWorkIsCharged(t *testing.T) {
	for _, op := range []string{"mul v10, v10", "div v10, v11", "trem v10, v11", "clmul v10, v10"} {
		text := strings.Replace(loopFrom("", "  v12 = "+op+"\n  v99 = store.8 v12, v3, v91"), "  br bb1", `
  v5 = iconst 1000000
  v6 = iconst 500000
  v7 = shl v2, v5
  v10 = sub v7, v2
  v8 = shl v2, v6
  v11 = add v8, v2
  br bb1`, 1)
		text = strings.NewReplacer(`v8 = add v4, v2
  v9 = icmp.lt v8, v0
  brif v9, bb1(v8,`, `v13 = add v4, v2
  v14 = icmp.lt v13, v0
  brif v14, bb1(v13,`).Replace(text)
		for _, exact := range []bool{false, true} {
			if out := runEither(t, text, Options{Exact: exact, Fuel: 100_000}); out.Kind != OutOfFuel || out.Steps > 20 {
				t.Errorf("%s, exact %v: %d steps, %s", op, exact, out.Steps, out.Text())
			}
		}
	}
}

// TestChooseIsCheap: with thousands of threads a turn costs no list of them.
func TestChooseIsCheap(t *testing.T) {
	w := &world{}
	for id := range maxThreads - 1 {
		w.ready.add(id)
	}
	if n := testing.AllocsPerRun(1000, w.choose); n > 0 {
		t.Errorf("%v allocations to choose among %d threads", n, w.ready.len)
	}
	seen := map[int]bool{}
	for range 20 * maxThreads {
		w.choose()
		seen[w.next] = true
	}
	if len(seen) != maxThreads-1 {
		t.Errorf("%d of %d threads are chosen", len(seen), maxThreads-1)
	}
}

// TestFormatValueIsBounded: a report must not be as long as what it reports.
func TestFormatValueIsBounded(t *testing.T) {
	long := Aggregate{make([]Value, 60000)}
	for i := range long.Fields {
		long.Fields[i] = NewInt(int64(i))
	}
	s := FormatValue(long, nil)
	if len(s) > 4000 || !strings.HasPrefix(s, "{0, 1, 2, ") || !strings.HasSuffix(s, ", 59999}") || !strings.Contains(s, "(60000 fields)") {
		t.Errorf("%d characters: %.100s", len(s), s)
	}
	if s := FormatValue(Bytes{bitsBytes(make([]byte, 1<<20))}, nil); len(s) > 4000 || !strings.Contains(s, "(1048576 bytes)") {
		t.Errorf("%d characters: %.100s", len(s), s)
	}
}
