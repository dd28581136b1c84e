package facts_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// watcher checks that every value of a run is what the facts say.
type watcher struct {
	infos map[*ir.Func]*facts.Info
	err   error

	ints, bools, sharp, whole int // values seen; with a finite range; never poison
}

func watch(m *ir.Module) *watcher {
	w := &watcher{infos: map[*ir.Func]*facts.Info{}}
	for _, f := range m.Funcs {
		w.infos[f] = facts.Forward(f)
	}
	return w
}

func (w *watcher) Before(s *interp.Step) error {
	f := s.Func
	b := f.InstBlock(s.Inst)
	if !w.infos[f].Reachable(b) {
		w.fail(s, "the block is said not to be reachable")
	}
	if s.Inst == f.FirstInst(b) {
		for _, v := range f.Args(b) {
			w.value(s, v)
		}
	}
	for n := range f.NumOperands(s.Inst) {
		v := f.Arg(s.Inst, n)
		val, ok := s.Value(v)
		if !ok {
			continue
		}
		if x, ok := val.(interp.Int); ok {
			if g := w.infos[f].FactAt(v, b); !g.Contains(x.V) {
				w.fail(s, fmt.Sprintf("operand %d is %s, not in %v", n, x.V, g))
			}
		}
		if _, poison := val.(interp.Poison); poison && w.infos[f].NotPoisonAt(v, b) {
			w.fail(s, fmt.Sprintf("operand %d is poison", n))
		}
	}
	return nil
}

func (w *watcher) After(s *interp.Step) error {
	for n := range s.Func.NumResults(s.Inst) {
		w.value(s, s.Func.Result(s.Inst, n))
	}
	return nil
}

func (w *watcher) value(s *interp.Step, v ir.Value) {
	val, ok := s.Value(v)
	if !ok {
		return
	}
	n := w.infos[s.Func]
	if _, poison := val.(interp.Poison); n.NotPoison(v) {
		w.whole++
		if poison {
			w.fail(s, fmt.Sprintf("%d is poison", v))
		}
	}
	switch x := val.(type) {
	case interp.Int:
		w.ints++
		g := n.Fact(v)
		if g.Range.Lo.Finite && g.Range.Hi.Finite {
			w.sharp++
		}
		if !g.Contains(x.V) {
			w.fail(s, fmt.Sprintf("%d is %s, not in %v", v, x.V, g))
		}
	case interp.Bool:
		w.bools++
		if t, ok := n.Bool(v); ok && t != bool(x) {
			w.fail(s, fmt.Sprintf("%d is %t", v, x))
		}
	}
}

func (w *watcher) fail(s *interp.Step, what string) {
	if w.err == nil {
		w.err = fmt.Errorf("%s: %s: %s", s.Func.Name, s.Func.InstText(s.Func.Number(), s.Inst), what)
	}
}

// TestObserved runs generated programs and looks at every value that they compute, with
// don't-care bits and frozen poison as they are and at random. A run ends at undefined behaviour.
func TestObserved(t *testing.T) {
	first, programs := testseed.Number(t, "TUFFY_SEED", 1), testseed.Number(t, "TUFFY_PROGRAMS", 3000)
	if testing.Short() {
		programs = min(programs, 40)
	}
	t.Logf("seed %d, %d programs (set TUFFY_SEED, TUFFY_PROGRAMS to change them)", first, programs)
	presets := []preset.Config{preset.Default, preset.Ints, preset.UB}
	var total watcher
	for n := range programs {
		seed := first + n
		m, _ := gen.Generate(gen.Expand(seed, 200<<(n%4)), presets[n%3])
		w := watch(m)
		o := interp.Options{Observer: w, Strict: true, Seed: seed, Fuel: 200_000}
		if n%2 == 1 {
			o.DontCare = interp.Choice{Kind: interp.ChooseRandom, Seed: seed}
			o.Freeze = interp.Choice{Kind: interp.ChooseRandom, Seed: seed}
		}
		if _, err := interp.Run(context.Background(), m, o); err != nil {
			t.Fatal(err)
		}
		if w.err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, w.err, m)
		}
		total.ints += w.ints
		total.bools += w.bools
		total.sharp += w.sharp
		total.whole += w.whole
	}
	t.Logf("%d ints, %d of them in a finite range, %d bools, %d values never poison", total.ints, total.sharp, total.bools, total.whole)
	if total.sharp*2 < total.ints || total.whole == 0 {
		t.Error("the facts say too little")
	}
}

// TestPrograms checks what is found in programs written for it: block arguments, loops, branches.
func TestPrograms(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"loop counter", `func @f() -> int {
  bb0:
    v1 = iconst 0
    br bb1(v1)
  region loop {
    bb1(v2: int):
      v3 = iconst 100
      v4 = icmp.lt v2, v3
      brif v4, bb2, bb3
    bb2:
      v5 = iconst 1
      v6 = add v2, v5
      continue v6
  }
  bb3:
    ret v2
}`, "[100, 100]"},
		{"branches", `func @f(int) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 10
    v2 = icmp.gt v0, v1
    brif v2, bb1, bb2
  bb1:
    v3 = iconst 50
    v4 = icmp.ge v3, v0
    brif v4, bb3, bb4
  bb2:
    ret v0
  bb3:
    ret v0
  bb4:
    ret v0
}`, "[-inf, 10] [11, 50] [51, inf]"},
		{"dead branch, masked value", `func @f(int) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 6
    v2 = and v0, v1
    v3 = iconst 8
    v4 = icmp.lt v2, v3
    brif v4, bb1, bb2
  bb1:
    v5 = iconst 1
    v6 = or v2, v5
    ret v6
  bb2:
    ret v0
}`, "[1, 7]"},
		{"both ways of an edge", `func @f(int:s32) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 0
    v2 = icmp.lt v0, v1
    brif v2, bb1(v1), bb1(v0)
  bb1(v3: int):
    ret v3
}`, "[0, 2147483647]"},
	} {
		m, err := parser.Parse("test", []byte(c.text))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, f := range m.Funcs {
			n := facts.Forward(f)
			var got []string
			for b := range f.Blocks() {
				if i := f.Terminator(b); f.Op(i) == ir.OpRet && n.Reachable(b) {
					g := n.FactAt(f.Arg(i, 0), b)
					got = append(got, strings.ReplaceAll(strings.SplitAfter(g.String(), "]")[0], "[inf", "[-inf"))
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%s: %s, want %s", c.name, s, c.want)
			}
		}
	}
}
