package opt

import (
	"cmp"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// bulk gives copies and fills of memory the form that suits their size.
//
// No bytes need no operation. A fill with a constant, or a copy, of 1, 2, 4 or 8 bytes becomes a
// store, or a load and a store of a byte type, which keeps the state of every byte and reads all
// before it writes; poison as a byte to fill with was undefined and is now stored. A memmove
// within provably distinct bytes is a memcpy, one of a place to itself is nothing.
//
// A run of stores of one repeated byte to bytes that touch or overlap becomes a memset at the
// place of the last: between them is no instruction that touches memory or may not come to its
// end, so that nothing sees the bytes meanwhile. All pointers are at known distances from one base,
// so all bytes are of one allocation, and of allocations that a pointer without provenance may
// reach no two touch.
var bulk = pass.Pass{
	Name: "bulk", KeepsCFG: true,
	Doc: "makes short copies and fills of memory loads and stores, and long runs of stores fills",
	Params: []pass.Param{
		{Name: "stores", Default: 4, Min: 2, Max: 1 << 20, Doc: "stores that are worth a memset"},
		{Name: "bytes", Default: 32, Min: 9, Max: 1 << 20, Doc: "bytes that are worth a memset"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("no_bytes", "short_fill", "to_itself", "short_copy", "distinct_bytes", "run_of_stores")),
	Func:     runBulk,
}

func runBulk(c *pass.Ctx) {
	if !accesses(c.F) {
		return
	}
	m := newMemoryMap(c.F)
	for b := range c.F.Blocks() {
		run := &storeRun{c: c, m: m}
		for i := range c.F.Insts(b) {
			switch c.F.Op(i) {
			case ir.OpMemSet, ir.OpMemCpy, ir.OpMemMove:
				run.finish()
				shorten(c, m, i)
			default:
				run.next(i)
			}
		}
		run.finish()
	}
}

// shorten replaces one bulk operation.
// It uses no fact about the pointers but their places, and leaves what it does not know to be
// short or distinct.
func shorten(c *pass.Ctx, m *memoryMap, i ir.Inst) {
	f := c.F
	fire := func(rule string) bool {
		return c.Fire(pass.Change{Rule: rule, At: i, Kind: pass.Refinement})
	}
	n := accessSize(f, i)
	op, a, o := f.Op(i), f.Attr(i), f.Origin(i)
	token := edit.MemOperand(f, i)
	word := n == 1 || n == 2 || n == 4 || n == 8
	switch {
	case n == 0:
		if fire("no_bytes") {
			edit.Bypass(f, i)
		}
	case op == ir.OpMemSet && word:
		// One byte is stored whatever it is: the store of its low 8 bits is what the fill does.
		// More bytes would need a product, which is not worth it for a value that is not
		// constant.
		k, ok := constant(f, f.Arg(i, 1))
		if !ok && n > 1 || !fire("short_fill") {
			return
		}
		v := f.Arg(i, 1)
		if ok {
			v = f.Before(i).IConst(repeated(byte(k), int(n)), o)
		}
		token = f.Result(f.Before(i).Op(ir.OpStore, ir.Attr{N: uint32(n), Align: a.Align}, o, nil, v, f.Arg(i, 0), token), 0)
		f.ReplaceUses(f.Result(i, 0), token)
		f.RemoveInst(i)
	case op == ir.OpMemSet:
	// The same place is the same pointer, base and distance. That the bytes are accessible is
	// forgotten with the operation, which refines.
	case op == ir.OpMemMove && m.place(f.Arg(i, 0)) == m.place(f.Arg(i, 1)):
		if fire("to_itself") {
			edit.Bypass(f, i)
		}
	case word:
		if !fire("short_copy") {
			return
		}
		access := ir.Attr{N: uint32(n), Align: a.Align}
		// The load reads all bytes before the store writes one, so that this is right for a
		// memmove whose ends overlap, and a byte type carries the state of every byte.
		v := f.Result(f.Before(i).Op(ir.OpLoad, access, o, []ir.Type{ir.Bytes(uint32(n))}, f.Arg(i, 1), token), 0)
		token = f.Result(f.Before(i).Op(ir.OpStore, access, o, nil, v, f.Arg(i, 0), token), 0)
		f.ReplaceUses(f.Result(i, 0), token)
		f.RemoveInst(i)
	case op == ir.OpMemMove && m.disjoint(span{m.place(f.Arg(i, 0)), n}, span{m.place(f.Arg(i, 1)), n}):
		if fire("distinct_bytes") {
			k := f.Before(i).Op(ir.OpMemCpy, a, o, nil, f.Arg(i, 0), f.Arg(i, 1), f.Arg(i, 2), token)
			f.ReplaceUses(f.Result(i, 0), f.Result(k, 0))
			f.RemoveInst(i)
		}
	}
}

// storeRun is a run of stores of one repeated byte from one base.
// Invariant: all spans have the base of the first, and between the first store and the last
// nothing reads memory, writes it otherwise, or may not come to its end.
type storeRun struct {
	c *pass.Ctx
	m *memoryMap
	// The byte that every store of the run writes. It has a meaning once there is a store.
	fill   byte
	stores []ir.Inst
	spans  []span
}

// next adds i to the run if it belongs to it, and else finishes the run if i may not be in one.
// A store of another byte or from another base ends the run and may begin the next one.
func (r *storeRun) next(i ir.Inst) {
	f := r.c.F
	if f.Op(i) != ir.OpStore {
		if e := r.m.effect(i); e.reads || e.writes || e.barrier || f.Op(i).IsTerminator() {
			r.finish()
		}
		return
	}
	// An atomic or scalable store has no size; repeats refuses those.
	s := r.m.effect(i).to
	fill, ok := repeats(f, f.Arg(i, 0), s.size)
	if len(r.stores) > 0 && (!ok || fill != r.fill || s.base != r.spans[0].base) {
		r.finish()
	}
	if ok {
		r.fill = fill
		r.stores = append(r.stores, i)
		r.spans = append(r.spans, s)
	}
}

// repeats reports whether the low n bytes of v are a constant byte again and again, if v does not
// violate a claim and is poison.
func repeats(f *ir.Func, v ir.Value, n int64) (b byte, ok bool) {
	d := f.Def(v)
	if d == ir.NoInst || n <= 0 {
		return 0, false
	}

	var k num.Int
	switch f.Op(d) {
	case ir.OpIConst:
		k = f.IntConst(d)
	case ir.OpFConst:
		k = num.FromWords(f.FloatConst(d))
	default:
		return 0, false
	}
	bits := uint(8 * n)
	low := k.Low(bits)
	b = byte(low.Low64())
	return b, low.Equal(repeated(b, int(n)))
}

// finish replaces the run if it is worth it.
// The cost is one sort. The stores are replaced all at once or not at all.
func (r *storeRun) finish() {
	stores, spans := r.stores, r.spans
	r.stores, r.spans = nil, nil
	if len(stores) < r.c.Param("stores") {
		return
	}
	order := make([]int, len(spans))
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(spans[a].off, spans[b].off) })
	lo, hi := spans[order[0]].off, spans[order[0]].off
	for _, n := range order {
		// A hole: the fill would write bytes that the program leaves.
		if spans[n].off > hi {
			return
		}
		hi = max(hi, spans[n].off+spans[n].size)
	}
	f, last := r.c.F, stores[len(stores)-1]
	if hi-lo < int64(r.c.Param("bytes")) || !r.c.Fire(pass.Change{Rule: "run_of_stores", At: last, Matched: stores[:len(stores)-1],
		Kind: pass.Refinement, Cost: &trace.Cost{Unit: "writes", Before: len(stores), After: 1, Saves: "stores"}}) {
		return
	}
	// The first store by offset starts at lo, so that its pointer is the start of the fill and
	// its alignment holds there.
	o := pass.Derive(f, stores...)
	p := f.Arg(stores[order[0]], 1)
	k, n := f.Before(last).Int64(int64(r.fill), o), f.Before(last).Int64(hi-lo, o)
	set := f.Before(last).Op(ir.OpMemSet, ir.Attr{Align: f.Attr(stores[order[0]]).Align}, o, nil, p, k, n, edit.MemOperand(f, last))
	f.ReplaceUses(f.Result(last, 0), f.Result(set, 0))
	f.RemoveInst(last)
	// From the last on, since a store of the run takes its token from the one before.
	for _, i := range slices.Backward(stores[:len(stores)-1]) {
		edit.ReplaceToken(f, f.Result(i, 0), set, edit.MemOperand(f, i))
		f.RemoveInst(i)
	}
}
