package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Poison that is born in a marked instruction violates a rule of the source language. A run that is asked to reports it
// there and then, in the words of that language, whether or not anything observes it.

// violates are the births that a mark speaks of: what was read from memory may be poison for reasons of its own.
var violates = [numCauseKinds]bool{CauseAnnotation: true, CauseDivZero: true, CauseShift: true, CauseDomain: true, CauseFPRange: true, CausePtrDiff: true, CauseInBounds: true}

// noValue ends a message about bytes that are no value of a type.
const noValue = ", which is no value of its type"

// sourceUB reports results of instruction i that are poison against the rule of its mark. args are its operands.
func (w *world) sourceUB(f *ir.Func, i ir.Inst, args, results []Value) {
	m := f.Mark(i)
	if m.Rule == ir.RuleNone {
		return
	}
	if m.Rule == ir.RuleMissingReturn {
		w.missingReturn(m)
		return
	}
	if m.Rule == ir.RulePart || m.Rule == ir.RuleWhole {
		w.confine(f, i, results)
		return
	}
	w.checked(UBSource, f, i)
	if m.Rule == ir.RuleField {
		w.fieldValue(f, i, m, args, results)
		return
	}
	if m.Rule == ir.RulePointerValue {
		w.deadPointer(f, i, m, args)
		return
	}
	for _, r := range results {
		p, ok := r.(Poison)
		if !ok || p.Cause == nil || p.Cause.fn != f || p.Cause.inst != i || !violates[p.Cause.Kind] && !(m.Rule == ir.RuleIndeterminate && p.Cause.Kind == CauseUninit) {
			continue
		}
		if m.Rule == ir.RuleAlignment && !w.isObject(args[0]) {
			return
		}
		u := &UB{Code: UBSource, Message: w.sourceText(m, f.Op(i), args, p.Cause), Operands: w.operands(f, i, args), Fallback: "the result is poison"}
		if m.Rule == ir.RuleFormat || m.Rule == ir.RuleStated { // what is wrong are types
			u.Operands = nil
		}
		if m.Rule == ir.RuleIndeterminate {
			w.tellsObject(u, f, i, args)
		}
		w.fail(f, i, u)
		return
	}
}

// tellsObject adds to a report about what a load has read of which object it was.
func (w *world) tellsObject(u *UB, f *ir.Func, i ir.Inst, args []Value) {
	p, ok := args[0].(Ptr)
	if !ok || p.Kind != memory.ProvAlloc {
		return
	}
	if a := w.space.Record(p.Alloc); a != nil {
		u.Access = w.access("load", p.Pointer, uint64(f.Attr(i).N), 0, a, p.Addr-a.Base)
	}
}

// sourceText says what rule was violated by which values.
func (w *world) sourceText(m ir.Mark, op ir.Op, args []Value, c *Cause) string {
	arg := func(n int) string { return FormatValue(args[n], w.space) }
	in := "its type"
	if m.Type != "" {
		in = "'" + m.Type + "'"
	}
	switch m.Rule {
	case ir.RuleSignedOverflow:
		sign := map[ir.Op]string{ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*"}[op]
		return fmt.Sprintf("signed integer overflow: %s %s %s cannot be represented in %s", arg(0), sign, arg(1), in)
	case ir.RuleSignedNegation:
		return fmt.Sprintf("signed integer overflow: the negation of %s cannot be represented in %s", arg(1), in)
	case ir.RuleDivision, ir.RuleRemainder:
		what := "/"
		if m.Rule == ir.RuleRemainder {
			what = "%"
		}
		if c.Kind == CauseDivZero {
			return fmt.Sprintf("division by zero: %s %s 0", arg(0), what)
		}
		return fmt.Sprintf("signed integer overflow: the quotient of %s %s %s cannot be represented in %s", arg(0), what, arg(1), in)
	case ir.RuleShift:
		return w.shiftText(op, args, c, in)
	case ir.RuleFloatToInt:
		return fmt.Sprintf("%s is outside of the range of %s", arg(0), in)
	case ir.RuleBoolValue:
		if len(c.Operands) > 0 {
			return fmt.Sprintf("%s was read, which is no value of %s", FormatValue(c.Operands[0].Value, w.space), in)
		}
		return "what was read is no value of " + in
	case ir.RuleIndeterminate:
		if c.Kind != CauseUninit && len(c.Operands) > 0 {
			return fmt.Sprintf("%s was read from '%s'%s", FormatValue(c.Operands[0].Value, w.space), m.Type, noValue)
		}
		return fmt.Sprintf("'%s' is used uninitialized", m.Type)
	case ir.RuleAlignment:
		return fmt.Sprintf("%s is not aligned for the type '%s' that it is converted to", arg(0), m.Type)
	case ir.RuleOverlap:
		return fmt.Sprintf("an object of type '%s' is assigned to one that overlaps it", m.Type)
	case ir.RuleArrayLength:
		return "an array of variable length has no elements"
	case ir.RuleFormat, ir.RuleStated:
		return m.Type
	case ir.RulePointerCompare:
		return fmt.Sprintf("pointers into different objects are compared: %s and %s", w.objectText(args[0]), w.objectText(args[1]))
	case ir.RulePointerSubtract:
		return fmt.Sprintf("pointers into different objects are subtracted: %s and %s", w.objectText(args[0]), w.objectText(args[1]))
	}
	if m.Rule == ir.RuleIndex {
		return fmt.Sprintf("index %s is out of the bounds of %s", arg(0), m.Type)
	}
	if m.Rule == ir.RuleUnsequenced {
		return fmt.Sprintf("unsequenced side effects: %s concern one object, and neither is sequenced before the other", m.Type)
	}
	return "pointer arithmetic leaves its object: " + c.Detail
}

// objectText is the object that a pointer points to.
func (w *world) objectText(v Value) string {
	p, ok := v.(Ptr)
	if !ok {
		return FormatValue(v, w.space)
	}
	if id := w.allocationOf(p.Pointer); id != memory.NoAlloc {
		return allocName(w.space.Record(id))
	}
	return "no object"
}

// shiftText tells an amount that is out of range from a value that is lost.
func (w *world) shiftText(op ir.Op, args []Value, c *Cause, in string) string {
	value, amount := FormatValue(args[0], w.space), FormatValue(args[1], w.space)
	a, ok := args[1].(Int)
	switch {
	case ok && a.V.Negative():
		return fmt.Sprintf("shift by a negative number: %s", amount)
	case c.arg == 1:
		return fmt.Sprintf("shift by %s, which is not less than the width of %s", amount, in)
	case op == ir.OpShl && c.arg == 0:
		return fmt.Sprintf("left shift of the negative value %s", value)
	}
	return fmt.Sprintf("left shift of %s by %s places cannot be represented in %s", value, amount, in)
}

// deadPointer reports that the value of a pointer is used whose object has ended: it is indeterminate.
func (w *world) deadPointer(f *ir.Func, i ir.Inst, m ir.Mark, args []Value) {
	p, ok := args[0].(Ptr)
	if !ok || p.Kind != memory.ProvAlloc {
		return
	}
	a := w.space.Record(p.Alloc)
	if a == nil || a.State == memory.Live {
		return
	}
	u := &UB{Code: UBSource, Operands: w.operands(f, i, args), Fallback: "the address is used as it was"}
	u.Message = fmt.Sprintf("the value of a pointer of type '%s' is used, which is indeterminate: the life of %s has ended", m.Type, allocName(a))
	u.Access = w.access("use", p.Pointer, 0, 0, a, p.Addr-a.Base)
	w.fail(f, i, u)
}

// isObject reports whether v points into an object of the program: numbers and labels have no alignment to keep.
func (w *world) isObject(v Value) bool {
	p, ok := v.(Ptr)
	if !ok || p.Kind != memory.ProvAlloc {
		return false
	}
	a := w.space.Record(p.Alloc)
	return a != nil && !strings.HasSuffix(a.Name, ".labels")
}
