package interp

import "github.com/tuffy-ir/tuffy/ir"

// Poison that flows through an instruction, without the reference evaluator's values: undefined values of the program
// that was compiled are poison that is passed around and not used.

// flowInst is what there is to know of an instruction whose results are poison if an operand is.
// It remembers the cause that its poison got the last time: poison of the same birth gets it again.
type flowInst struct {
	isSelect      bool
	args          []int32
	results       []int32
	parent, cause *Cause
	operand       int
}

// noFlow marks an instruction of which that is not all there is to say.
var noFlow = &flowInst{}

// flowOf is what there is to know of instruction i, made when it is first asked for.
func (fn *fastFunc) flowOf(i ir.Inst) *flowInst {
	if fn.flows == nil {
		fn.flows = make([]*flowInst, fn.f.NumInsts())
	}
	if fn.flows[i] == nil {
		fn.flows[i] = fn.newFlow(i)
	}
	return fn.flows[i]
}

// newFlow accepts functions of scalars alone that do not look at a claim on an operand.
func (fn *fastFunc) newFlow(i ir.Inst) *flowInst {
	f, op := fn.f, fn.f.Op(i)
	switch op {
	case ir.OpPtrAdd, ir.OpPtrAddInBounds, ir.OpPtrDiff, ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr:
	default:
		if evalTable[op] == nil || op.IsVector() {
			return noFlow
		}
	}
	x := &flowInst{isSelect: op == ir.OpSelect}
	for n := range f.NumFixed(i) {
		o := f.Operand(i, n)
		if claims(o.Annot) || !isScalar(f.TypeOf(o.Value)) {
			return noFlow
		}
		x.args = append(x.args, fn.slotOf[o.Value])
	}
	for n := range f.NumResults(i) {
		if v := f.Result(i, n); isScalar(f.TypeOf(v)) {
			x.results = append(x.results, fn.slotOf[v])
		} else {
			return noFlow
		}
	}
	return x
}

// flow executes instruction i if an operand that it looks at is poison; where it is false nothing was written.
func (t *fastThread) flow(fn *fastFunc, base int32, i ir.Inst) bool {
	x := fn.flowOf(i)
	operand := -1
	var parent *Cause
	for n, a := range x.args {
		s := base + a
		if t.stack[s].t != boxed {
			continue
		}
		p, ok := t.objs[s].(Poison)
		if !ok {
			return false // an int, for whose size there is a charge
		}
		taken := !x.isSelect || n == 0 || (n == 1) == (t.stack[base+x.args[0]].v != 0)
		if operand < 0 && taken {
			operand, parent = n, p.Cause
		}
	}
	if operand < 0 {
		return false
	}
	if x.cause == nil || x.parent != parent || x.operand != operand {
		x.parent, x.cause, x.operand = parent, t.w.flow(fn.f, i, parent, operand), operand
	}
	for _, r := range x.results {
		t.setObj(base+r, Poison{x.cause})
	}
	return true
}
