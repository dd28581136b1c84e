package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// callTarget decides what a call calls. args are all operands after the use-side checks, the
// callee first. ok is false if that is undefined, which ends the run.
// It is asked before the callee's frame is made: what is undefined about a call is undefined at the call.
func (w *world) callTarget(_ *thread, f *ir.Func, i ir.Inst, args []Value) (fn *ir.Func, ext string, ok bool) {
	w.checked(UBPoisonPointer, f, i)
	ptr, isPtr := args[0].(Ptr)
	if !isPtr {
		w.fail(f, i, &UB{Code: UBPoisonPointer, Message: "call through a poison pointer", Operands: w.operands(f, i, args), Cause: causeIn(args[0], w)})
		return nil, "", false
	}
	target, ok := w.resolve(f, i, ptr.Pointer, w.operands(f, i, args))
	if !ok {
		return nil, "", false
	}
	return target.fn, target.ext, w.checkSignature(f, i, args, target.fn)
}

// resolve finds the function that p points to; there is no way on without one.
// An address is a function only at its start and with the function's provenance; a wildcard is resolved as in
// an access.
// operands are those of the report, since threads are started by it as well.
func (w *world) resolve(f *ir.Func, i ir.Inst, p memory.Pointer, operands []Operand) (callee, bool) {
	w.checked(UBCallTarget, f, i)
	_, off, flt := w.mem.Check(p, 0, 0, false)
	var id memory.AllocID
	if flt != nil && flt.Alloc != nil {
		id = flt.Alloc.ID
	}
	target := w.targets.of(id)
	switch {
	// Data, the end of an allocation, the inside of a function.
	// A function has no bytes, so the check of one answers FaultNotData: that is the good case.
	case flt == nil || flt.Code == memory.FaultOutOfBounds || flt.Code == memory.FaultNotData && (!target.is || off != 0):
		u := &UB{Code: UBCallTarget, Message: fmt.Sprintf("call of %s, which is no start of a function", formatPointer(p, w.space)), Operands: operands}
		if a := w.space.Record(w.allocationOf(p)); a != nil {
			u.Access = w.access("call", p, 0, 0, a, p.Addr-a.Base)
		}
		w.fail(f, i, u)
		return callee{}, false
	case flt.Code != memory.FaultNotData:
		w.failAccess(f, i, flt, "call", operands, "")
		return callee{}, false
	}
	return target, true
}

// checkSignature compares the types of a call with those of the function. External functions
// check their own arguments.
// Types are compared and not annotations: a claim that the two sides see differently is a check, which poisons.
func (w *world) checkSignature(f *ir.Func, i ir.Inst, args []Value, fn *ir.Func) bool {
	if fn == nil {
		return true
	}
	w.checked(UBCallSignature, f, i)
	var have, want []ir.Type
	for n := 1; n < f.NumFixed(i); n++ {
		if t := f.TypeOf(f.Arg(i, n)); t != ir.Mem {
			have = append(have, t)
		}
	}
	for _, p := range fn.Params {
		want = append(want, p.Type)
	}
	what := "arguments"
	fits := have
	if fn.Variadic {
		fits = have[:min(len(have), len(want))]
	}
	// Arguments are told before results, as one report names one difference.
	if equal(fits, want) {
		have, want = nil, nil
		for n := range f.NumResults(i) {
			if t := f.TypeOf(f.Result(i, n)); t != ir.Mem {
				have = append(have, t)
			}
		}
		for _, p := range fn.Returns {
			want = append(want, p.Type)
		}
		if what = "results"; equal(have, want) {
			return w.checkCallType(f, i, args, fn)
		}
	}
	source := ""
	if m := f.Mark(i).Type; m != "" && fn.Attrs.SourceType != "" {
		source = ": " + callTypeText(fn, m)
	}
	return w.fail(f, i, &UB{Code: UBCallSignature, Operands: w.operands(f, i, args),
		Message: fmt.Sprintf("%s has %s (%s), the call (%s)%s", ir.SymbolText(fn.Name), what, signatureText(want, fn.Variadic && what == "arguments"), typeList(have), source)})
}

// signatureText is typeList with the dots of a variadic function.
func signatureText(ts []ir.Type, variadic bool) string {
	switch {
	case !variadic:
		return typeList(ts)
	case len(ts) == 0:
		return "..."
	}
	return typeList(ts) + ", ..."
}

// equal compares the types in order.
func equal(a, b []ir.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for n := range a {
		if a[n] != b[n] {
			return false
		}
	}
	return true
}

// typeList is the types as a signature writes them.
func typeList(ts []ir.Type) string {
	var s []string
	for _, t := range ts {
		s = append(s, t.String())
	}
	return strings.Join(s, ", ")
}
