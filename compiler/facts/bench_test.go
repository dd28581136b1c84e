package facts_test

import (
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/ir"
)

// straight is a function of n ordinary integer operations.
func straight(n int) *ir.Func {
	m := ir.NewModule()
	f := m.AddFunc("f", []ir.Param{{Type: ir.Int, Annot: ir.Signed(32)}, {Type: ir.Int, Annot: ir.Unsigned(32)}}, []ir.Param{{Type: ir.Int}})
	b := f.At(f.AddBlock(ir.Body))
	x, y := b.Param(0, ir.Synthetic), b.Param(1, ir.Synthetic)
	c := b.Int64(255, ir.Synthetic)
	s := b.Int64(3, ir.Synthetic)
	last := x
	for k := 4; k < n; k++ {
		switch k % 8 {
		case 0:
			last = b.Binary(ir.OpAdd, last, y, ir.Synthetic)
		case 1:
			last = b.Extend(ir.OpSExt, last, 32, ir.Synthetic)
		case 2:
			last = b.Binary(ir.OpMul, last, y, ir.Synthetic)
		case 3:
			last = b.Extend(ir.OpZExt, last, 32, ir.Synthetic)
		case 4:
			last = b.Binary(ir.OpAnd, last, c, ir.Synthetic)
		case 5:
			last = b.Binary(ir.OpXor, last, x, ir.Synthetic)
		case 6:
			last = b.Binary(ir.OpShl, last, s, ir.Synthetic)
		default:
			last = b.Binary(ir.OpSub, last, y, ir.Synthetic)
		}
		if k%8 == 7 {
			last = b.Extend(ir.OpSExt, last, 32, ir.Synthetic)
		}
	}
	b.Ret(ir.Synthetic, last)
	return f
}

func rate(b *testing.B, insts int) {
	b.ReportMetric(float64(insts)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Minst/s")
}

func BenchmarkForward(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		f := straight(n)
		b.Run(fmt.Sprintf("straight/%d", n), func(b *testing.B) {
			for range b.N {
				facts.Forward(f)
			}
			rate(b, f.Live())
		})
	}
	var fs []*ir.Func
	n := 0
	for seed := range uint64(60) {
		m, _ := gen.Generate(gen.Expand(seed+1, 3000), preset.Default)
		for _, f := range m.Funcs {
			fs = append(fs, f)
			n += f.Live()
		}
	}
	b.Run("generated", func(b *testing.B) {
		for range b.N {
			for _, f := range fs {
				facts.Forward(f)
			}
		}
		rate(b, n)
	})
}

func BenchmarkDemanded(b *testing.B) {
	f := straight(10_000)
	for range b.N {
		facts.Demanded(f).Free()
	}
	rate(b, f.Live())
}
