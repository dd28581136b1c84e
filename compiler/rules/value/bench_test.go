package value_test

import (
	"math"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/ir"
)

// nothingMatches makes a function of about 2n instructions over the opcodes that have rules, in
// shapes that none of them takes; claim is on every result, so that the preconditions have
// something to look at.
func nothingMatches(n int, claim ir.Annot) *ir.Func {
	m := ir.NewModule()
	param := ir.Param{Type: ir.Int, Annot: claim}
	f := m.AddFunc("f", []ir.Param{param, param, param}, []ir.Param{{Type: ir.Int}})
	b := f.At(f.AddBlock(ir.Body))
	v := []ir.Value{b.Param(0, 0), b.Param(1, 0), b.Param(2, 0)}
	for _, p := range v {
		f.SetAnnot(p, claim)
	}
	ops := []ir.Op{ir.OpAdd, ir.OpMul, ir.OpXor, ir.OpSub, ir.OpAnd, ir.OpMax, ir.OpOr, ir.OpDiv}
	sum := v[0]
	for k := range n {
		x := b.Binary(ops[k%len(ops)], v[k%3], v[(k/3+1)%3], ir.Synthetic)
		if k%3 == (k/3+1)%3 {
			x = b.Binary(ir.OpShl, v[k%3], v[(k+1)%3], ir.Synthetic)
		}
		f.SetAnnot(x, claim)
		sum = b.Binary(ir.OpAdd, sum, x, ir.Synthetic)
		f.SetAnnot(sum, claim)
	}
	b.Ret(ir.Synthetic, sum)
	return f
}

// BenchmarkNothingMatches measures the search alone: code to which no rule applies. Of
// batches of runs the one that took the least processor time counts. The benchmark of the same name in
// gen varies the number of rules.
func BenchmarkNothingMatches(b *testing.B) {
	const batch = 50
	for _, row := range []struct {
		name  string
		claim ir.Annot
	}{{"bare", ir.NoAnnot}, {"annotated", ir.Signed(32)}} {
		b.Run(row.name, func(b *testing.B) {
			f := nothingMatches(1000, row.claim)
			value.Apply(f, value.Options{})
			if n := value.Apply(f, value.Options{}).Fired; n > 0 {
				b.Fatalf("%d rules fire", n)
			}
			b.ReportAllocs()
			best := time.Duration(math.MaxInt64)
			for b.Loop() {
				start := usage.Spent(b)
				for range batch {
					value.Apply(f, value.Options{})
				}
				best = min(best, usage.Spent(b)-start)
			}
			insts := float64(f.Live() * batch)
			b.ReportMetric(insts/best.Seconds(), "insts/cpu-s")
			b.ReportMetric(float64(best.Nanoseconds())/insts, "cpu-ns/inst")
		})
	}
}
