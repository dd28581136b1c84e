package difftest_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestLargeMemory: what is compared of a large allocation costs no memory that grows with it, and the byte that
// differs is found wherever it is.
func TestLargeMemory(t *testing.T) {
	const size = 1 << 27
	text := func(writes string) string {
		return fmt.Sprintf(`func @f() -> ptr {
bb0(v0: mem):
v1 = symbol_addr @malloc
v2 = iconst %d
v3, v4 = call v1(v2), v0 -> ptr
v5 = iconst 7
%s`, size, writes)
	}
	store := func(off uint64, what, token string) string {
		return fmt.Sprintf(`v6 = iconst %d
v7 = ptradd v4, v6
v8 = store.%s v5, v7, v3
ret v4, v8
}
`, off, what)
	}
	for _, c := range []struct{ name, before, after, bug string }{
		{"uninit", text(`ret v4, v3
}
`), text(`ret v4, v3
}
`), ""},
		{"last byte", text(store(size-1, "1", "v3")), text(store(size-1, "1", "v3")), ""},
		{"written where before is uninit", text(`ret v4, v3
}
`), text(store(size-1, "1", "v3")), ""},
		{"lost at the end", text(store(size-1, "1", "v3")), text(`ret v4, v3
}
`), fmt.Sprintf("byte %d of alloc", size-1)},
		{"another byte in the middle", text(store(size/2, "2", "v3")), text(store(size/2, "1", "v3")), fmt.Sprintf("byte %d of alloc", size/2+1)},
	} {
		before, after := irtest.Parse(t, c.before), irtest.Parse(t, c.after)
		var was, is runtime.MemStats
		runtime.ReadMemStats(&was)
		res, err := difftest.Check(context.Background(), before, after, difftest.Config{Workers: 1, Runs: 1})
		runtime.ReadMemStats(&is)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		// Each of up to three runs that write makes the data of its allocation.
		if n := is.TotalAlloc - was.TotalAlloc; n > 4*size {
			t.Errorf("%s: %d bytes were allocated", c.name, n)
		}
		switch d := res.Pairs[0].Divergence; {
		case c.bug == "" && res.Verdict() != difftest.Refined:
			t.Errorf("%s: got %s", c.name, res.Text())
		case c.bug != "" && (d == nil || !strings.Contains(d.Diff.Why, c.bug)):
			t.Errorf("%s: got %s, want %s", c.name, res.Text(), c.bug)
		case d != nil && len(d.Text("", true)) > 10_000:
			t.Errorf("%s: a report of %d bytes", c.name, len(d.Text("", true)))
		}
	}
}

// TestLargePlainMemory: memory full of bits is compared where it lies, and memory that was never written takes
// none.
func TestLargePlainMemory(t *testing.T) {
	for _, c := range []struct {
		name string
		size uint64
		most uint64
	}{{"calloc", 1 << 28, 4 << 28}, {"malloc", 1 << 31, 1 << 27}} {
		m := irtest.Parse(t, fmt.Sprintf(`func @f() -> ptr {
bb0(v0: mem):
v1 = symbol_addr @%s
v2 = iconst %d
%s`, c.name, c.size, map[string]string{
			"calloc": `
v9 = iconst 1
v3, v4 = call v1(v2, v9), v0 -> ptr
ret v4, v3
}
`,
			"malloc": `
v3, v4 = call v1(v2), v0 -> ptr
ret v4, v3
}
`,
		}[c.name]))
		var was, is runtime.MemStats
		runtime.ReadMemStats(&was)
		res, err := difftest.Check(context.Background(), m, m, difftest.Config{Workers: 1, Runs: 1, Options: interp.Options{MemLimit: interp.DefaultMemLimit}})
		runtime.ReadMemStats(&is)
		if err != nil || res.Verdict() != difftest.Refined {
			t.Fatalf("%s: %v %s", c.name, err, res.Text())
		}
		if n := is.TotalAlloc - was.TotalAlloc; n > c.most {
			t.Errorf("%s: %d bytes were allocated to compare %d", c.name, n, c.size)
		}
	}
}

// TestMemoryTogether: outcomes that are compared share the memory limit, and what one run alone may have is
// there for one try at a time, whatever the number of workers.
func TestMemoryTogether(t *testing.T) {
	const limit = 64 << 20
	for _, c := range []struct {
		size int
		want difftest.Verdict
		why  string
	}{{1 << 10, difftest.Refined, ""}, {12 << 20, difftest.Refined, ""}, {48 << 20, difftest.Inconclusive, "after: "}, {80 << 20, difftest.Refined, ""}} {
		text := ""
		for _, workers := range []int{1, 4} {
			m := irtest.Parse(t, fmt.Sprintf(`func @f(int:s8) -> ptr {
bb0(v0: mem):
v1 = symbol_addr @calloc
v2 = iconst %d
v9 = iconst 1
v3, v4 = call v1(v2, v9), v0 -> ptr
ret v4, v3
}
`, c.size))
			res, err := difftest.Check(context.Background(), m, m, difftest.Config{Workers: workers, Runs: testseed.Rounds(6, 3), Options: interp.Options{MemLimit: limit}})
			if err != nil || res.Verdict() != c.want || !strings.Contains(res.Text(), c.why) {
				t.Errorf("%d bytes: %v %s", c.size, err, res.Text())
			}
			if got := res.Text(); text == "" {
				text = got
			} else if got != text {
				t.Errorf("%d bytes: with %d workers\n%s\nis not\n%s", c.size, workers, got, text)
			}
		}
	}
}
