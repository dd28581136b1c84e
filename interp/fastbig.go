package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// bigOps are the operations that are expected on wide ints.
var bigOps = [ir.NumOps]func(a, b num.Int) (num.Int, *pureFault){
	ir.OpAdd: evalAdd, ir.OpSub: evalSub, ir.OpMul: evalMul, ir.OpDiv: evalDiv, ir.OpRem: evalRem,
	ir.OpAnd: evalAnd, ir.OpOr: evalOr, ir.OpXor: evalXor, ir.OpShl: evalShl, ir.OpShr: evalShr,
}

// bigBinary executes an operation on wide ints without the detour over an instruction's whole
// context. It does nothing and returns false where an operand is poison, the result violates
// its annotation, or is too large.
// Where it returns false the caller leaves for the reference evaluator, which finds everything unchanged;
// work that was charged by then is charged twice, on every run alike.
// It is true also where work has ended the run: the caller looks at ended.
func (t *fastThread) bigBinary(fn *fastFunc, base int32, c *code, i ir.Inst) bool {
	if t.stale {
		t.sweep()
	}
	f, op := fn.f, ir.Op(c.k)
	x, ok := t.bigOperand(base+c.a, fn.class[f.Arg(i, 0)])
	if !ok {
		return false
	}
	var r num.Int
	var flt *pureFault
	switch op {
	case ir.OpZExt:
		r, flt = evalZext(x, int64(c.imm))
	case ir.OpSExt:
		r, flt = evalSext(x, int64(c.imm))
	default:
		y, ok := t.bigOperand(base+c.b, fn.class[f.Arg(i, 1)])
		if !ok {
			return false
		}
		t.w.charge(int64(y.BitLen()/64) + hardWork(op, x, y))
		if op == ir.OpICmp {
			t.stack[base+c.dst] = slot{v: truth(evalICmp(f.Attr(i).Pred, x, y))}
			return true
		}
		r, flt = bigOps[op](x, y)
	}
	// A result that violates its claim is poison, and a fault is poison or a limit: both are the reference
	// evaluator's to tell.
	v := f.Result(i, 0)
	if flt != nil || !f.AnnotOf(v).Holds(r) {
		return false
	}
	t.w.charge(int64(max(x.BitLen(), r.BitLen()) / 64))
	if n := wideBytes(r); n > 0 {
		t.w.grow(n)
	}
	t.unbox(base+c.dst, fn.class[v], Int{r})
	return true
}

// bigOperand returns the int in slot i, unless it is poison.
// A boxed value that is no Int is poison, as the operand has type int.
func (t *fastThread) bigOperand(i int32, c class) (num.Int, bool) {
	s := t.stack[i]
	switch {
	case s.t == words:
		return num.FromSigned129(s.v, t.stack[i+1].v, s.p != 0), true
	case s.t != 0:
		v, ok := t.objs[i].(Int)
		return v.V, ok
	case c == classU:
		return num.FromUint64(s.v), true
	}
	return num.New(int64(s.v)), true
}

// pointerType is the type of the pointer that the store at pc writes.
func (fn *fastFunc) pointerType(pc int32) ir.Type { return fn.f.TypeOf(fn.f.Arg(fn.meta[pc].inst, 0)) }
