package facts_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestRangeTable: a table gives back what was put in, and its short cut for machine words is what
// [facts.InstRange] and the annotation of the result say.
func TestRangeTable(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	ends := []int64{0, 1, -1, 2, 127, 128, -128, -129, 255, 1 << 31, -1 << 31, 1<<62 - 1, 1 << 62, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1}
	end := func() num.Int {
		x := num.New(ends[r.IntN(len(ends))]).Add(num.New(int64(r.IntN(5) - 2)))
		switch r.IntN(8) {
		case 0:
			return x.Shl(uint(r.IntN(80)))
		case 1:
			return num.New(int64(r.IntN(300) - 150))
		}
		return x
	}
	some := func() facts.Range {
		x, y := end(), end()
		if y.Less(x) {
			x, y = y, x
		}
		return facts.Range{Lo: facts.End{V: x, Finite: r.IntN(9) > 0}, Hi: facts.End{V: y, Finite: r.IntN(9) > 0}}
	}
	same := func(a, b facts.Range) bool { return a.In(b) && b.In(a) }
	// Each opcode that the short cut knows, and some that only their attributes bound.
	ops := []string{"add v0, v1", "sub v0, v1", "mul v0, v1", "and v0, v1", "or v0, v1", "xor v0, v1", "shl v0, v1", "shr v0, v1",
		"min v0, v1", "max v0, v1", "select v5, v0, v1", "freeze v0", "not v0", "zext v0, %d", "sext v0, %d", "split.%d v0",
		"load.%d v2, v3", "iconst %d", "bool_to_int v5", "count_leading_zeros.32 v0", "fp_to_si.%d v6", "bitcast v6 -> int", "ptrtoint v2"}
	taken := map[string]int{}
	for range 40_000 {
		n := r.IntN(len(ops))
		op := ops[n]
		switch op {
		case "zext v0, %d", "sext v0, %d", "split.%d v0", "fp_to_si.%d v6":
			op = fmt.Sprintf(op, 1+r.IntN(70))
		case "load.%d v2, v3":
			op = fmt.Sprintf(op, 1<<r.IntN(4))
		case "iconst %d":
			op = fmt.Sprintf(op, ends[r.IntN(len(ends))])
		}
		claim := []string{"", ":s8", ":u8", ":u62", ":s62", ":u64", ":s33", ":known(0?0)"}[r.IntN(12)%8]
		text := "v4" + claim + " = " + op
		if op[:2] == "sp" { // both results, of which the claim is on one
			text = []string{"v4" + claim + ", v7 = " + op, "v7, v4" + claim + " = " + op}[r.IntN(2)]
		}
		m, err := parser.Parse("t.tir", []byte(`func @f(int, int, ptr, bool, f64) -> int {
bb0(v3: mem):
v0 = param 0
v1 = param 1
v2 = param 2
v5 = param 3
v6 = param 4
`+text+`
ret v4, v3
}
`))
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		var x ir.Inst
		var table facts.Ranges
		table.Reset(f.NumValues())
		for i := range f.Insts(f.Entry()) {
			switch {
			case f.Op(i) == ir.OpParam && f.TypeOf(f.Result(i, 0)) == ir.Int:
				v, in := f.Result(i, 0), some()
				if table.Known(v) {
					t.Fatal("a new table knows something")
				}
				table.Set(v, in)
				if out := table.Of(v); !same(out, in) || table.Bits(v) != in.Bits() || table.Container(v) != in.Container() || table.Signed(v) != in.Signed() || !table.Known(v) {
					t.Fatalf("%+v comes back as %+v: %d bits, container %d, signed %t", in, out, table.Bits(v), table.Container(v), table.Signed(v))
				}
			case f.Op(i) != ir.OpRet && f.Op(i) != ir.OpParam:
				x = i
			}
		}
		for k := range f.NumResults(x) {
			v := f.Result(x, k)
			want := facts.InstRange(f, x, k, func(i ir.Inst, n int) facts.Range { return table.Of(f.Arg(i, n)) }).Meet(facts.ClaimedRange(f.AnnotOf(v)))
			if !table.Words(f, x, k) {
				continue
			}
			taken[ops[n]]++
			if got := table.Of(v); !same(got, want) || table.Bits(v) != want.Bits() || table.Container(v) != want.Container() || table.Signed(v) != want.Signed() {
				t.Fatalf("%s%s of %+v and %+v: %+v (%d bits), want %+v (%d)", op, claim, table.Of(0), table.Of(1), got, table.Bits(v), want, want.Bits())
			}
			if bits, signed := facts.Fixed(f, x, k); f.AnnotOf(v) == ir.NoAnnot {
				if fixed := facts.FixedRange(f, x, k); bits != fixed.Bits() || signed != fixed.Signed() {
					t.Fatalf("%s: fixed %d bits, signed %t, want %+v", op, bits, signed, fixed)
				}
			}
		}
	}
	for _, op := range ops {
		if taken[op] < 100 && op != "count_leading_zeros.32 v0" {
			t.Errorf("the short cut was taken %d times for %s", taken[op], op)
		}
	}
}
