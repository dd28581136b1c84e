package predicate_test

import (
	"math/rand/v2"
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
)

// noisy makes a program of about n instructions whose main uses memory after it was freed,
// amid arithmetic, branches, loops, helpers and unrelated memory.
func noisy(n int, r *rand.Rand) *ir.Module {
	m := ir.NewModule()
	m.AddData(&ir.Data{Name: "table", Pieces: []ir.DataPiece{{Bytes: []byte("some bytes of data")}}})
	m.AddExtern(&ir.Extern{Name: "malloc", Params: []ir.Param{{Type: ir.Int}}, Returns: []ir.Param{{Type: ir.Ptr}}})
	m.AddExtern(&ir.Extern{Name: "free", Params: []ir.Param{{Type: ir.Ptr}}})
	var helpers []string
	for k := range 8 {
		name := "helper" + strconv.Itoa(k)
		f := m.AddFunc(name, []ir.Param{{Type: ir.Int}, {Type: ir.Int}}, []ir.Param{{Type: ir.Int}})
		e := f.AddBlock(ir.Body)
		mem := f.AddArg(e, ir.Mem, ir.NoAnnot)
		b := f.At(e)
		vals := []ir.Value{b.Param(0, ir.Synthetic), b.Param(1, ir.Synthetic)}
		vals = arithmetic(b, vals, n/20, r)
		b.Ret(ir.Synthetic, vals[len(vals)-1], mem)
		helpers = append(helpers, name)
	}
	f := m.AddFunc("main", nil, []ir.Param{{Type: ir.Int}})
	at := f.AddBlock(ir.Body)
	mem := f.AddArg(at, ir.Mem, ir.NoAnnot)
	b := f.At(at)
	vals := arithmetic(b, []ir.Value{b.Int64(3, ir.Synthetic)}, 20, r)
	slot := b.StackSlot(8, 0, ir.Synthetic)
	call := b.Call(b.SymbolAddr("malloc", ir.Synthetic), []ir.Value{b.Int64(16, ir.Synthetic)}, mem, []ir.Type{ir.Ptr}, ir.Synthetic)
	mem, p := f.Result(call, 0), f.Result(call, 1)
	mem = b.Store(4, vals[0], p, mem, ir.Synthetic)
	for m.Funcs[8].Live() < n/2 {
		vals = arithmetic(b, vals[max(0, len(vals)-6):], 12, r)
		switch r.IntN(4) {
		case 0:
			mem = b.Store(4, vals[0], slot, mem, ir.Synthetic)
		case 1:
			h := b.SymbolAddr(helpers[r.IntN(len(helpers))], ir.Synthetic)
			c := b.Call(h, vals[:2], mem, []ir.Type{ir.Int}, ir.Synthetic)
			mem = f.Result(c, 0)
			vals = append(vals, f.Result(c, 1))
		case 2:
			c := b.Compare(ir.LT, vals[0], vals[1], ir.Synthetic)
			x, y, z := f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
			b.BrIf(c, ir.Goto(x), ir.Goto(y), ir.Synthetic)
			arg := f.AddArg(z, ir.Int, ir.NoAnnot)
			zm := f.AddArg(z, ir.Mem, ir.NoAnnot)
			for _, k := range []ir.Block{x, y} {
				b = f.At(k)
				more := arithmetic(b, vals, 6, r)
				b.Br(ir.Goto(z, more[len(more)-1], mem), ir.Synthetic)
			}
			b, mem = f.At(z), zm
			vals = append(vals, arg)
		case 3:
			loop := f.AddRegion(ir.Body, ir.LoopRegion)
			head := f.AddBlock(loop)
			b.Br(ir.Goto(head, b.Int64(0, ir.Synthetic)), ir.Synthetic)
			k := f.AddArg(head, ir.Int, ir.NoAnnot)
			b = f.At(head)
			next := b.Binary(ir.OpAdd, k, b.Int64(1, ir.Synthetic), ir.Synthetic)
			again, exit := f.AddBlock(loop), f.AddBlock(ir.Body)
			b.BrIf(b.Compare(ir.LT, next, b.Int64(4, ir.Synthetic), ir.Synthetic), ir.Goto(again), ir.Goto(exit), ir.Synthetic)
			f.At(again).Yield(ir.OpContinue, ir.Synthetic, next)
			b = f.At(exit)
		}
	}
	call = b.Call(b.SymbolAddr("free", ir.Synthetic), []ir.Value{p}, mem, nil, ir.Synthetic)
	mem = f.Result(call, 0)
	vals = arithmetic(b, vals[max(0, len(vals)-6):], n-m.Funcs[8].Live()-helperSize(m)-4, r)
	v := b.Load(4, p, mem, ir.Int, ir.Synthetic)
	b.Ret(ir.Synthetic, b.Binary(ir.OpAdd, v, vals[len(vals)-1], ir.Synthetic), mem)
	return m
}

func helperSize(m *ir.Module) int {
	n := 0
	for _, f := range m.Funcs[:8] {
		n += f.Live()
	}
	return n
}

// arithmetic appends n operations on values near the end of vals.
func arithmetic(b *ir.Builder, vals []ir.Value, n int, r *rand.Rand) []ir.Value {
	ops := []ir.Op{ir.OpAdd, ir.OpSub, ir.OpXor, ir.OpAnd, ir.OpMin, ir.OpMax}
	pick := func() ir.Value { return vals[max(0, len(vals)-1-r.IntN(6))] }
	for range n {
		if r.IntN(5) == 0 {
			vals = append(vals, b.Int64(r.Int64N(1000), ir.Synthetic))
			continue
		}
		v := b.Binary(ops[r.IntN(len(ops))], pick(), pick(), ir.Synthetic)
		vals = append(vals, b.Extend(ir.OpSExt, v, 32, ir.Synthetic))
	}
	return vals
}
