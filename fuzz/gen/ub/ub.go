package ub

import (
	"math"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// number is an f64.
func number(x *build.Func, v float64) build.Value {
	return x.Raw(ir.OpFConst, ir.Attr{N: uint32(ir.F64), Imm: int64(math.Float64bits(v))})
}

// either is one of two constants.
func either(x *build.Func, legal bool, yes, no num.Int) build.Value {
	if legal {
		return x.Big(yes)
	}
	return x.Big(no)
}

// either64 is either for small numbers: the legal one first.
func either64(x *build.Func, legal bool, yes, no int64) build.Value {
	return either(x, legal, num.New(yes), num.New(no))
}

// claimed is v with a claim, at its definition or where an addition reads it.
//
// The addition of 0 is there so that the claim is about a value of its own and not about the constant.
func claimed(x *build.Func, r *choice.Record, v build.Value, a ir.Annot) build.Value {
	zero := x.Int64(0)
	if r.Below(2) == 0 {
		w := x.Raw(ir.OpAdd, ir.Attr{}, v, zero)
		x.F.SetAnnot(w.ID, a)
		return w
	}
	w := x.Raw(ir.OpAdd, ir.Attr{}, v, zero)
	x.F.SetOperand(x.F.Def(w.ID), 0, ir.Operand{Value: v.ID, Annot: a})
	return w
}

// misaligned is a number in [1, a) for a power of two a: half of it, 1, or any.
//
// a must be at least 2.
func misaligned(r *choice.Record, a int64) int64 {
	switch r.Below(3) {
	case 0:
		return a / 2
	case 1:
		return 1
	}
	return 1 + int64(r.Byte())%(a-1)
}

// identity makes a function that returns its argument; it claims to take or to give a byte.
//
// name is byteparam or byteresult. The claim is the only difference: poison begins at the call or at the return.
func identity(g *build.Prog, name string) {
	if g.M.Func(name) != nil {
		return
	}
	p, res := ir.Param{Type: ir.Int, Annot: ir.Unsigned(8)}, ir.Param{Type: ir.Int}
	if name == "byteresult" {
		p, res = res, p
	}
	f := g.M.AddFunc(name, []ir.Param{p}, []ir.Param{res})
	b := f.At(f.AddBlock(ir.Body))
	b.Ret(ir.Synthetic, b.Param(0, ir.Synthetic))
}

// Plant makes something undefined in main, or its twin, and gives the code.
//
// The violation lies at the current position and is undefined whenever control comes there. Claims and the pool are
// afterwards as they were, but for what the violation itself put into the program.
func Plant(x *build.Func, r *choice.Record, legal bool) interp.Code {
	v := violations[r.Below(len(violations))]
	// Claims would say the same as the violation does.
	claims, mark := x.Claims, len(x.Pool)
	x.Claims = choice.Zeros()
	v.make(x, r, legal)
	x.Claims = claims
	x.Truncate(mark)
	return v.code
}

// fork branches on c, with both ways leading to the same block.
//
// The path does not depend on c, so that the program continues alike where c is defined.
func fork(x *build.Func, c build.Value) {
	next := x.F.AddBlock(x.Region)
	t := ir.Target{Block: next, Args: x.Token()}
	x.Brif(c, t, t)
	x.Open(next, nil)
}

// touch makes an access of n bytes through p, of any kind that may write.
//
// p must be good for n bytes in the twin. Every kind of access is drawn, since each checks its pointer by itself.
func touch(x *build.Func, r *choice.Record, p build.Value, n int64, a ir.Attr) {
	size := uint32(n)
	// The rest are reads.
	switch r.Below(9) {
	case 0:
		a.N = size
		x.Emit(ir.OpStore, a, nil, x.Int64(5), p)
	case 1:
		x.Emit(ir.OpMemSet, a, nil, p, x.Int64(0), x.Int64(n))
	case 2:
		x.Emit(ir.OpMemMove, a, nil, p, p, x.Int64(n))
	case 3:
		a.N = size
		x.Emit(ir.OpAtomicStore, withOrder(a), nil, x.Int64(3), p)
	case 4:
		a.N, a.RMW = size, build.RMWOps[r.Below(len(build.RMWOps))]
		x.Emit(ir.OpRMW, withOrder(a), []ir.Type{ir.Int}, p, x.Int64(3))
	case 5:
		a.N, a.Fail = size, ir.SeqCst
		x.Emit(ir.OpCmpXchg, withOrder(a), []ir.Type{ir.Int}, p, x.Int64(3), x.Int64(4))
	case 6:
		v := x.Typed(ir.OpBitCast, ir.Attr{}, ir.Bytes(size), x.Int64(5))
		a.N = size
		x.Emit(ir.OpStore, a, nil, v, p)
	default:
		peek(x, r, p, n, a)
	}
}

// withOrder makes an access atomic in the strongest order.
func withOrder(a ir.Attr) ir.Attr {
	a.Order = ir.SeqCst
	return a
}

// peek reads n bytes through p.
func peek(x *build.Func, r *choice.Record, p build.Value, n int64, a ir.Attr) {
	a.N = uint32(n)
	switch r.Below(5) {
	case 0:
		x.Emit(ir.OpLoad, a, []ir.Type{ir.Bytes(uint32(n))}, p)
	case 1:
		x.Emit(ir.OpAtomicLoad, withOrder(a), []ir.Type{ir.Int}, p)
	// Floats have three sizes; other sizes are read as an int.
	case 2:
		if n == 8 || n == 4 || n == 2 {
			x.Emit(ir.OpLoad, a, []ir.Type{map[int64]ir.Type{8: ir.F64, 4: ir.F32, 2: ir.F16}[n]}, p)
			return
		}
		fallthrough
	default:
		v := x.Typed(ir.OpLoad, a, ir.Int, p)
		fork(x, x.Raw(ir.OpICmp, ir.Attr{Pred: ir.GE}, v, x.Int64(0))) // a bad byte is seen
	}
}

// freshObject is memory of a size of its own, whose bytes are set.
//
// Set, because an access in bounds must not be undefined for want of a value. Its neighbours are other
// allocations, so that one byte beside it belongs to another allocation, or to none.
func freshObject(x *build.Func, r *choice.Record, size int64) build.Value {
	switch r.Below(4) {
	case 0:
		p := x.External("calloc", []build.Value{x.Int64(size), x.Int64(1)}, ir.Ptr)
		p.Obj = &build.Object{Size: size}
		return p
	case 1:
		p := x.External("malloc", []build.Value{x.Int64(size)}, ir.Ptr)
		x.Emit(ir.OpMemSet, ir.Attr{}, nil, p, x.Int64(0), x.Int64(size))
		return p
	}
	return x.NewSlot(r, size, build.BytesOnly).Base
}

// worker is a function for threads, which writes where its argument points.
//
// It is made once a program, however many violations use it.
func worker(g *build.Prog) {
	if g.M.Func("worker") != nil {
		return
	}
	f := g.M.AddFunc("worker", []ir.Param{{Type: ir.Ptr}}, []ir.Param{{Type: ir.Int}})
	e := f.AddBlock(ir.Body)
	mem := f.AddArg(e, ir.Mem, ir.NoAnnot)
	b := f.At(e)
	v := b.Int64(7, ir.Synthetic)
	mem = b.Store(8, v, b.Param(0, ir.Synthetic), mem, ir.Synthetic)
	b.Ret(ir.Synthetic, v, mem)
}
