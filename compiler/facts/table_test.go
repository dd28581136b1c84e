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
	taken := 0
	for range 20_000 {
		op := []string{"add v0, v1", "sub v0, v1", "zext v0, %d", "sext v0, %d", "load.%d v2, v3", "iconst %d"}[r.IntN(6)]
		switch op[0] {
		case 'z', 's':
			if op[1] != 'u' {
				op = fmt.Sprintf(op, 1+r.IntN(70))
			}
		case 'l':
			op = fmt.Sprintf(op, 1<<r.IntN(4))
		case 'i':
			op = fmt.Sprintf(op, ends[r.IntN(len(ends))])
		}
		claim := []string{"", ":s8", ":u8", ":u62", ":s62", ":u64", ":s33", ":known(0?0)"}[r.IntN(8)]
		m, err := parser.Parse("t.tir", []byte("func @f(int, int, ptr) -> int {\nbb0(v3: mem):\nv0 = param 0\nv1 = param 1\nv2 = param 2\nv4"+claim+" = "+op+"\nret v4, v3\n}\n"))
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
		v := f.Result(x, 0)
		want := facts.InstRange(f, x, 0, func(i ir.Inst, n int) facts.Range { return table.Of(f.Arg(i, n)) }).Meet(facts.ClaimedRange(f.AnnotOf(v)))
		if !table.Words(f, x) {
			continue
		}
		taken++
		if got := table.Of(v); !same(got, want) || table.Bits(v) != want.Bits() || table.Container(v) != want.Container() || table.Signed(v) != want.Signed() {
			t.Fatalf("%s%s: %+v (%d bits), want %+v (%d)", op, claim, got, table.Bits(v), want, want.Bits())
		}
	}
	if taken < 4000 {
		t.Errorf("the short cut was taken %d times", taken)
	}
}
