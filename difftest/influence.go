package difftest

import (
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// influence is what the decisions of a run can have changed: a slice forward from the instructions that made
// them, over values, the memory as one, and the flow of control. It is an upper bound: what lies outside is the
// same however the decisions are made.
type influence struct {
	f      *ir.Func
	values map[ir.Value]bool
	memory bool
	flow   bool // where control goes, hence everything

	space     *memory.Space
	addresses map[ir.Inst][]interp.Decision // what each ptrtoint and ptrtoaddr looked at
}

// influenceOf slices from the decisions that a run of f made.
func influenceOf(f *ir.Func, c *course) *influence {
	x := &influence{f: f, values: map[ir.Value]bool{}, space: c.out.Space, addresses: map[ir.Inst][]interp.Decision{}}
	for _, d := range c.made {
		if d.Func != f || d.Inst == ir.NoInst {
			x.flow = true // threads, callees
			return x
		}
		if op := f.Op(d.Inst); d.Kind == interp.DecideAddress && (op == ir.OpPtrToInt || op == ir.OpPtrToAddr) {
			x.addresses[d.Inst] = append(x.addresses[d.Inst], d)
		}
		x.result(d.Inst)
	}
	for changed := true; changed && !x.flow; {
		n, memory := len(x.values), x.memory
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				x.inst(i)
			}
		}
		changed = len(x.values) != n || x.memory != memory
	}
	return x
}

// result: the decision was made by i.
func (x *influence) result(i ir.Inst) {
	f := x.f
	if f.Op(i).IsTerminator() {
		x.targets(i, func(int) bool { return true }) // claims of uses make decisions of the values they pass
		for n := range f.NumOperands(i) {
			x.values[f.Arg(i, n)] = true
		}
		return
	}
	if f.Op(i).Is(ir.MemUse | ir.MemDef) {
		x.flow = true // whether an access is defined
	}
	for n := range f.NumResults(i) {
		x.values[f.Result(i, n)] = true
	}
}

func (x *influence) inst(i ir.Inst) {
	f := x.f
	op := f.Op(i)
	read := func(n int) bool { return x.values[f.Arg(i, n)] }
	any := x.memory && op.Is(ir.MemUse|ir.MemDef)
	for n := range f.NumFixed(i) {
		any = any || read(n)
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
			x.flow = x.flow || read(n)
		}
		x.targets(i, read)
		return
	case !any || x.cancels(i):
		return
	}
	if op.Is(ir.MemUse | ir.MemDef) {
		data := op == ir.OpStore && read(0)
		for n := range f.NumFixed(i) {
			// An address, a length, an argument of a call: whether the instruction is defined, and what it touches.
			if read(n) && !(op == ir.OpStore && n == 0) {
				x.flow = true
			}
		}
		if op == ir.OpCall && x.memory {
			x.flow = true
		}
		x.memory = x.memory || data || op.Is(ir.MemDef)
	}
	for n := range f.NumResults(i) {
		if v := f.Result(i, n); f.TypeOf(v) != ir.Mem {
			x.values[v] = true
		}
	}
}

// cancels reports whether i computes the same from the addresses that it reads wherever the allocations lie: how
// far two of one allocation are apart, whether two are equal, or bits that the alignment determines.
func (x *influence) cancels(i ir.Inst) bool {
	f := x.f
	a := x.lookedAt(f.Arg(i, 0))
	if a == nil {
		return false
	}
	switch op := f.Op(i); op {
	case ir.OpAnd, ir.OpZExt:
		low := f.Attr(i).Imm
		if op == ir.OpAnd {
			c, ok := constant(f, f.Arg(i, 1))
			if !ok || c.Sign() < 0 {
				return false
			}
			low = int64(c.BitLen())
		}
		for _, d := range a {
			if low >= 32 || x.space.Record(d.Alloc).Align%(1<<low) != 0 {
				return false
			}
		}
		return true
	case ir.OpSub, ir.OpICmp:
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
			if !same && !(inside && op == ir.OpICmp && (pred == ir.EQ || pred == ir.NE)) {
				return false
			}
		}
		return true
	}
	return false
}

// inside reports whether pointers that were looked at lie in their allocations, or at their end.
func (x *influence) inside(ds []interp.Decision) bool {
	for _, d := range ds {
		if d.Off > x.space.Record(d.Alloc).Size {
			return false
		}
	}
	return true
}

// lookedAt are the decisions of which v is the address, nil if it may be anything else.
func (x *influence) lookedAt(v ir.Value) []interp.Decision {
	d := x.f.Def(v)
	if d == ir.NoInst || len(x.addresses[d]) == 0 || x.values[x.f.Arg(d, 0)] {
		return nil
	}
	return x.addresses[d]
}

// targets passes what is read to the arguments of the blocks that i may go to.
func (x *influence) targets(i ir.Inst, read func(int) bool) {
	f := x.f
	for t := range f.NumTargets(i) {
		lo, hi := f.TargetArgs(i, t)
		args := f.Args(f.TargetBlock(i, t))
		for n := lo; n < hi; n++ {
			if read(n) && n-lo < len(args) {
				x.values[args[n-lo]] = true
			}
		}
	}
}

// reaches reports whether another decision could have made the difference go away.
func (x *influence) reaches(d *Difference) bool {
	switch {
	case x.flow:
		return true
	case d.Value >= 0:
		return x.returned(d.Value)
	case d.Event >= 0:
		return x.memory || len(x.values) > 0
	case d.Alloc != 0:
		return x.memory || x.returned(-1)
	}
	return false // another end
}

// returned reports whether data result n of f is influenced, or any for -1.
func (x *influence) returned(n int) bool {
	f := x.f
	for b := range f.Blocks() {
		i := f.Terminator(b)
		if i == ir.NoInst || f.Op(i) != ir.OpRet {
			continue
		}
		k := 0
		for o := range f.NumOperands(i) {
			v := f.Arg(i, o)
			if f.TypeOf(v) == ir.Mem {
				continue
			}
			if (k == n || n < 0) && x.values[v] {
				return true
			}
			k++
		}
	}
	return false
}
