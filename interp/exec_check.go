package interp

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Annotation checks. A use check applies to the value as the instruction reads it, a result
// check to the value just made; don't-care bits are overwritten after the check.
// Both engines call these functions or prove that they cannot fail.
// A check never ends the run: a violated claim is poison, so removing a claim can only make a program more defined.

// violated says how v violates the claims of a; empty if it holds or is poison already.
// Fields of aggregates have claims of their own and come one by one.
// Truth values, units and bytes have no claims.
func violated(a ir.Annot, v Value) string {
	switch v := v.(type) {
	case Int:
		if !a.Holds(v.V) {
			return fmt.Sprintf("%s violates %s", formatInt(v.V), a)
		}
	case Ptr:
		if n := a.Align(); n > 1 && v.Addr%uint64(n) != 0 {
			return fmt.Sprintf("address 0x%x violates %s", v.Addr, a)
		}
	case Float:
		if no := a.FPClasses(); no&floatClass(v) != 0 {
			return fmt.Sprintf("%s violates %s", FormatValue(v, nil), a)
		}
	}
	return ""
}

// looksAtClaim notes that whether the claim holds may depend on where the allocation lies.
func (w *world) looksAtClaim(f *ir.Func, i ir.Inst, a ir.Annot, v Value) {
	if p, ok := v.(Ptr); ok && w.o.Decide != nil {
		w.looksAtAlign(f, i, p.Pointer, uint64(a.Align()))
	}
}

// overwrite replaces the don't-care bits of v as the run says.
// Overwriting is a choice of the run, since the writer promised that no reader looks at these bits: results
// that differ are found by two runs.
// A value of which no bit is don't-care draws nothing from the stream.
func (w *world) overwrite(a ir.Annot, v Value) Value {
	if w.o.DontCare.Kind == ChooseDefault {
		return v
	}
	n, ok := v.(Int)
	k := a.Known()
	if !ok || k == nil || k.DontCare.Sign() == 0 {
		return v
	}
	r := n.V.AndNot(k.DontCare)
	switch w.o.DontCare.Kind {
	case ChooseOne:
		r = r.Or(k.DontCare)
	case ChooseRandom:
		r = r.Or(num.FromUint64(w.dontCare.next()).And(k.DontCare))
	}
	return Int{r}
}

// useCheck makes the use-side check of operand n of i, which reads v.
// Claims on fields stand where values are made (invariant A1), so they do not come here.
func (w *world) useCheck(f *ir.Func, i ir.Inst, n int, v Value) Value {
	a := f.Operand(i, n).Annot
	if a == 0 {
		return v
	}
	w.looksAtClaim(f, i, a, v)
	if bad := violated(a, v); bad != "" {
		o := f.Arg(i, n)
		name := w.number(f).Name(o)
		c := w.born(CauseAnnotation, fmt.Sprintf("%s on the use of %s", bad, name), f, i, Operand{name, v, w.space})
		c.arg = n
		return Poison{c}
	}
	return w.overwrite(a, v)
}

// defCheck makes the result-side check of result n of i, which is v.
func (w *world) defCheck(f *ir.Func, i ir.Inst, n int, v Value) Value {
	r := f.Result(i, n)
	if f.AnnotOf(r) == 0 { // before the function below is made, which is garbage
		return v
	}
	return w.claim(f.AnnotOf(r), v, f, i, func() claimed {
		name := w.number(f).Name(r)
		return claimed{name, name, i}
	})
}

// argCheck makes the check of a block argument, which receives v from instruction i.
func (w *world) argCheck(f *ir.Func, i ir.Inst, arg ir.Value, v Value) Value {
	if f.AnnotOf(arg) == 0 {
		return v
	}
	return w.claim(f.AnnotOf(arg), v, f, i, func() claimed {
		n := w.number(f)
		return claimed{n.Name(arg), fmt.Sprintf("%s, an argument of %s", n.Name(arg), n.BlockName(f.DefBlock(arg))), i}
	})
}

// paramCheck makes the check that the signature of f asks for of argument n.
func (w *world) paramCheck(f *ir.Func, n int, v Value) Value {
	if f.Params[n].Annot == 0 {
		return v
	}
	return w.claim(f.Params[n].Annot, v, f, ir.NoInst, func() claimed {
		c := claimed{fmt.Sprintf("parameter %d", n), fmt.Sprintf("parameter %d of %s", n, ir.SymbolText(f.Name)), w.param(f, n)}
		if c.inst != ir.NoInst {
			c.name = w.number(f).Name(f.Result(c.inst, 0))
		}
		return c
	})
}

// param is the instruction that reads parameter n, whose result is what the author calls it; NoInst of one that is not read.
func (w *world) param(f *ir.Func, n int) ir.Inst {
	at, ok := w.params[f]
	if !ok {
		at = make([]ir.Inst, len(f.Params))
		for k := range at {
			at[k] = ir.NoInst
		}
		for i := range f.AllInsts() {
			if k := f.Attr(i).Imm; f.Op(i) == ir.OpParam && at[k] == ir.NoInst {
				at[k] = i
			}
		}
		w.params[f] = at
	}
	return at[n]
}

// returnCheck makes the check that the signature of f asks for of data result n, which instruction i returns.
func (w *world) returnCheck(f *ir.Func, i ir.Inst, n int, v Value) Value {
	if f.Returns[n].Annot == 0 {
		return v
	}
	return w.claim(f.Returns[n].Annot, v, f, i, func() claimed {
		return claimed{w.number(f).Name(f.Arg(i, n)), fmt.Sprintf("result %d of %s", n, ir.SymbolText(f.Name)), i}
	})
}

// claimed is what a claim is about: the name that the author gave the value, what it is in words, and the instruction
// that makes it or passes it on.
type claimed struct {
	name, what string
	inst       ir.Inst
}

// claim makes a result-side check; of names the value, for a report, and is called only then.
func (w *world) claim(a ir.Annot, v Value, f *ir.Func, i ir.Inst, of func() claimed) Value {
	if a == 0 {
		return v
	}
	if a.HasFields() {
		return w.claimFields(a, v, f, i, of)
	}
	w.looksAtClaim(f, i, a, v)
	if bad := violated(a, v); bad != "" {
		c := of()
		return Poison{w.born(CauseAnnotation, bad+" of "+c.what, f, c.inst, Operand{c.name, v, w.space})}
	}
	return w.overwrite(a, v)
}

// claimFields makes the check of each field of v: one that violates its claim is poison, the others stay.
func (w *world) claimFields(a ir.Annot, v Value, f *ir.Func, i ir.Inst, of func() claimed) Value {
	x, ok := v.(Aggregate)
	if !ok { // poison
		return v
	}
	var out []Value
	for n, y := range x.Fields {
		b := a.Field(uint64(n))
		if b == ir.NoAnnot {
			continue
		}
		z := w.claim(b, y, f, i, func() claimed {
			c := of()
			return claimed{fmt.Sprintf("field %d of %s", n, c.name), fmt.Sprintf("field %d of %s", n, c.what), c.inst}
		})
		if out == nil {
			out = slices.Clone(x.Fields)
		}
		out[n] = z
	}
	if out == nil {
		return v
	}
	x.Fields = out
	return x
}
