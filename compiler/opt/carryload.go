package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// A load that finds what the iteration before stored, as of a[i-1] where a[i] is stored, becomes an argument of the header: the
// load of the first iteration moves to before the loop, and the way back passes what was stored. The store has the
// same base and runs in every iteration behind the load; its offset is that of the load one step later: counters are
// those of [reducer]. What else the loop writes is in other allocations, and it calls nothing, so that the
// bytes are still there, and the first iteration comes to the load.

// maxCarried bounds the loads of a loop that become arguments: each takes a register through all iterations.
const maxCarried = 2

// maxLoopWrites bounds the writes of a loop that each load is compared with.
const maxLoopWrites = 16

// written are the spans that loop n writes, inner loops included; ok is false if it calls, synchronises, or writes too much
// to look at.
func (h *hoister) written(n int) (writes []ir.Inst, ok bool) {
	x := &h.facts[n]
	if !x.listed {
		x.listed = true
		if h.memory == nil {
			h.memory = newMemoryMap(h.f)
		}
		for _, b := range h.loops[n].Blocks {
			for i := range h.f.Insts(b) {
				op := h.f.Op(i)
				if !op.Is(ir.MemDef | ir.Calls) {
					continue
				}
				if len(x.writes) == maxLoopWrites || op.Is(ir.Calls) || h.memory.effect(i).barrier {
					x.unknown = true
					return nil, false
				}
				x.writes = append(x.writes, i)
			}
		}
	}
	return x.writes, !x.unknown
}

// apart reports whether the loop writes nothing into the allocation that i reads, but for the store except.
// Places of one base are not told apart: in another iteration the base may be another pointer.
func (h *hoister) apart(i ir.Inst, n int, except ir.Inst) bool {
	writes, ok := h.written(n)
	if !ok {
		return false
	}
	e := h.memory.effect(i)
	for _, k := range writes {
		if to := h.memory.effect(k).to; k != except && (to.root == e.from.root || !h.memory.disjoint(to, e.from)) {
			return false
		}
	}
	return e.reads && !e.barrier
}

// carry looks for loads of loop n that find what the iteration before stored.
func (h *hoister) carry(n int) {
	f := h.f
	writes, ok := h.written(n)
	if !ok || len(writes) == 0 || h.facts[n].inner {
		return
	}
	x := reducer{c: h.c, f: f, w: h.w, dom: h.c.Dom(), l: &h.loops[n], within: func(b ir.Block) bool { return h.within(h.in[b], n) }}
	x.counters()
	if len(x.back) != 1 || !h.entered(n).ok {
		return
	}
	left := maxCarried
	for _, b := range h.loops[n].Blocks {
		if !h.first(n)[b] {
			continue
		}
		for i := range f.Insts(b) {
			if left == 0 || f.Op(i) != ir.OpLoad {
				continue
			}
			for _, s := range writes {
				if f.Op(s) == ir.OpStore && h.carries(&x, i, s, n) && h.carryLoad(&x, i, s, n) {
					left--
					break
				}
			}
		}
	}
}

// carries reports whether load i of loop n finds what store s of the iteration before left.
func (h *hoister) carries(x *reducer, i, s ir.Inst, n int) bool {
	f := h.f
	t := f.TypeOf(f.Accessed(i))
	if f.Attr(i).N != f.Attr(s).N || f.TypeOf(f.Accessed(s)) != t || !castable(t) || !everyRound(x.dom, x.l, f.InstBlock(s)) {
		return false
	}
	// The store comes after the load in an iteration.
	if a, b := f.InstBlock(i), f.InstBlock(s); a != b && !x.dom.Dominates(a, b) || a == b && !comesBefore(f, i, s) {
		return false
	}
	p, at, ok := h.address(x, f.Arg(i, 0))
	q, to, also := h.address(x, f.Arg(s, 1))
	if !ok || !also || p != q || at.a != to.a || at.counter != to.counter || at.b+at.a*x.steps[at.counter] != to.b {
		return false
	}
	return h.apart(i, n, s) && h.token(i, n) != ir.NoValue
}

// comesBefore reports whether i stands before k in their block.
func comesBefore(f *ir.Func, i, k ir.Inst) bool {
	for ; i != ir.NoInst && i != k; i = f.NextInst(i) {
	}
	return i == k
}

// address reads a pointer as a place outside of the loop and a distance that counts along.
func (h *hoister) address(x *reducer, p ir.Value) (base baseID, at linear, ok bool) {
	f := h.f
	for x.within(f.DefBlock(p)) {
		d := f.Def(p)
		if d == ir.NoInst || f.Op(d) != ir.OpPtrAdd {
			return 0, linear{}, false
		}
		l := linear{}
		if c, ok := constant(f, f.Arg(d, 1)); ok && modest(c) {
			l.b = c
		} else if l = x.count(f.Arg(d, 1)); l.a == 0 || at.a != 0 {
			return 0, linear{}, false
		}
		if l.a != 0 {
			at.counter, at.a = l.counter, l.a
		}
		if at.b += l.b; !modest(at.b) {
			return 0, linear{}, false
		}
		p = f.Arg(d, 0)
	}
	to := h.memory.place(p)
	at.b += to.off
	return to.base, at, true
}

// carryLoad makes load i of loop n an argument of the header: before the loop it loads what the first iteration does, and
// from then on passes what store s writes.
func (h *hoister) carryLoad(x *reducer, i, s ir.Inst, n int) bool {
	f := h.f
	if !h.c.Fire(pass.Change{Rule: "hoist_load", At: i, Matched: []ir.Inst{s}, Kind: pass.Refinement,
		Facts: []trace.Fact{{Kind: "stored_before", Name: valueName(f.Arg(s, 0))}}}) {
		return false
	}
	pre := h.place(n)
	in := h.facts[n].outer[0]
	token := h.token(i, n)
	t, r, o := f.TypeOf(f.Accessed(i)), f.Result(i, 0), pass.Derive(f, i, s)
	first := h.unrolled(x, f.Arg(i, 0), in, f.Before(f.Terminator(pre)), o)
	// What the use claims of the pointer is claimed of the one before the loop as well.
	k := f.Before(f.Terminator(pre)).Inst(ir.OpLoad, f.Attr(i), []ir.Operand{{Value: first, Annot: f.Operand(i, 0).Annot}, {Value: token}}, nil, []ir.Type{t}, o)
	f.SetAnnot(f.Result(k, 0), f.AnnotOf(r))
	back := x.back[0]
	v, at := f.Arg(s, 0), f.Before(cfg.Term(f, back))
	if t == ir.Int && !fitsUnsigned(f, v, 8*int(f.Attr(i).N)) {
		v = at.Extend(ir.OpZExt, v, 8*f.Attr(i).N, o)
	}
	q := f.AddArg(x.l.Header, t, f.AnnotOf(r))
	for _, e := range []struct {
		edge cfg.PredEdge
		v    ir.Value
	}{{in, f.Result(k, 0)}, {back, v}} {
		all := edit.Passed(f, e.edge, len(f.Args(x.l.Header))-1)
		edit.SetPassed(f, e.edge, append(all, ir.Operand{Value: e.v}))
	}
	f.ReplaceUses(r, q)
	f.RemoveInst(i)
	return true
}

// unrolled is the pointer p of the loop in its first iteration, which is entered on the edge in.
func (h *hoister) unrolled(x *reducer, p ir.Value, in cfg.PredEdge, at *ir.Builder, o ir.Origin) ir.Value {
	f := h.f
	if !x.within(f.DefBlock(p)) {
		return p
	}
	d := f.Def(p)
	base := h.unrolled(x, f.Arg(d, 0), in, at, o)
	c, ok := constant(f, f.Arg(d, 1))
	if ok {
		return at.Binary(ir.OpPtrAdd, base, at.Int64(c, o), o)
	}
	l := x.count(f.Arg(d, 1))
	return at.Binary(ir.OpPtrAdd, base, x.scaled(at, cfg.Passed(f, in, f.DefIndex(l.counter)).Value, l.a, l.b, o), o)
}
