package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// Don't-care bits on the fast engine. Where a run overwrites them, widths and classes are those of what is read then, and
// whoever makes or reads a value with such bits draws as often, and in the same order, as the reference evaluator does.

// overwrites reports whether the run overwrites bits of what is read or made under a. Claims on fields may say so of a field.
func (w *world) overwrites(a ir.Annot) bool {
	if a == 0 || w.o.DontCare.Kind == ChooseDefault {
		return false
	}
	k := a.Known()
	return a.HasFields() || k != nil && k.DontCare.Sign() != 0
}

// overwrittenWidth bounds an int of width w when the don't-care bits of a are overwritten.
func overwrittenWidth(a ir.Annot, w width) width {
	k := a.Known()
	if k == nil || k.DontCare.Sign() == 0 {
		return w
	}
	w = joinWidth(w, constWidth(k.DontCare))
	if k.DontCare.Negative() { // a random number has 64 bits
		w = joinWidth(w, u64)
	}
	return w
}

// dontCares reports whether instruction i reads or makes a value whose bits are overwritten.
func (w *world) dontCares(f *ir.Func, i ir.Inst) bool {
	if w.o.DontCare.Kind == ChooseDefault {
		return false
	}
	for n := range f.NumOperands(i) {
		if w.overwrites(f.Operand(i, n).Annot) {
			return true
		}
	}
	for n := range f.NumResults(i) {
		if w.overwrites(f.AnnotOf(f.Result(i, n))) {
			return true
		}
	}
	return false
}

// overwrittenUses reads the operands of edge e whose bits are overwritten, and says where they are then. All uses are
// checked before the claim of any block argument is: that is the order in which random bits are drawn.
func (l *lowerer) overwrittenUses(t ir.Inst, e ir.Edge, m codeMeta) (read map[int]int32) {
	if l.w.o.DontCare.Kind == ChooseDefault {
		return nil
	}
	for n := e.Lo; n < e.Hi; n++ {
		if o := l.f.Operand(t, n); l.w.overwrites(o.Annot) {
			if read == nil {
				read = map[int]int32{}
			}
			m.what, m.n = metaArg, int32(n)
			read[n] = l.convert(o, ir.NoAnnot, width{true, infWidth}, m)
		}
	}
	return read
}

// overwritesArguments reports whether bits of an argument of call i of callee are overwritten, on the use or by the
// parameter.
func (l *lowerer) overwritesArguments(i ir.Inst, callee *ir.Func) bool {
	if l.overwritesOperand(i) {
		return true
	}
	for _, p := range callee.Params {
		if l.w.overwrites(p.Annot) {
			return true
		}
	}
	return false
}

func (l *lowerer) dontCares(i ir.Inst) bool { return l.w.dontCares(l.f, i) }

// overwritesOperand reports whether instruction i reads a value whose bits are overwritten.
func (l *lowerer) overwritesOperand(i ir.Inst) bool {
	if l.w.o.DontCare.Kind == ChooseDefault {
		return false
	}
	for n := range l.f.NumOperands(i) {
		if l.w.overwrites(l.f.Operand(i, n).Annot) {
			return true
		}
	}
	return false
}
