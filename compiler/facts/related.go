package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// A comparison that is known says something of its operands, and of what a constant makes of them: where x < 99, x + 1 is
// below 100, and where x + 1 < 100, x is below 99. So it does not matter which of the two a program compares. Only the
// transfer functions of single instructions are composed (lean/TuffyLean/Facts), one step away from the comparison.

// relation is how a value follows from another: by an instruction that makes one of the other and a constant. The zero
// relation is that of a value with itself.
type relation struct {
	inst ir.Inst
	back bool // the instruction reads the value, and makes the other
}

// maxRelated bounds how many readers of a value that was compared are looked at.
const maxRelated = 16

// derive adds what the conditions say of related values. It comes after all conditions of operands, of which none is
// displaced.
func (a *analysis) derive() {
	f := a.f
	clear(a.derived)
	for k := range a.conditions {
		c := a.conditions[k]
		x := f.Arg(c.inst, 0)
		if c.second {
			x = f.Arg(c.inst, 1)
		}
		if d := f.Def(x); d != ir.NoInst {
			for n := range f.NumFixed(d) {
				a.deriveFor(f.Arg(d, n), x, c)
			}
		}
		n := 0
		for u := range f.Uses(x) {
			if n++; n > maxRelated {
				break
			}
			if f.NumResults(u.Inst) == 1 {
				a.deriveFor(f.Result(u.Inst, 0), x, c)
			}
		}
	}
}

// deriveFor adds c, a condition of x, to those of v if v is related to x.
func (a *analysis) deriveFor(v, x ir.Value, c condition) {
	var ok bool
	if c.via, ok = a.related(v, x); !ok || c.via == (relation{}) || !a.note(v, c) {
		return
	}
	if a.derived == nil {
		a.derived = map[ir.Inst][]ir.Value{}
	}
	a.derived[c.inst] = append(a.derived[c.inst], v)
}

// related is how v follows from x, if one instruction says it.
func (a *analysis) related(v, x ir.Value) (r relation, ok bool) {
	f := a.f
	switch {
	case v == x:
		return relation{}, true
	case f.TypeOf(v) != ir.Int || f.AnnotOf(v).Ignores() || f.AnnotOf(x).Ignores():
		return relation{}, false
	}
	if d := f.Def(v); d != ir.NoInst && a.reads(d, x) {
		switch f.Op(d) {
		case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpShr, ir.OpZExt, ir.OpSExt:
			return relation{inst: d}, true
		}
	}
	if d := f.Def(x); d != ir.NoInst && a.reads(d, v) {
		switch f.Op(d) {
		case ir.OpAdd, ir.OpSub, ir.OpZExt, ir.OpSExt:
			return relation{inst: d, back: true}, true
		case ir.OpMul, ir.OpShl: // by what is not 0, and loses nothing
			k, _ := a.constOperand(d)
			return relation{inst: d, back: true}, k == 1 && a.constant(d, k).Sign() > 0
		}
	}
	return relation{}, false
}

// reads reports whether d is an instruction of v alone, or of v and a constant.
func (a *analysis) reads(d ir.Inst, v ir.Value) bool {
	f := a.f
	n := f.NumFixed(d)
	for k := range n {
		if f.Operand(d, k).Annot.Ignores() {
			return false
		}
	}
	switch n {
	case 1:
		return f.Arg(d, 0) == v
	case 2:
		k, ok := a.constOperand(d)
		return ok && f.Arg(d, 1-k) == v
	}
	return false
}

// constOperand is which of the two operands of d is a constant.
func (a *analysis) constOperand(d ir.Inst) (int, bool) {
	if a.f.NumFixed(d) != 2 {
		return 0, false
	}
	for _, k := range [2]int{1, 0} {
		if c := a.f.Def(a.f.Arg(d, k)); c != ir.NoInst && a.f.Op(c) == ir.OpIConst {
			return k, true
		}
	}
	return 0, false
}

// constant is operand k of d.
func (a *analysis) constant(d ir.Inst, k int) num.Int { return a.f.IntConst(a.f.Def(a.f.Arg(d, k))) }

// follows is the fact of v, which follows by r from a value with the fact g.
func (a *analysis) follows(v ir.Value, r relation, g *Fact) Fact {
	f := a.f
	if r == (relation{}) {
		return *g
	}
	op := f.Op(r.inst)
	if op == ir.OpZExt || op == ir.OpSExt {
		bits := uint(f.Attr(r.inst).Imm)
		if !r.back {
			return Unary(op, bits, g)
		}
		// The extension of a number that has as many bits is that number.
		var x Fact
		a.vals.fact(v, &x)
		if in := Signed(bits); op == ir.OpZExt {
			if !x.Range.In(Unsigned(bits)) {
				return Fact{}
			}
		} else if !x.Range.In(in) {
			return Fact{}
		}
		return *g
	}
	n, _ := a.constOperand(r.inst)
	k := Const(a.constant(r.inst, n))
	k.clamp()
	switch {
	case !r.back && n == 1:
		return Binary(op, g, &k)
	case !r.back:
		return Binary(op, &k, g)
	}
	switch op {
	case ir.OpAdd:
		return Binary(ir.OpSub, g, &k)
	case ir.OpSub:
		if n == 0 {
			return Binary(ir.OpSub, &k, g)
		}
		return Binary(ir.OpAdd, g, &k)
	case ir.OpMul:
		return Binary(ir.OpDiv, g, &k)
	}
	return Binary(ir.OpShr, g, &k)
}
