package memory

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/internal/calc"
	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// access is the type of a load or store and its size in bytes.
// The size of an int is that of the instruction and no part of its type, so that two ints of different sizes are
// different accesses of one type.
type access struct {
	typ  ir.Type
	size int64
}

// env is what a match has bound. The lists are short.
// It is used again for the next match, so that a match that fails, as most do, makes no garbage.
type env struct {
	f      *ir.Func
	o      *Options
	vals   []named[ir.Value]
	consts []named[num.Int]
	types  []named[access]
}

// named is a binding of a variable of the rule.
type named[T any] struct {
	name string
	v    T
}

// get searches from the front: a name is bound once.
func get[T any](list []named[T], name string) (v T, ok bool) {
	for _, x := range list {
		if x.name == name {
			return x.v, true
		}
	}
	return v, false
}

// match binds the pattern of r to instructions, and checks the preconditions.
// All pointers that distances are measured from are bound before any distance is asked for. A
// failed match leaves bindings behind, which the next one clears.
func (e *env) match(r *rule, insts ...ir.Inst) bool {
	e.vals, e.consts, e.types = e.vals[:0], e.consts[:0], e.types[:0]
	for n := range r.LHS {
		e.bases(&r.LHS[n], insts[n])
	}
	for n := range r.LHS {
		if !e.inst(&r.LHS[n], insts[n]) {
			return false
		}
	}
	return !slices.ContainsFunc(r.Pre, func(p schema.MemPre) bool { return !e.holds(&p) })
}

// arg is operand n of i, if there is one.
func (e *env) arg(i ir.Inst, n int) ir.Value {
	if n == none {
		return ir.NoValue
	}
	return e.f.Arg(i, n)
}

// bases binds the pointers that the pattern measures from.
// A pattern gives one address of a base without a distance, which is the base; any other is that far from it.
func (e *env) bases(p *schema.MemInst, i ir.Inst) {
	w := &forms[kindOf(e.f, i)]
	for n, a := range []*schema.Addr{p.At, p.From} {
		if a == nil || a.Off.Lit != "0" {
			continue
		}
		if _, ok := get(e.vals, a.Base); !ok {
			e.vals = append(e.vals, named[ir.Value]{a.Base, e.arg(i, [...]int{w.at, w.from}[n])})
		}
	}
}

// inst matches instruction i, whose kind agrees, with the pattern: addresses, alignment, type, then value and
// length. A constant is bound by the first of them that has it.
// What it binds stays bound if it fails; the caller starts over.
func (e *env) inst(p *schema.MemInst, i ir.Inst) bool {
	f, w := e.f, &forms[kindOf(e.f, i)]
	if p.At != nil && !e.address(p.At, e.arg(i, w.at)) || p.From != nil && !e.address(p.From, e.arg(i, w.from)) ||
		p.Align != nil && !e.number(p.Align, num.New(int64(max(f.Attr(i).Align, 1)))) {
		return false
	}
	if p.Of != nil {
		a, ok := accessOf(f, i)
		if !ok || !e.typ(p.Of, a) {
			return false
		}
	}
	if p.Result != "" {
		e.vals = append(e.vals, named[ir.Value]{p.Result, f.Result(i, 0)})
	}
	return (p.Size == nil || e.number(p.Size, num.New(f.Attr(i).Imm))) &&
		(p.Value == nil || e.term(p.Value, e.arg(i, w.value))) && (p.Length == nil || e.term(p.Length, e.arg(i, w.length)))
}

// accessOf is what a load or store accesses; ok is false for types that the rules do not speak of.
// Fields, vectors and what else is stored as a whole have no theorem.
func accessOf(f *ir.Func, i ir.Inst) (a access, ok bool) {
	if f.Op(i) == ir.OpLoad {
		a.typ = f.TypeOf(f.Result(i, 0))
	} else {
		a.typ = f.TypeOf(f.Arg(i, 0))
	}
	switch {
	case a.typ == ir.Int:
		return access{a.typ, int64(f.Attr(i).N)}, true
	case a.typ == ir.Bool, a.typ == ir.Ptr, a.typ.Kind() == ir.KindByte, a.typ.Kind() == ir.KindFloat:
		n, _ := a.typ.Size(1)
		return access{a.typ, int64(n)}, true
	}
	return a, false
}

// typ matches the type of an access; a variable is bound by its first occurrence, and compared by
// later ones.
func (e *env) typ(t *schema.MemType, a access) bool {
	switch t.Type {
	case "":
		if b, ok := get(e.types, t.Var); ok {
			return a == b
		}
		e.types = append(e.types, named[access]{t.Var, a})
		return true
	case "int":
		return a.typ == ir.Int && e.number(t.Size, num.New(a.size))
	case "bool":
		return a.typ == ir.Bool
	case "ptr":
		return a.typ == ir.Ptr
	}
	return t.Type == "bytes" && a.typ.Kind() == ir.KindByte && e.number(t.Size, num.New(a.size))
}

// number matches a constant.
// An unbound name takes the number; anything else must compute to it.
// Alignments, sizes, distances, lengths and cases of a switch are all constants of a rule.
func (e *env) number(x *schema.Expr, v num.Int) bool {
	if x.Const != "" {
		if _, ok := get(e.consts, x.Const); !ok {
			e.consts = append(e.consts, named[num.Int]{x.Const, v})
			return true
		}
	}
	k, ok := e.eval(x)
	return ok && k.Equal(v)
}

// eval computes a constant; not ok if it means nothing.
// Arithmetic is that of Lean's integers; a number of bits that is none, or a result too large to write, is none.
func (e *env) eval(x *schema.Expr) (num.Int, bool) {
	switch {
	case x.Const != "":
		return get(e.consts, x.Const)
	case x.Lit != "":
		return num.New(x.Int()), true
	}
	a, ok := e.eval(x.Args[0])
	b, also := e.eval(x.Args[len(x.Args)-1])
	var c calc.Calc
	v := c.Do(step.Func(x.Fn), a, b)
	return v, ok && also && !c.Bad
}

// root follows ptradd by constants to the pointer that v was made from.
// At most 16 steps, each without claims: a claim that fails makes poison, and the distance would
// mean nothing. Each distance is at most 2^40, so that the sum does not overflow.
func root(f *ir.Func, v ir.Value) (ir.Value, int64) {
	off := int64(0)
	for range 16 {
		d := f.Def(v)
		if d == ir.NoInst || f.Op(d) != ir.OpPtrAdd || f.AnnotOf(v) != ir.NoAnnot {
			break
		}
		k := f.Def(f.Arg(d, 1))
		if k == ir.NoInst || f.Op(k) != ir.OpIConst || f.AnnotOf(f.Arg(d, 1)) != ir.NoAnnot || f.Operand(d, 0).Annot != ir.NoAnnot {
			break
		}
		c, ok := f.SmallConst(k)
		if !ok || c > 1<<40 || c < -1<<40 {
			break
		}
		v, off = f.Arg(d, 0), off+c
	}
	return v, off
}

// distance is how far p is from q, if both are made from one pointer.
// Two addresses of one symbol are one pointer.
func distance(f *ir.Func, p, q ir.Value) (int64, bool) {
	a, m := root(f, p)
	b, n := root(f, q)
	if a != b {
		x, y := f.Def(a), f.Def(b)
		if x == ir.NoInst || y == ir.NoInst || f.Op(x) != ir.OpSymbolAddr || f.Op(y) != ir.OpSymbolAddr || f.SymbolOf(x) != f.SymbolOf(y) {
			return 0, false
		}
	}
	return m - n, true
}

// address matches a pointer at a distance from one that is bound.
// The distance is an integer, and pointers are compared by what they are made from: that two pointers hold one
// address is not enough, as their provenance may differ.
func (e *env) address(a *schema.Addr, v ir.Value) bool {
	base, ok := get(e.vals, a.Base)
	if !ok {
		return false
	}
	d, ok := distance(e.f, v, base)
	return ok && e.number(a.Off, num.New(d))
}

// term matches a value: a variable, a constant, or an operation with a width.
// Two constants of one value are one value to a rule, whichever instructions make them.
func (e *env) term(t *schema.Term, v ir.Value) bool {
	f := e.f
	switch {
	case t.Var != "":
		if t.Type == "int" && f.TypeOf(v) != ir.Int || t.Type == "bool" && f.TypeOf(v) != ir.Bool {
			return false
		}
		w, ok := get(e.vals, t.Var)
		if !ok {
			e.vals = append(e.vals, named[ir.Value]{t.Var, v})
			return true
		}
		a, isA := constant(f, v)
		b, isB := constant(f, w)
		return v == w || isA && isB && a.Equal(b)
	case t.Calc != nil:
		k, ok := constant(f, v)
		return ok && e.number(t.Calc, k)
	}
	d := f.Def(v)
	if d == ir.NoInst || t.Imm != 1 || f.Op(d).String() != t.Op {
		return false
	}
	return e.term(t.Args[0], f.Arg(d, 0)) && e.number(t.Args[1].Calc, num.New(f.Attr(d).Imm))
}

// constant is the integer constant that v is, if it is one.
func constant(f *ir.Func, v ir.Value) (c num.Int, ok bool) {
	d := f.Def(v)
	if d == ir.NoInst || f.Op(d) != ir.OpIConst || f.AnnotOf(v) != ir.NoAnnot {
		return c, false
	}
	return f.IntConst(d), true
}

// length is a number of bytes; ok is false for one that is out of proportion.
// The bound keeps sums of two lengths and a distance within 64 bits.
func (e *env) length(l *schema.Len) (int64, bool) {
	if l.SizeOf != nil {
		switch l.SizeOf.Type {
		case "":
			a, ok := get(e.types, l.SizeOf.Var)
			return a.size, ok
		case "bool":
			return 1, true
		case "ptr":
			return 8, true
		}
		return e.small(l.SizeOf.Size)
	}
	return e.small(l.Bytes)
}

// small is a constant from 0 to 2^40.
// No object of a program is larger.
func (e *env) small(x *schema.Expr) (int64, bool) {
	k, ok := e.eval(x)
	return int64(k.Low64()), ok && k.FitsUnsigned(40)
}

// holds reports whether a precondition is known to hold.
// A precondition that cannot be decided does not hold: a rule is not applied then, which is
// always right.
func (e *env) holds(p *schema.MemPre) bool {
	t, _ := get(e.types, p.TypeVar)
	n := make([]int64, len(p.Lengths))
	for k := range p.Lengths {
		var ok bool
		if n[k], ok = e.length(&p.Lengths[k]); !ok {
			return false
		}
	}
	switch p.Fn {
	case "cmp":
		pred, ok := ir.ParsePred(p.Pred, false)
		a, isA := e.eval(p.Args[0])
		b, isB := e.eval(p.Args[1])
		return ok && isA && isB && pred.Holds(a.Cmp(b))
	case "notInt":
		return t.typ != ir.Int
	case "notPtr":
		return t.typ != ir.Ptr
	case "notBytes":
		return t.typ.Kind() != ir.KindByte
	case "hasType":
		v, ok := get(e.vals, p.Var)
		a, bound := get(e.types, p.Of.Var)
		return ok && bound && e.f.TypeOf(v) == a.typ
	case "within":
		// Negative ones and those that n[1] cannot reach are too far either way.
		off, ok := e.eval(p.Off)
		return ok && !off.Negative() && !num.New(n[1]-n[0]).Less(off)
	case "nonempty":
		return n[0] > 0
	case "disjoint":
		a, okA := get(e.vals, p.Addresses[0].Base)
		b, okB := get(e.vals, p.Addresses[1].Base)
		return okA && okB && p.Addresses[0].Off.Lit == "0" && p.Addresses[1].Off.Lit == "0" && e.o.Disjoint != nil && e.o.Disjoint(a, n[0], b, n[1])
	}
	return false
}
