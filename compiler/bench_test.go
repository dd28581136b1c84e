//go:build unix

package compiler_test

import (
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/ir"
)

// program is a module of functions with about size instructions each, total in all, in the manner of
// C: loops with diamonds in them over values of 32 and 64 bits, loads and stores through a pointer
// and in a stack slot, arithmetic of which a part is redundant, a call in every hundred or so. The
// parameters, and as many values as long says, are used from end to end.
func program(total, size, long int) *ir.Module {
	m := ir.NewModule()
	for n := 0; total > 0; n++ {
		total -= function(m, fmt.Sprint("f", n), min(size, total), long)
	}
	if err := ir.Verify(m); err != nil {
		panic("BUG: " + err.Error())
	}
	return m
}

// bench builds a function.
type bench struct {
	*ir.Builder
	f          *ir.Func
	x, p       ir.Value
	y          []ir.Value // from end to end
	slot, self ir.Value
	token      ir.Value
	region     ir.Region
}

var s32 = ir.Signed(32)

func function(m *ir.Module, name string, size, long int) int {
	word := ir.Param{Type: ir.Int, Annot: s32}
	f := m.AddFunc(name, []ir.Param{word, word, {Type: ir.Ptr}}, []ir.Param{word})
	entry := f.AddBlock(ir.Body)
	b := &bench{Builder: f.At(entry), f: f, region: ir.Body}
	b.token = f.AddArg(entry, ir.Mem, ir.NoAnnot)
	b.x, b.y, b.p = b.Param(0, 0), []ir.Value{b.Param(1, 0)}, b.Param(2, 0)
	for n := range long {
		b.y = append(b.y, b.word(b.Load(4, b.Binary(ir.OpPtrAdd, b.p, b.num(512+4*n), 0), b.token, ir.Int, 0)))
	}
	b.slot = b.StackSlot(8, 8, 0)
	b.self = b.SymbolAddr(name, 0)
	for n := 0; f.NumInsts() < size; n++ {
		var leave func()
		if n%4 == 3 {
			leave = b.loop(n)
		}
		b.diamond(n)
		b.memory(n)
		if n%8 == 5 {
			call := b.Call(b.self, []ir.Value{b.x, b.y[0], b.p}, b.token, []ir.Type{ir.Int}, 0)
			b.token = f.Result(call, 0)
			b.x = b.word(f.Result(call, 1))
		}
		if leave != nil {
			leave()
		}
	}
	b.Ret(0, b.x, b.token)
	return f.NumInsts()
}

// word makes an int of 32 bits of the low ones of v.
func (b *bench) word(v ir.Value) ir.Value {
	w := b.Extend(ir.OpSExt, v, 32, 0)
	b.f.SetAnnot(w, s32)
	return w
}

func (b *bench) num(n int) ir.Value { return b.Int64(int64(n), 0) }

func (b *bench) to(k ir.Block) { b.Builder = b.f.At(k) }

// loop starts a loop of a hundred or so rounds; what it returns ends it.
func (b *bench) loop(n int) (leave func()) {
	f, outer := b.f, b.region
	b.region = f.AddRegion(outer, ir.LoopRegion)
	head := f.AddBlock(b.region)
	i, x, t := f.AddArg(head, ir.Int, s32), f.AddArg(head, ir.Int, s32), f.AddArg(head, ir.Mem, ir.NoAnnot)
	b.Br(ir.Goto(head, b.num(n%3), b.x, b.token), 0)
	b.to(head)
	b.x, b.token = x, t
	return func() {
		again, out := f.AddBlock(b.region), f.AddBlock(outer)
		r, t := f.AddArg(out, ir.Int, s32), f.AddArg(out, ir.Mem, ir.NoAnnot)
		c := b.Compare(ir.LT, i, b.num(100+n%9), 0)
		leaving := f.AddBlock(b.region)
		b.BrIf(c, ir.Goto(again), ir.Goto(leaving), 0)
		b.to(again)
		b.Yield(ir.OpContinue, 0, b.word(b.Binary(ir.OpAdd, i, b.num(1), 0)), b.x, b.token)
		b.to(leaving)
		b.Br(ir.Goto(out, b.x, b.token), 0)
		b.region, b.x, b.token = outer, r, t
		b.to(out)
	}
}

// diamond computes on both sides of a branch.
func (b *bench) diamond(n int) {
	f := b.f
	then, other, join := f.AddBlock(b.region), f.AddBlock(b.region), f.AddBlock(b.region)
	v := f.AddArg(join, ir.Int, s32)
	b.BrIf(b.Compare(ir.LT, b.x, b.num(n%7), 0), ir.Goto(then), ir.Goto(other), 0)
	for side, at := range []ir.Block{then, other} {
		b.to(at)
		a := b.word(b.Binary(ir.OpAdd, b.x, b.num(side+n), 0))
		d := b.word(b.Binary(ir.OpMul, a, b.y[(7*n+side)%len(b.y)], 0))
		e := b.Binary(ir.OpXor, b.word(b.Binary(ir.OpAdd, b.x, b.num(side+n), 0)), d, 0)
		b.Br(ir.Goto(join, b.word(e)), 0)
	}
	b.to(join)
	b.x = v
}

// memory loads, computes and stores.
func (b *bench) memory(n int) {
	at := b.Binary(ir.OpPtrAdd, b.p, b.num(8*(n%64)), 0)
	l := b.Load(4, at, b.token, ir.Int, 0)
	s := b.word(b.Binary(ir.OpSub, b.word(l), b.x, 0))
	b.token = b.Store(8, b.Extend(ir.OpZExt, s, 64, 0), b.slot, b.token, 0)
	o := b.Binary(ir.OpOr, b.Binary(ir.OpAnd, b.word(b.Load(8, b.slot, b.token, ir.Int, 0)), b.y[n%len(b.y)], 0), b.x, 0)
	b.token = b.Store(4, b.Extend(ir.OpZExt, o, 32, 0), at, b.token, 0)
	b.x = b.word(o)
}

// BenchmarkCompile measures everything between the IR in memory and the bytes of an object file:
// instructions a second of the clock and of the processor, and the shares of the phases.
func BenchmarkCompile(b *testing.B) {
	for _, level := range []string{"0", "2"} {
		for _, size := range []int{100, 1000, 10_000, 50_000} {
			m := program(100_000, size, 0)
			b.Run(fmt.Sprintf("O%s/size=%d", level, size), func(b *testing.B) { compiled(b, m, level) })
		}
		for _, size := range []int{1000, 50_000} {
			m := program(100_000, size, 40)
			b.Run(fmt.Sprintf("O%s/long=40/size=%d", level, size), func(b *testing.B) { compiled(b, m, level) })
		}
	}
}

func compiled(b *testing.B, m *ir.Module, level string) {
	insts := 0
	for _, f := range m.Funcs {
		insts += f.Live()
	}
	var cpu, sum time.Duration
	var bytes uint64
	phases := map[string]time.Duration{}
	o := compiler.Options{Level: level, Workers: 1, Time: func(phase string, d time.Duration) {
		phases[phase] += d
		sum += d
	}}
	for b.Loop() {
		b.StopTimer()
		k := m.Clone()
		b.StartTimer()
		was, had := usage.Spent(b), usage.Allocated()
		code, err := compiler.Compile(context.Background(), k, o)
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		if err := object.WriteObject(io.Discard, code); err != nil {
			b.Fatal(err)
		}
		o.Time("write", time.Since(start))
		cpu += usage.Spent(b) - was
		bytes += usage.Allocated() - had
	}
	all := float64(insts) * float64(b.N)
	b.ReportMetric(all/b.Elapsed().Seconds(), "insts/s")
	b.ReportMetric(all/cpu.Seconds(), "insts/cpu-s")
	b.ReportMetric(float64(bytes)/all, "B/inst")
	for phase, d := range phases {
		b.ReportMetric(100*d.Seconds()/sum.Seconds(), phase+"-%")
	}
}
