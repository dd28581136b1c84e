package opt_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// loopWriter writes programs that are mostly loops: with counters of many kinds, products and
// pointers that follow them, tests at the top or the bottom, in regions or not, early exits,
// values that are read after the loop. They end, and stay inside of their data.
type loopWriter struct {
	strings.Builder
	r      *rand.Rand
	values int
	blocks int
	mem    string
	ints   []string // that may be used
	budget int      // loops left
}

func (w *loopWriter) pick(s ...string) string { return s[w.r.IntN(len(s))] }
func (w *loopWriter) v() string               { w.values++; return fmt.Sprintf("v%d", w.values) }
func (w *loopWriter) bb() string              { w.blocks++; return fmt.Sprintf("bb%d", w.blocks) }
func (w *loopWriter) old() string             { return w.pick(w.ints...) }
func (w *loopWriter) line(f string, a ...any) { fmt.Fprintf(w, f+"\n", a...) }

// def writes an instruction with one result.
func (w *loopWriter) def(f string, a ...any) string {
	v := w.v()
	w.line("%s = "+f, append([]any{v}, a...)...)
	return v
}

func (w *loopWriter) konst(n int) string { return w.def("iconst %d", n) }

// low is a value from 0 to 7.
func (w *loopWriter) low(v string) string { return w.def("and %s, %s", v, w.konst(7)) }

func (w *loopWriter) statement(counter string, depth int) {
	switch k := w.r.IntN(10); {
	case k < 2:
		w.ints = append(w.ints, w.def("zext %s, 16", w.def("%s %s, %s", w.pick("add", "sub", "mul", "xor", "max"), w.old(), w.old())))
	case k < 4:
		w.ints = append(w.ints, w.def("%s %s, %s", w.pick("mul", "sub"), counter, w.pick(w.old(), w.konst(w.r.IntN(40)-9))))
	case k < 7:
		off := w.def("%s %s, %s", w.pick("shl", "mul"), counter, w.konst(w.r.IntN(4)))
		if w.r.IntN(2) == 0 {
			off = w.def("add %s, %s", off, w.konst(w.r.IntN(16)))
		}
		p := w.def("ptradd v2, %s", off)
		w.memory(p)
	case k < 8:
		w.memory(w.def("ptradd v2, %s", w.low(w.old())))
	case k < 9 || depth == 3 || w.budget == 0:
		if w.r.IntN(2) == 0 {
			w.sweep()
		} else {
			w.diamond()
		}
	default:
		w.loop(depth + 1)
	}
}

func (w *loopWriter) memory(p string) {
	if w.r.IntN(3) == 0 {
		w.mem = w.def("store.1 %s, %s, %s", w.old(), p, w.mem)
		return
	}
	w.ints = append(w.ints, w.def("load.1 %s, %s", p, w.mem))
}

// recurrence loads what the iteration before may have stored, and returns what writes the store, which comes later in
// the iteration: one step of the counter further, or beside it, in the data of all other stores or in its own.
func (w *loopWriter) recurrence(counter string) func() {
	size := 1 << w.r.IntN(4)
	base := w.pick("v6", "v6", "v6", "v2")
	first, ahead := w.r.IntN(8), []int{1, 1, 1, 2, 0, -1, 3}[w.r.IntN(7)]*size
	place := func(n int) string {
		off := w.def("mul %s, %s", counter, w.konst(size))
		if w.r.IntN(2) == 0 {
			return w.def("ptradd %s, %s", w.def("ptradd %s, %s", base, off), w.konst(n))
		}
		return w.def("ptradd %s, %s", base, w.def("add %s, %s", off, w.konst(n)))
	}
	if w.r.IntN(4) == 0 { // the same place each time
		place = func(n int) string { return w.def("ptradd %s, %s", base, w.konst(n)) }
	}
	w.ints = append(w.ints, w.def("load.%d %s, %s", size, place(first), w.mem))
	return func() { w.mem = w.def("store.%d %s, %s, %s", size, w.old(), place(first+ahead), w.mem) }
}

func (w *loopWriter) diamond() {
	a, b, j := w.bb(), w.bb(), w.bb()
	c := w.def("icmp.%s %s, %s", w.pick("lt", "eq", "ge"), w.low(w.old()), w.konst(w.r.IntN(7)))
	w.line("brif %s, %s, %s", c, a, b)
	w.line("%s:", a)
	x := w.def("add %s, %s", w.old(), w.old())
	w.line("br %s(%s)", j, x)
	w.line("%s:", b)
	y := w.old()
	if w.r.IntN(2) == 0 {
		y = w.def("freeze %s", y)
	}
	w.line("br %s(%s)", j, y)
	v := w.v()
	w.line("%s(%s: int):", j, v)
	w.ints = append(w.ints, v)
}

// counting is a test that a counter passes after a few iterations.
func (w *loopWriter) counting() (first, step, pred, bound string) {
	n := 1 + w.r.IntN(5)
	s := []int{1, 2, 3, -1, -2}[w.r.IntN(5)]
	at := w.r.IntN(9)
	if s < 0 {
		at += 12
	}
	first, step = w.konst(at), w.konst(s)
	bound = w.konst(at + s*n)
	pred = map[bool]string{true: "lt", false: "gt"}[s > 0]
	switch {
	case w.r.IntN(3) == 0:
		bound = w.low("v0")
	case w.r.IntN(3) == 0:
		first = w.pick("v0", w.low("v1"))
	case w.r.IntN(3) == 0:
		pred = "ne"
	}
	return first, step, pred, bound
}

func (w *loopWriter) loop(depth int) {
	w.budget--
	first, step, pred, bound := w.counting()
	head, body, exit := w.bb(), w.bb(), w.bb()
	i, acc, m := w.v(), w.v(), w.v()
	region, top := w.r.IntN(2) == 0, w.r.IntN(2) == 0
	w.line("br %s(%s, %s, %s)", head, first, w.old(), w.mem)
	if region {
		w.line("region loop {")
	}
	w.line("%s(%s: int, %s: int, %s: mem):", head, i, acc, m)
	w.mem = m
	before := len(w.ints)
	w.ints = append(w.ints, i, acc)
	after := len(w.ints)
	out := w.v()
	outMem := w.v()
	if top {
		w.line("brif %s, %s, %s(%s, %s)", w.def("icmp.%s %s, %s", pred, i, bound), body, exit, w.old(), w.mem)
		w.line("%s:", body)
	}
	again := func() {}
	if w.r.IntN(2) == 0 {
		again = w.recurrence(i)
	}
	for range 1 + w.r.IntN(5) {
		w.statement(i, depth)
	}
	again()
	early := w.r.IntN(4) == 0
	if early {
		next := w.bb()
		w.line("brif %s, %s(%s, %s), %s", w.def("icmp.eq %s, %s", w.low(w.old()), w.konst(5)), exit, w.old(), w.mem, next)
		w.line("%s:", next)
	}
	then := w.def("add %s, %s", i, step)
	next := fmt.Sprintf("%s, %s, %s", then, w.old(), w.mem)
	switch {
	case top && region:
		w.line("continue %s", next)
	case top:
		w.line("br %s(%s)", head, next)
	default:
		c := w.def("icmp.%s %s, %s", pred, then, bound)
		leave := fmt.Sprintf("%s(%s, %s)", exit, w.old(), w.mem)
		if region {
			w.line(`brif %s, %s, %s
%s:
continue %s`, c, body, leave, body, next)
		} else {
			w.line("brif %s, %s(%s), %s", c, head, next, leave)
		}
		if !early {
			after = len(w.ints)
		}
	}
	if region {
		w.line("}")
	}
	w.line("%s(%s: int, %s: mem):", exit, out, outMem)
	w.mem = outMem
	if early && !top || w.r.IntN(3) == 0 {
		after = before // mostly, what the loop made is not read
	}
	w.ints = append(w.ints[:after], out)
}

// sweep fills a piece of the data, or copies to it, in a loop that does nothing else.
func (w *loopWriter) sweep() {
	size := 1 << w.r.IntN(4)
	step := []int{1, 1, 2, 3}[w.r.IntN(4)]
	first, n := w.r.IntN(4), w.konst(1+w.r.IntN(9))
	if w.r.IntN(2) == 0 {
		n = w.low(w.old())
	}
	from := w.def("ptradd v2, %s", w.konst(w.r.IntN(9)))
	source := w.def("symbol_addr @%s", w.pick("e", "d"))
	by, fill := w.konst(step), w.pick(w.konst(0), w.konst(-1), w.konst(3), w.old())
	start := w.konst(first)
	head, body, exit := w.bb(), w.bb(), w.bb()
	i, p, m, outMem := w.v(), w.v(), w.v(), w.v()
	w.line("br %s(%s, %s, %s)\n%s(%s: int, %s: ptr, %s: mem):", head, start, from, w.mem, head, i, p, m)
	w.mem = m
	top, pred := w.r.IntN(2) == 0, w.pick("lt", "le")
	if top {
		w.line("brif %s, %s, %s(%s)\n%s:", w.def("icmp.%s %s, %s", pred, i, n), body, exit, m, body)
	}
	bytes := w.konst(size)
	if w.r.IntN(9) == 0 {
		bytes = w.konst(size + 1)
	}
	off := w.def("mul %s, %s", i, bytes)
	to := w.def("ptradd %s, %s", from, off)
	along := w.konst(size)
	if w.r.IntN(2) == 0 {
		to = p
	}
	v := fill
	if w.r.IntN(2) == 0 {
		v = w.def("load.%d %s, %s", size, w.def("ptradd %s, %s", source, off), w.mem)
	}
	w.mem = w.def("store.%d %s, %s, %s", size, v, to, w.mem)
	next := w.def("add %s, %s", i, by)
	again := fmt.Sprintf("%s(%s, %s, %s)", head, next, w.def("ptradd %s, %s", p, along), w.mem)
	if top {
		w.line("br %s", again)
	} else {
		w.line("brif %s, %s, %s(%s)", w.def("icmp.%s %s, %s", pred, next, n), again, exit, w.mem)
	}
	w.line("%s(%s: mem):", exit, outMem)
	w.mem = outMem
}

func (w *loopWriter) program(seed uint64) string {
	w.r, w.values, w.blocks, w.mem, w.budget = rand.New(rand.NewPCG(seed, 7)), 3, 0, "v3", 4
	w.line(`data @d = zero 512
data @e = zero 512
data @g = zero 512
func @f(int:u4, int) -> int {
bb0(v3: mem):
v0:u4 = param 0
v1 = param 1
v4 = symbol_addr @d
v5 = iconst 128
v2 = ptradd v4, v5
v7 = symbol_addr @g
v6 = ptradd v7, v5`)
	w.values = 7
	w.ints = []string{"v0", "v1", w.konst(3)}
	for range 1 + w.r.IntN(3) {
		w.loop(1)
	}
	v := w.old()
	for _, x := range w.ints[3:] {
		if w.r.IntN(2) == 0 {
			v = w.def("xor %s, %s", v, x)
		}
	}
	w.line("ret %s, %s\n}", v, w.mem)
	return w.String()
}

// TestLoops runs the passes for loops alone and together, wholly and up to some rewrite, on
// programs made of loops, and wants each of their rules to have fired.
func TestLoops(t *testing.T) {
	first, programs := testseed.Number(t, "TUFFY_SEED", 1), testseed.Number(t, "TUFFY_PROGRAMS", 400)
	if testing.Short() {
		programs = min(programs, 40)
	}
	t.Logf("seed %d, %d programs", first, programs)
	fired := map[string]int{}
	runs, decided := 0, 0
	carried := 0
	names := []string{"licm", "if-convert", "unroll", "loop-delete", "indvar", "jump-thread", "simplify-cfg", "loop-idiom", "structurize"}
	for seed := first; seed < first+programs; seed++ {
		text := new(loopWriter).program(seed)
		before, err := parser.Parse("loops.tir", []byte(text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if err := ir.Verify(before); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		r := rand.New(rand.NewPCG(seed, 8))
		r.Shuffle(len(names), func(a, b int) { names[a], names[b] = names[b], names[a] })
		run := names[:1+int(seed)%2*r.IntN(len(names))]
		limit := 0
		if r.IntN(2) == 0 {
			limit = 1 + r.IntN(6)
		}
		table := opt.Passes()
		for n := range table {
			table[n].After = nil
		}
		m := before.Clone()
		if _, err := pass.Run(context.Background(), m, table, pass.Options{
			Config: pass.Single("loops", 2, run...), Limit: limit, Trace: trace.Full,
			Record: func(e *trace.Entry) {
				fired[e.Pass+"/"+e.Rule]++
				if e.Rule == "hoist_load" && len(e.Context) > 0 {
					carried++
				}
			},
		}); err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(m); err != nil {
			t.Fatalf("seed %d, %v, limit %d: %v\n%s\n%s", seed, run, limit, err, before, m)
		}
		res, err := difftest.Check(context.Background(), before, m, difftest.Config{Runs: 6, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range res.Pairs {
			runs += p.Runs
			decided += p.Runs - p.Undefined - p.Inconclusive
		}
		if res.Verdict() == difftest.Diverged {
			t.Fatalf("seed %d, %v, limit %d:\n%s\n%s\n%s", seed, run, limit, res.Text(), before, m)
		}
	}
	t.Logf("%d of %d runs decide something; %d loads are carried", decided, runs, carried)
	if carried == 0 && !testing.Short() {
		t.Error("no load is carried from one iteration to the next")
	}
	if decided < runs/2 {
		t.Error("most runs are undefined or inconclusive")
	}
	for _, rule := range []string{
		"licm/hoist", "licm/hoist_load", "licm/hoist_freeze", "if-convert/diamond", "unroll/full", "unroll/partial",
		"loop-delete/unseen", "indvar/pointer", "indvar/product", "jump-thread/thread",
		"loop-idiom/fill", "loop-idiom/copy", "structurize/natural_loop",
	} {
		t.Logf("%-24s %d", rule, fired[rule])
		if fired[rule] == 0 && !testing.Short() {
			t.Errorf("%s never fired", rule)
		}
	}
}

// TestIdiomEqual: a loop that ends where its counter equals a constant is a copy if it gets there, else
// it is left alone.
func TestIdiomEqual(t *testing.T) {
	for _, c := range []struct {
		first, step, end int
		hits             bool
	}{{0, 1, 40, true}, {3, 1, 40, true}, {0, 4, 40, false}, {41, 1, 40, false}, {40, 1, 40, false}, {8, 1, 9, true}} {
		for _, test := range []string{"icmp.eq v8, v5\n brif v9, bb2, bb1(v8, v7)", "icmp.ne v5, v8\n brif v9, bb1(v8, v7), bb2"} {
			text := fmt.Sprintf(`data @a = "The quick brown fox jumps over the lazy dog; and so on."
data @b = zero 64
func @main() -> int:u64 {
 bb0(v0: mem):
  v1 = symbol_addr @a
  v2 = symbol_addr @b
  v3:u32 = iconst %d
  v4:u32 = iconst %d
  v5:u32 = iconst %d
  br bb1(v3, v0)
 bb1(v6:u32: int, v10: mem):
  v11 = ptradd v1, v6
  v12 = load.1 v11, v10 -> byte(1)
  v13 = ptradd v2, v6
  v7 = store.1 v12, v13, v10
  v8:u32 = add v6, v4
  v9 = %s
 bb2:
  v14:u64 = load.8 v2, v7
  ret v14, v7
}
`, c.first, c.step, c.end, test)
			for equal := range 2 {
				before, err := parser.Parse("equal.tir", []byte(text))
				if err != nil {
					t.Fatal(err)
				}
				m := before.Clone()
				config := pass.Single("idiom", 1, "loop-idiom", "loop-delete")
				config.Stages[0].Passes[0].Params = map[string]int{"equal": equal, "bytes": 0}
				if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: config}); err != nil {
					t.Fatal(err)
				}
				if err := ir.Verify(m); err != nil {
					t.Fatalf("%v\n%s", err, m)
				}
				got := strings.Contains(m.Canonical(), "memcpy")
				if want := c.hits && equal == 1; got != want || got && !strings.Contains(m.Canonical(), "br bb2\n") {
					t.Errorf("%+v, equal=%d: memcpy %t, want %t, and no loop then\n%s", c, equal, got, want, m)
				}
				res, err := difftest.Check(context.Background(), before, m, difftest.Config{Runs: 1})
				if err != nil {
					t.Fatal(err)
				}
				if res.Verdict() == difftest.Diverged {
					t.Errorf("%+v:\n%s\n%s", c, res.Text(), m)
				}
			}
		}
	}
}
