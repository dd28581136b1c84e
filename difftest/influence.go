package difftest

import (
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// influence is what the decisions of a run can have changed: a slice forward from the instructions that made
// them, over values, the memory as one, and the flow of control. It is an upper bound: what lies outside is the
// same however the decisions are made. It only looks at the entry function: a decision anywhere else
// counts as influencing everything. The fixpoint is over effects that only grow, of three levels, so it
// takes at most two passes a value.
type influence struct {
	// Only f is looked at: a decision in another function sets flow at once.
	f      *ir.Func
	values map[ir.Value]effect
	// memory is one cell: what is stored anywhere may be read anywhere.
	memory effect
	// With flow nothing is known any more, so the walk stops.
	flow    bool // where control goes, hence everything
	changed bool

	// The space of the run gives sizes and alignments of the allocations that addresses are of.
	space *memory.Space
	// Several looks by one instruction are several decisions, in the order of execution.
	addresses map[ir.Inst][]interp.Decision // what each ptrtoint and ptrtoaddr looked at
}

// effect is what another decision may do to a value. The levels are ordered, so that a join is max.
type effect uint8

const (
	same        effect = iota
	otherNumber        // make it another number; what was a number is no poison then, and what was poison is none
	anything           // make poison of it, or a number of poison
)

// influenceOf slices from the decisions that a run of f made.
func influenceOf(f *ir.Func, c *course) *influence {
	x := &influence{f: f, values: map[ir.Value]effect{}, space: c.out.Space, addresses: map[ir.Inst][]interp.Decision{}}
	for _, d := range c.made {
		// Where a callee or the scheduler decided, the slice would have to cross functions.
		if d.Func != f || d.Inst == ir.NoInst {
			x.flow = true // threads, callees
			return x
		}
		if op := f.Op(d.Inst); d.Kind == interp.DecideAddress && (op == ir.OpPtrToInt || op == ir.OpPtrToAddr) {
			x.addresses[d.Inst] = append(x.addresses[d.Inst], d)
		}
		x.result(d.Inst)
	}
	// Effects only rise and there are three levels, so the loop ends.
	for x.changed = true; x.changed && !x.flow; {
		x.changed = false
		for i := range f.AllInsts() {
			x.inst(i)
		}
	}
	return x
}

// mark raises the effect on v to e. A claim on v makes poison of some numbers. Raising sets changed,
// which repeats the pass.
func (x *influence) mark(v ir.Value, e effect) {
	if e != same && x.f.AnnotOf(v) != ir.NoAnnot {
		e = anything
	}
	// Values that are not in the map have effect same.
	if e > x.values[v] {
		x.values[v], x.changed = e, true
	}
}

// read is the effect on operand n of i, whose use may claim something. The claim at a use may turn a
// number into poison.
func (x *influence) read(i ir.Inst, n int) effect {
	o := x.f.Operand(i, n)
	e := x.values[o.Value]
	if e != same && o.Annot != ir.NoAnnot {
		e = anything
	}
	return e
}

// defined are the operations whose results are no poison whatever they decide. Their results are
// numbers whatever is decided.
var defined = map[ir.Op]bool{ir.OpFreeze: true, ir.OpPtrToInt: true, ir.OpPtrToAddr: true}

// result: the decision was made by i.
func (x *influence) result(i ir.Inst) {
	f := x.f
	if f.Op(i).IsTerminator() {
		x.targets(i, func(int) effect { return anything }) // claims of uses make decisions of the values they pass
		for n := range f.NumOperands(i) {
			x.mark(f.Arg(i, n), anything)
		}
		return
	}
	if f.Op(i).Is(ir.MemUse | ir.MemDef) {
		x.flow = true // whether an access is defined
	}
	// Elsewhere (NaN bits, conversions) the decision is not known to give a number.
	e := anything
	if defined[f.Op(i)] {
		e = otherNumber
	}
	for n := range f.NumResults(i) {
		x.mark(f.Result(i, n), e)
	}
}

// inst hands on what i reads: to its results, to the memory, to where control goes. It is the transfer
// function. Loads take the memory's effect, stores and calls hand theirs to the memory; an address or
// length that changes may do anything.
func (x *influence) inst(i ir.Inst) {
	f := x.f
	op := f.Op(i)
	read := func(n int) effect { return x.read(i, n) }
	e := same
	if op.Is(ir.MemUse | ir.MemDef) {
		// What is in memory reaches every instruction that reads it.
		e = x.memory
	}
	for n := range f.NumFixed(i) {
		e = max(e, read(n))
	}
	switch {
	case op == ir.OpRet:
		return
	case op.IsTerminator():
		// Arguments that blocks receive are slots of their own; what remains decides where control goes.
		decides := f.NumFixed(i)
		if f.NumTargets(i) == 0 { // it leaves a region, with values for what comes next
			decides = f.NumOperands(i)
		}
		for n := range decides {
			// Another value there is another way through the program.
			x.flow = x.flow || read(n) != same
		}
		x.targets(i, read)
		return
	// Nothing reaches i, or what reaches it does not change its result.
	case e == same || x.cancels(i):
		return
	}
	if op.Is(ir.MemUse | ir.MemDef) {
		for n := range f.NumFixed(i) {
			// An address, a length, an argument of a call: whether the instruction is defined, and what it touches.
			// The stored value is the one operand that changes what is in memory and nothing else.
			if read(n) != same && !(op == ir.OpStore && n == 0) {
				x.flow = true
			}
		}
		// A call may look at memory and decide what to do by it.
		if op == ir.OpCall && x.memory != same {
			x.flow = true
		}
		if op.Is(ir.MemDef) && e > x.memory {
			x.memory, x.changed = e, true
		}
	}
	switch {
	case op == ir.OpFreeze:
		e = otherNumber
	case op.Info().Poison != ir.PoisonNever: // some numbers make poison, or nobody knows
		e = anything
	}
	// A token is no data; what it stands for is in memory.
	for n := range f.NumResults(i) {
		if v := f.Result(i, n); f.TypeOf(v) != ir.Mem {
			x.mark(v, e)
		}
	}
}

// cancels reports whether i computes the same from the addresses that it reads wherever the allocations lie: how
// far two of one allocation are apart, whether two are equal, or bits that the alignment determines. It
// is what keeps comparisons of pointers as integers out of the slice: only the distance of allocations
// is open, not of two addresses within one.
func (x *influence) cancels(i ir.Inst) bool {
	f := x.f
	a := x.lookedAt(f.Arg(i, 0))
	if a == nil {
		return false
	}
	switch op := f.Op(i); op {
	case ir.OpIntToPtr: // back to where it came from; what begins where an allocation ends is another matter
		return x.within(a)
	case ir.OpAnd, ir.OpZExt:
		low := f.Attr(i).Imm
		// Only a constant on the right is looked for.
		if op == ir.OpAnd {
			c, ok := constant(f, f.Arg(i, 1))
			if !ok || c.Sign() < 0 {
				return false
			}
			low = int64(c.BitLen())
		}
		for _, d := range a {
			// Bases are multiples of their alignment under every decision, so low bits of an address in
			// its allocation are fixed by its offset. 32 bounds the shift.
			if low >= 32 || x.space.Record(d.Alloc).Align%(1<<low) != 0 {
				return false
			}
		}
		return true
	case ir.OpSub, ir.OpICmp:
		// No allocation lies in the first 64 KiB.
		if c, ok := constant(f, f.Arg(i, 1)); ok && op == ir.OpICmp { // most of all null
			return c.BitLen() <= 16 && x.inside(a)
		}
		b := x.lookedAt(f.Arg(i, 1))
		if len(a) != len(b) {
			return false
		}
		pred := f.Attr(i).Pred
		for n := range a {
			inside := x.inside(a[n:n+1]) && x.inside(b[n:n+1])
			same := a[n].Alloc == b[n].Alloc && int64(a[n].Off) >= 0 && int64(b[n].Off) >= 0
			// Addresses of different allocations are never equal if both lie inside; at the end of one
			// the next may begin, see inside.
			if !same && !(inside && op == ir.OpICmp && (pred == ir.EQ || pred == ir.NE)) {
				return false
			}
		}
		return true
	}
	return false
}

// inside reports whether pointers that were looked at lie in their allocations, or at their end. Beyond
// its allocation an address may equal any other.
func (x *influence) inside(ds []interp.Decision) bool {
	for _, d := range ds {
		if d.Off > x.space.Record(d.Alloc).Size {
			return false
		}
	}
	return true
}

// within reports whether pointers that were looked at lie before the end of allocations that nothing freed: where
// one was, another may come to lie, under other decisions. Stack slots end with the run of f itself.
func (x *influence) within(ds []interp.Decision) bool {
	for _, d := range ds {
		if a := x.space.Record(d.Alloc); d.Off >= a.Size || a.State != memory.Live && a.Kind != memory.Stack {
			return false
		}
	}
	return true
}

// lookedAt are the decisions of which v is the address, nil if it may be anything else. The pointer
// itself must not depend on a decision: then each look had the same offset.
// The instruction that took the address is the definition of v.
func (x *influence) lookedAt(v ir.Value) []interp.Decision {
	d := x.f.Def(v)
	if d == ir.NoInst || len(x.addresses[d]) == 0 || x.values[x.f.Arg(d, 0)] != same {
		return nil
	}
	return x.addresses[d]
}

// targets passes what is read to the arguments of the blocks that i may go to. It joins over all edges
// to a block, whatever was executed.
func (x *influence) targets(i ir.Inst, read func(int) effect) {
	f := x.f
	for t := range f.NumTargets(i) {
		lo, hi := f.TargetArgs(i, t)
		args := f.Args(f.TargetBlock(i, t))
		for n := lo; n < hi; n++ {
			if n-lo < len(args) {
				x.mark(args[n-lo], read(n))
			}
		}
	}
}

// reaches is what another decision could have done to what differs. It maps the first difference to the
// part of the state that it is about. An end of another kind depends on control alone.
func (x *influence) reaches(d *Difference) effect {
	switch {
	case x.flow:
		return anything
	case d.Value >= 0:
		return x.returned(d.Value)
	case d.Event >= 0:
		e := x.memory
		for _, v := range x.values {
			e = max(e, v)
		}
		return e
	case d.Alloc != 0:
		return max(x.memory, x.returned(-1))
	}
	return same // another end
}

// returned is the effect on data result n of f, or on all of them for -1. A result with a claim in the
// signature can become poison. Memory operands of ret do not count among the results.
func (x *influence) returned(n int) effect {
	f, e := x.f, same
	for b := range f.Blocks() {
		i := f.Terminator(b)
		if i == ir.NoInst || f.Op(i) != ir.OpRet {
			continue
		}
		k := 0
		for o := range f.NumOperands(i) {
			if f.TypeOf(f.Arg(i, o)) == ir.Mem {
				continue
			}
			if k == n || n < 0 {
				e = max(e, x.read(i, o))
				if e != same && k < len(f.Returns) && f.Returns[k].Annot != ir.NoAnnot {
					e = anything
				}
			}
			k++
		}
	}
	return e
}
