package opt_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/ir"
)

// plain is a depth for a chain of plain regions that are left by region_yield, side by side.
const plain = -1

// synthetic makes a module of functions with about size instructions each, total in all: chains
// of diamonds with ten instructions a block, every fourth inside a loop region, nested up to
// depth deep; a slot that is stored and loaded; arithmetic of which a part is redundant.
func synthetic(total, size, depth int) *ir.Module {
	m := ir.NewModule()
	for n := 0; total > 0; n++ {
		total -= synthesize(m, fmt.Sprint("f", n), min(size, total), depth)
	}
	if err := ir.Verify(m); err != nil {
		panic("BUG: " + err.Error())
	}
	return m
}

func synthesize(m *ir.Module, name string, size, depth int) int {
	p := ir.Param{Type: ir.Int, Annot: ir.Signed(32)}
	f := m.AddFunc(name, []ir.Param{p, p}, []ir.Param{{Type: ir.Int}})
	region := ir.Body
	b := f.AddBlock(region)
	token := f.AddArg(b, ir.Mem, ir.NoAnnot)
	k := f.At(b)
	x, y := k.Param(0, ir.Synthetic), k.Param(1, ir.Synthetic)
	slot := k.StackSlot(8, 8, ir.Synthetic)
	level, every := 0, 4
	if depth >= 1000 {
		every = 1
	}
	for n := 0; f.NumInsts() < size; n++ {
		if n%every == every-1 && level < depth { // a loop that runs once or twice
			region = f.AddRegion(region, ir.LoopRegion)
			level++
			head := f.AddBlock(region)
			i, t := f.AddArg(head, ir.Int, ir.NoAnnot), f.AddArg(head, ir.Mem, ir.NoAnnot)
			k.Br(ir.Goto(head, y, token), ir.Synthetic)
			token = t
			k = f.At(head)
			again, on := f.AddBlock(region), f.AddBlock(region)
			c := k.Compare(ir.GT, i, k.Int64(1<<20, ir.Synthetic), ir.Synthetic)
			k.BrIf(c, ir.Goto(again), ir.Goto(on), ir.Synthetic)
			k = f.At(again)
			k.Yield(ir.OpContinue, ir.Synthetic, k.Binary(ir.OpShr, i, k.Int64(1, ir.Synthetic), ir.Synthetic), token)
			k = f.At(on)
		}
		if depth == plain && n%4 == 3 {
			inner := f.AddRegion(ir.Body, ir.PlainRegion)
			b := f.AddBlock(inner)
			v, t := f.AddArg(b, ir.Int, ir.NoAnnot), f.AddArg(b, ir.Mem, ir.NoAnnot)
			if region == ir.Body {
				k.Br(ir.Goto(b, x, token), ir.Synthetic)
			} else {
				k.Yield(ir.OpRegionYield, ir.Synthetic, x, token)
			}
			region, k, x, token = inner, f.At(b), v, t
		}
		then, other, join := f.AddBlock(region), f.AddBlock(region), f.AddBlock(region)
		v := f.AddArg(join, ir.Int, ir.NoAnnot)
		c := k.Compare(ir.LT, x, k.Int64(int64(n%7), ir.Synthetic), ir.Synthetic)
		k.BrIf(c, ir.Goto(then), ir.Goto(other), ir.Synthetic)
		for side, at := range []ir.Block{then, other} {
			k = f.At(at)
			a := k.Binary(ir.OpAdd, x, k.Int64(int64(side+n), ir.Synthetic), ir.Synthetic)
			d := k.Binary(ir.OpMul, a, y, ir.Synthetic)
			e := k.Binary(ir.OpXor, k.Binary(ir.OpAdd, x, k.Int64(int64(side+n), ir.Synthetic), ir.Synthetic), d, ir.Synthetic)
			k.Br(ir.Goto(join, k.Extend(ir.OpSExt, e, 32, ir.Synthetic)), ir.Synthetic)
		}
		k = f.At(join)
		token = k.Store(8, k.Extend(ir.OpZExt, v, 64, ir.Synthetic), slot, token, ir.Synthetic)
		l := k.Load(8, slot, token, ir.Int, ir.Synthetic)
		x = k.Extend(ir.OpSExt, k.Binary(ir.OpAdd, l, v, ir.Synthetic), 32, ir.Synthetic)
	}
	k.Ret(ir.Synthetic, x, token)
	return f.NumInsts()
}

func optimized(b *testing.B, m *ir.Module, o pass.Options) {
	b.Helper()
	insts := 0
	for _, f := range m.Funcs {
		insts += f.Live()
	}
	c, err := opt.Preset("2")
	if err != nil {
		b.Fatal(err)
	}
	if o.Config == nil {
		o.Config = c
	}
	var cpu time.Duration
	var bytes uint64
	for b.Loop() {
		b.StopTimer()
		k := m.Clone()
		b.StartTimer()
		was, had := usage.Spent(b), usage.Allocated()
		if _, err := pass.Run(context.Background(), k, opt.Passes(), o); err != nil {
			b.Fatal(err)
		}
		cpu += usage.Spent(b) - was
		bytes += usage.Allocated() - had
	}
	all := float64(insts) * float64(b.N)
	b.ReportMetric(all/b.Elapsed().Seconds(), "insts/s")
	b.ReportMetric(all/cpu.Seconds(), "insts/cpu-s")
	b.ReportMetric(float64(bytes)/all, "B/inst")
}

// BenchmarkO2 measures -O2 in instructions before it a second: many small functions and fewer
// large ones, flat and with nested loops.
func BenchmarkO2(b *testing.B) {
	for _, c := range []struct {
		name               string
		total, size, depth int
	}{
		{"insts=1000", 1000, 1000, 2},
		{"insts=10000", 10_000, 1000, 2},
		{"insts=100000", 100_000, 1000, 2},
		{"insts=1000000", 1_000_000, 1000, 2},
		{"size=10000", 100_000, 10_000, 2},
		{"size=50000", 100_000, 50_000, 2},
		{"depth=64", 100_000, 10_000, 64},
		{"depth=400", 100_000, 50_000, 400},
		{"depth=1600", 100_000, 50_000, 1600},
		{"plain=1000", 100_000, 1_000, plain},
		{"plain=50000", 100_000, 50_000, plain},
	} {
		b.Run(c.name, func(b *testing.B) { optimized(b, synthetic(c.total, c.size, c.depth), pass.Options{}) })
	}
}

// BenchmarkPreset measures the other levels: those that ask for facts more than once.
func BenchmarkPreset(b *testing.B) {
	for _, level := range []string{"1", "2", "3", "s", "fast"} {
		for _, size := range []int{1000, 50_000} {
			b.Run(fmt.Sprintf("O%s/size=%d", level, size), func(b *testing.B) {
				c, err := opt.Preset(level)
				if err != nil {
					b.Fatal(err)
				}
				optimized(b, synthetic(100_000, size, 2), pass.Options{Config: c})
			})
		}
	}
}

// BenchmarkPass measures each pass alone.
func BenchmarkPass(b *testing.B) {
	m := synthetic(100_000, 5_000, 3)
	for _, p := range opt.Passes() {
		b.Run(p.Name, func(b *testing.B) { optimized(b, m, pass.Options{Config: pass.Single("one", 1, p.Name)}) })
	}
}

// BenchmarkTrace measures what recording costs; off must cost nothing.
func BenchmarkTrace(b *testing.B) {
	m := synthetic(20_000, 2_000, 3)
	for _, mode := range []trace.Mode{trace.None, trace.Decisions, trace.Full} {
		b.Run(string(mode), func(b *testing.B) {
			o := pass.Options{Trace: mode}
			if mode != trace.None {
				o.Record = func(*trace.Entry) {}
			}
			optimized(b, m, o)
		})
	}
}
