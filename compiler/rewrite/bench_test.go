package rewrite_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rewrite"
	"github.com/tuffy-ir/tuffy/ir"
)

// nothingMatches makes a function of n instructions over the opcodes that have rules, in
// shapes that none of them takes.
func nothingMatches(n int) *ir.Func {
	m := ir.NewModule()
	f := m.AddFunc("f", []ir.Param{{Type: ir.Int}, {Type: ir.Int}, {Type: ir.Int}}, []ir.Param{{Type: ir.Int}})
	b := f.At(f.AddBlock(ir.Body))
	v := []ir.Value{b.Param(0, 0), b.Param(1, 0), b.Param(2, 0)}
	ops := []ir.Op{ir.OpAdd, ir.OpMul, ir.OpXor, ir.OpSub, ir.OpAnd, ir.OpMax, ir.OpOr, ir.OpDiv}
	sum := v[0]
	for k := range n {
		x := b.Binary(ops[k%len(ops)], v[k%3], v[(k/3+1)%3], ir.Synthetic)
		if k%3 == (k/3+1)%3 {
			x = b.Binary(ir.OpShl, v[k%3], v[(k+1)%3], ir.Synthetic)
		}
		sum = b.Binary(ir.OpAdd, sum, x, ir.Synthetic)
	}
	b.Ret(ir.Synthetic, sum)
	return f
}

// BenchmarkNothingMatches measures the decision trees alone: instructions a second on code to
// which no rule applies.
func BenchmarkNothingMatches(b *testing.B) {
	f := nothingMatches(5000)
	if n := rewrite.Apply(f, rewrite.Options{}).Fired; n > 0 {
		b.Logf("%d rules fired to begin with", n)
	}
	if n := rewrite.Apply(f, rewrite.Options{}).Fired; n > 0 {
		b.Fatalf("%d rules fire", n)
	}
	b.ReportAllocs()
	for b.Loop() {
		rewrite.Apply(f, rewrite.Options{})
	}
	b.ReportMetric(float64(f.Live())*float64(b.N)/b.Elapsed().Seconds(), "insts/s")
}
