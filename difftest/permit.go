package difftest

import (
	"math/rand/v2"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
)

// orderings is how many other orders of a program are tried: four operands have 15, so that one of them
// is hardly ever missed. The orders are drawn at random: two of the 256 may be the same.
const orderings = 256

// orders are programs that one may stand for: float operations that carry reassoc are done in another
// order, products and sums that carry contract are fused. There are none if no two operations that
// follow each other carry such a flag; then the program has one result. What is permitted is what
// lean/TuffyLean/Rewrites/FloatFlags.lean says. They are made at the first question and kept, and asked
// from several goroutines: hence the lock.
type orders struct {
	m    *ir.Module
	seed uint64

	mu   sync.Mutex
	made []*ir.Module
	none bool
}

// at makes the order number n; nil if there is no other. Module n depends on the seed and n alone. The
// module is verified by nothing here: the rewriting keeps types.
func (o *orders) at(n int) *ir.Module {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.made) <= n && !o.none {
		r := &reorderer{r: rand.New(rand.NewPCG(o.seed, uint64(len(o.made))))}
		m := o.m.Clone()
		for _, f := range m.Funcs {
			r.function(f)
		}
		o.none = r.places == 0
		o.made = append(o.made, m)
	}
	if o.none {
		return nil
	}
	return o.made[n]
}

// Reordered returns what makes other orders of a program from their number, from 0 on, as
// [Config.Permitted] tries them: nil where there is no more. Callers may stop at any number.
func Reordered(m *ir.Module, seed uint64) func(n int) *ir.Module {
	o := &orders{m: m, seed: seed}
	return func(n int) *ir.Module {
		if n >= orderings {
			return nil
		}
		return o.at(n)
	}
}

// One reorderer goes over the functions of one copy; places counts across them.
type reorderer struct {
	r      *rand.Rand
	f      *ir.Func
	places int // where another order is possible
}

// term is an operand of a sum or product, in a sum with its sign.
type term struct {
	v   ir.Value
	neg bool
}

// most bounds the operands that are reordered together. More would not be met by 256 orders anyway.
const most = 16

// The instructions are collected first, because rewriting inserts new ones. Dead ones stay behind and
// do no harm.
func (r *reorderer) function(f *ir.Func) {
	r.f = f
	var insts []ir.Inst
	for i := range f.AllInsts() {
		switch f.Op(i) {
		case ir.OpFAdd, ir.OpFSub, ir.OpFMul:
			insts = append(insts, i)
		}
	}
	for _, i := range insts {
		r.inst(i)
	}
}

// The order is: fuse, regroup an fma, reorder. New instructions stand before i and have its origin.
func (r *reorderer) inst(i ir.Inst) {
	f := r.f
	v, ok := r.fused(i)
	if !ok {
		v, ok = r.intoFused(i)
	}
	if !ok {
		v, ok = r.ordered(i)
	}
	if !ok {
		return
	}
	old := f.Result(i, 0)
	f.SetAnnot(v, f.AnnotOf(old))
	f.ReplaceUses(old, v)
}

// intoFused makes fma(a, b, c) + d fma(a, b, c + d), by chance. a*b + c + d may be summed in either
// order by reassoc.
func (r *reorderer) intoFused(i ir.Inst) (ir.Value, bool) {
	f := r.f
	if f.Op(i) != ir.OpFAdd || f.Attr(i).Flags&ir.Reassoc == 0 {
		return ir.NoValue, false
	}
	for n := range 2 {
		d, ok := r.carries(f.Arg(i, n), ir.OpFMA, ir.Reassoc)
		if !ok {
			continue
		}
		if r.places++; !r.coin() {
			return ir.NoValue, false
		}
		k := f.Before(i)
		sum := k.Op(ir.OpFAdd, ir.Attr{Flags: f.Attr(i).Flags}, f.Origin(i), nil, f.Arg(d, 2), f.Arg(i, 1-n))
		v := f.Result(k.Op(ir.OpFMA, ir.Attr{Flags: f.Attr(d).Flags}, f.Origin(i), nil, f.Arg(d, 0), f.Arg(d, 1), f.Result(sum, 0)), 0)
		r.inst(sum)
		return v, true
	}
	return ir.NoValue, false
}

// coin draws from the order's own stream, so that an order depends on seed and number alone.
func (r *reorderer) coin() bool { return r.r.IntN(2) == 0 }

// carries reports whether v is made by an operation of the kind of op that carries a flag. A difference
// counts as a sum, with the sign of its second operand.
func (r *reorderer) carries(v ir.Value, op ir.Op, flag ir.FPFlags) (ir.Inst, bool) {
	d := r.f.Def(v)
	if d == ir.NoInst || r.f.Attr(d).Flags&flag == 0 {
		return d, false
	}
	have := r.f.Op(d)
	return d, have == op || have == ir.OpFSub && op == ir.OpFAdd
}

// fused makes i an fma, by chance. Whether it fuses is drawn: both ways are permitted.
func (r *reorderer) fused(i ir.Inst) (ir.Value, bool) {
	a, b, c, ok := r.fusible(i)
	if !ok || !r.coin() {
		return ir.NoValue, false
	}
	f := r.f
	return f.Result(f.Before(i).Op(ir.OpFMA, ir.Attr{Flags: f.Attr(i).Flags}, f.Origin(i), nil, a, b, c), 0), true
}

// fusible finds the operands of an fma that i may be. It must not insert before it knows that it fits;
// the negations that it inserts are exact.
func (r *reorderer) fusible(i ir.Inst) (a, b, c ir.Value, ok bool) {
	f := r.f
	if f.Op(i) == ir.OpFMul || f.Attr(i).Flags&ir.Contract == 0 {
		return
	}
	k := f.Before(i)
	for n := range 2 {
		p, negative := f.Arg(i, n), n == 1 && f.Op(i) == ir.OpFSub
		if d := f.Def(p); d != ir.NoInst && f.Op(d) == ir.OpFNeg {
			p, negative = f.Arg(d, 0), !negative
		}
		d, is := r.carries(p, ir.OpFMul, ir.Contract)
		if !is {
			continue
		}
		r.places++
		a, b, c = f.Arg(d, 0), f.Arg(d, 1), f.Arg(i, 1-n)
		if negative {
			a = k.Unary(ir.OpFNeg, a, f.Origin(i))
		}
		if n == 0 && f.Op(i) == ir.OpFSub {
			c = k.Unary(ir.OpFNeg, c, f.Origin(i))
		}
		return a, b, c, true
	}
	return
}

// ordered makes the sum or product that ends in i in another order. Terms are collected through the
// operands that carry the flag; the tree that they form is rebuilt at random. Only flags that all
// operations carry stay on the new ones.
func (r *reorderer) ordered(i ir.Inst) (ir.Value, bool) {
	f, op := r.f, chained(r.f.Op(i))
	if f.Attr(i).Flags&ir.Reassoc == 0 {
		return ir.NoValue, false
	}
	flags := f.Attr(i).Flags
	var terms []term
	var open func(i ir.Inst, neg bool)
	open = func(i ir.Inst, neg bool) {
		flags &= f.Attr(i).Flags
		for n := range 2 {
			v, sign := f.Arg(i, n), neg != (n == 1 && f.Op(i) == ir.OpFSub)
			if d, ok := r.carries(v, op, ir.Reassoc); ok && len(terms) < most {
				open(d, sign)
				continue
			}
			terms = append(terms, term{v, sign})
		}
	}
	open(i, false)
	if len(terms) < 3 {
		return ir.NoValue, false
	}
	r.places++
	r.r.Shuffle(len(terms), func(a, b int) { terms[a], terms[b] = terms[b], terms[a] })
	k, attr := f.Before(i), ir.Attr{Flags: flags}
	make2 := func(op ir.Op, x, y ir.Value) ir.Value {
		d := k.Op(op, attr, f.Origin(i), nil, x, y)
		if v, ok := r.fused(d); ok {
			return v
		}
		return f.Result(d, 0)
	}
	// Each step joins two neighbours after the shuffle, so every binary tree over every order can come
	// out. The signs are kept in the terms and appear as subtractions or one negation at the end.
	for len(terms) > 1 {
		n := r.r.IntN(len(terms) - 1)
		x, y := terms[n], terms[n+1]
		switch {
		case x.neg == y.neg:
			x.v = make2(op, x.v, y.v)
		case x.neg:
			x = term{make2(ir.OpFSub, y.v, x.v), false}
		default:
			x.v = make2(ir.OpFSub, x.v, y.v)
		}
		terms[n] = x
		terms = append(terms[:n+1], terms[n+2:]...)
	}
	if terms[0].neg {
		return k.Unary(ir.OpFNeg, terms[0].v, f.Origin(i)), true
	}
	return terms[0].v, true
}

// chained is the operation of a chain: a difference is a sum.
func chained(op ir.Op) ir.Op {
	if op == ir.OpFSub {
		return ir.OpFAdd
	}
	return op
}
