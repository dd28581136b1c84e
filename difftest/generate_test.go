package difftest_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

func TestGeneratorCoversIntegers(t *testing.T) {
	m := irtest.Parse(t, `
func @f(int, int:s16, int:u5, int:known(0??00)) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 31337
    v2 = icmp.eq v0, v1
    brif v2, bb1, bb2

  bb1:
    ret v1

  bb2:
    switch v0, [-77: bb1, 123456789012345678901: bb1], bb1
}
`)
	f := m.Funcs[0]
	g := difftest.NewGenerator(f, testseed.Seed(t), m)
	got := make([]map[string]bool, len(f.Params))
	poison := 0
	for n := range difftest.DefaultRuns {
		for k, a := range g.Input(n).Args {
			if got[k] == nil {
				got[k] = map[string]bool{}
			}
			if a.Poison {
				poison++
				continue
			}
			if !f.Params[k].Annot.Holds(*a.Int) {
				t.Errorf("parameter %d gets %s, which violates its annotation", k, a.Int)
			}
			got[k][a.Int.String()] = true
		}
	}
	for k, want := range []string{
		"0 1 -1 31336 31337 31338 -31337 -76 -77 -78 123456789012345678900 123456789012345678901 123456789012345678902 127 128 129 -128 -129 255 256 2147483647 2147483648 -2147483648 -2147483649 4294967296 9223372036854775808",
		"-32768 -32767 32766 32767 31336 31337 31338 -77 0 1 -1",
		"0 1 30 31",
		"0 4 8 12",
	} {
		for v := range strings.FieldsSeq(want) {
			if !got[k][v] {
				t.Errorf("parameter %d never gets %s", k, v)
			}
		}
	}
	if poison == 0 {
		t.Error("no argument is poison")
	}
}

// TestGeneratorAliases: two pointers are apart, equal, overlapping in both orders, and at the
// end of their buffer; memory has all four states of bytes.
func TestGeneratorAliases(t *testing.T) {
	m := irtest.Parse(t, `func @f(ptr, ptr:align4, int) {
  bb0:
    ret
}
`)
	g := difftest.NewGenerator(m.Funcs[0], testseed.Seed(t), m)
	seen := map[string]bool{}
	for n := range difftest.DefaultRuns {
		in := g.Input(n)
		p, q := in.Args[0], in.Args[1]
		for _, text := range []string{"00", "__", "??", "&0+", "&1+"} {
			if len(in.Buffers) == 2 && strings.Contains(in.Buffers[0].Bytes+" "+in.Buffers[1].Bytes, text) {
				seen["byte "+text] = true
			}
		}
		if len(in.Buffers) != 2 {
			t.Fatalf("%d buffers", len(in.Buffers))
		}
		if q.Offset%4 != 0 {
			t.Errorf("offset %d of a pointer :align4", q.Offset)
		}
		seen["null"] = seen["null"] || p.Null && q.Null
		if p.Buffer == nil || q.Buffer == nil {
			continue
		}
		seen["end"] = seen["end"] || p.Offset == 64
		switch d := p.Offset - q.Offset; {
		case *p.Buffer != *q.Buffer:
			seen["apart"] = true
		case d == 0:
			seen["equal"] = true
		case d > 0 && d < 8:
			seen["first overlaps above"] = true
		case d < 0 && d > -8:
			seen["first overlaps below"] = true
		}
	}
	for _, what := range []string{"byte 00", "byte __", "byte ??", "byte &0+", "byte &1+", "null", "end", "apart", "equal", "first overlaps above", "first overlaps below"} {
		if !seen[what] {
			t.Errorf("no input with: %s", what)
		}
	}
}

// TestGeneratorPairs: combinations of few values are complete.
func TestGeneratorPairs(t *testing.T) {
	m := irtest.Parse(t, `func @f(bool, int:u1, ptr) {
  bb0:
    ret
}
`)
	g := difftest.NewGenerator(m.Funcs[0], testseed.Seed(t), m)
	seen := map[string]bool{}
	for n := range 36 + 16/4 {
		a := g.Input(n).Args
		if slices.ContainsFunc(a, func(x difftest.Arg) bool { return x.Poison }) {
			continue // every fifth
		}
		key, err := a[2].MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		seen[strconv.FormatBool(*a[0].Bool)+a[1].Int.String()+string(key)] = true
	}
	if len(seen) != 36 {
		t.Errorf("%d of 2*2*9 combinations", len(seen))
	}
}

func TestGeneratorFloats(t *testing.T) {
	for _, typ := range []string{"f32", "f64", "f16", "bf16", "f128"} {
		m := irtest.Parse(t, "func @f("+typ+`) {
  bb0:
    ret
}
`)
		g := difftest.NewGenerator(m.Funcs[0], testseed.Seed(t), m)
		var nan, zero, negative, other bool
		for n := range 200 {
			a := g.Input(n).Args[0]
			if a.Poison {
				continue
			}
			v, err := interp.ParseFloat(m.Funcs[0].Params[0].Type, a.Float)
			if err != nil || a.Fmt != typ {
				t.Fatalf("%s %q: %v", a.Fmt, a.Float, err)
			}
			if v.Type == ir.F128 {
				zero, nan, negative, other = true, true, true, true
				continue
			}
			f := interp.FloatFormat(v.Type)
			nan = nan || f.IsNaN(v.Lo)
			zero = zero || v.Lo == 0
			negative = negative || v.Lo == 1<<(v.Type.FloatBits()-1)
			other = other || !f.IsNaN(v.Lo) && v.Lo != 0
		}
		if !nan || !zero || !negative || !other {
			t.Errorf("%s: nan %t, zero %t, negative zero %t, others %t", typ, nan, zero, negative, other)
		}
	}
}

// TestGeneratorDeterministic: input n depends on the seed and on nothing else, not even on
// the inputs asked for before.
func TestGeneratorDeterministic(t *testing.T) {
	m := irtest.Parse(t, everyType)
	s := testseed.Seed(t)
	a, b, c := difftest.NewGenerator(m.Funcs[0], s, m), difftest.NewGenerator(m.Funcs[0], s, m), difftest.NewGenerator(m.Funcs[0], s+1, m)
	differs := false
	for n := range 500 {
		x, y := a.Input(n), b.Input(499-n)
		if got, want := y.String(), a.Input(499-n).String(); got != want {
			t.Fatalf("input %d: %s and %s", 499-n, got, want)
		}
		differs = differs || x.String() != c.Input(n).String()
	}
	if !differs {
		t.Error("the seed changes nothing")
	}
}

// TestGeneratorFits: a run accepts every input, and the values are of the parameter types.
func TestGeneratorFits(t *testing.T) {
	m := irtest.Parse(t, everyType)
	g := difftest.NewGenerator(m.Funcs[0], testseed.Seed(t), m)
	for n := range 300 {
		in := g.Input(n)
		if _, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Prepare: in.Prepare(m.Funcs[0].Params, 1)}); err != nil {
			t.Fatalf("%s: %v", in, err)
		}
	}
}

// TestGeneratorLargeConstants: constants beyond machine words are taken too.
func TestGeneratorLargeConstants(t *testing.T) {
	big4096 := num.New(3).Shl(4000)
	m := irtest.Parse(t, `func @f(int) -> int {
  bb0:
    v0 = iconst `+big4096.String()+`
    ret v0
}
`)
	g := difftest.NewGenerator(m.Funcs[0], testseed.Seed(t), m)
	for n := range 200 {
		if v := g.Input(n).Args[0].Int; v != nil && v.Cmp(big4096) == 0 {
			return
		}
	}
	t.Error("the constant of 4002 bits is never an argument")
}

// TestGeneratorManyFunctions: a function of a large file gets the inputs that it gets alone, constants of
// what it calls among them.
func TestGeneratorManyFunctions(t *testing.T) {
	const f = `func @f(int) -> int {
 bb0(v0: mem):
  v1 = param 0
  v2 = symbol_addr @g
  v3, v4 = call v2(v1), v0 -> int
  ret v4, v3
}
func @g(int) -> int {
 bb0:
  v0 = param 0
  v1 = iconst 123456789
  v2 = add v0, v1
  ret v2
}
`
	text := ""
	for n := range 500 {
		text += fmt.Sprintf(`func @h%d() -> int {
 bb0:
  v0 = iconst %d
  ret v0
}
`, n, 1000000+7*n)
	}
	alone, crowd := irtest.Parse(t, f), irtest.Parse(t, text+f)
	a, b := difftest.NewGenerator(alone.Func("f"), 1, alone), difftest.NewGenerator(crowd.Func("f"), 1, crowd)
	found := false
	for n := range difftest.DefaultRuns {
		x, y := a.Input(n).String(), b.Input(n).String()
		if x != y {
			t.Fatalf("input %d is %s alone and %s in a crowd", n, x, y)
		}
		found = found || strings.Contains(x, "123456789")
	}
	if !found {
		t.Error("no input has the constant of the callee")
	}
}

// TestBuffersHoldOffsets: constant offsets of a program stay inside what its pointers point to.
func TestBuffersHoldOffsets(t *testing.T) {
	const text = `func @f(ptr) -> int {
bb0(v0: mem):
 v1 = param 0
 v2 = iconst 600
 v3 = iconst 55
 v4 = add v2, v3
 v5 = ptradd v1, v4
 v6 = ptradd v5, v3
 v7 = load.8 v6, v0
 ret v7, v0
}
`
	m := irtest.Parse(t, text)
	res, err := difftest.Check(context.Background(), m, m, difftest.Config{Runs: 60})
	if err != nil {
		t.Fatal(err)
	}
	if p := res.Pairs[0]; res.Verdict() != difftest.Refined || p.Undefined == p.Runs {
		t.Error(res.Text())
	}
}
