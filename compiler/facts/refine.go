package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Assume is the facts of the operands of a comparison where it is true
// (lean/TuffyLean/Facts/Backward.lean, assume_sound).
func Assume(p ir.Pred, a, b *Fact) (x, y Fact) {
	switch p {
	case ir.EQ:
		return a.Meet(b), b.Meet(a)
	case ir.NE:
		return a.without(b), b.without(a)
	case ir.LT:
		return assumeLess(a, b, one)
	case ir.LE:
		return assumeLess(a, b, num.Int{})
	case ir.GT:
		y, x = assumeLess(b, a, one)
		return x, y
	case ir.GE:
		y, x = assumeLess(b, a, num.Int{})
		return x, y
	}
	return *a, *b
}

// assumeFirst is the first result of [Assume].
func assumeFirst(p ir.Pred, a, b *Fact) Fact {
	switch p {
	case ir.EQ:
		return a.Meet(b)
	case ir.NE:
		return a.without(b)
	case ir.LT:
		return a.below(b, one)
	case ir.LE:
		return a.below(b, num.Int{})
	case ir.GT:
		return a.above(b, one)
	case ir.GE:
		return a.above(b, num.Int{})
	}
	return *a
}

// below is f where f + by <= b.
// The bits are kept, and learn from the new end.
func (f *Fact) below(b *Fact, by num.Int) Fact {
	e := b.Range.Hi
	if e.Finite {
		e.V = e.V.Sub(by)
	}
	m := Fact{f.Bits, Range{f.Range.Lo, minHi(f.Range.Hi, e)}}
	m.refine()
	return m
}

// above is f where b + by <= f.
func (f *Fact) above(b *Fact, by num.Int) Fact {
	e := b.Range.Lo
	if e.Finite {
		e.V = e.V.Add(by)
	}
	m := Fact{f.Bits, Range{maxLo(f.Range.Lo, e), f.Range.Hi}}
	m.refine()
	return m
}

// assumeLess is for a + by <= b.
func assumeLess(a, b *Fact, by num.Int) (x, y Fact) {
	return a.below(b, by), b.above(a, by)
}

// without is f less the only number of b, if that is an end of f.
// In the middle of a range a missing number cannot be said.
func (f *Fact) without(b *Fact) Fact {
	c, ok := b.Value()
	if !ok {
		return *f
	}
	var g Fact
	if e := f.Range.Lo; e.Finite && e.V.Equal(c) {
		g.Range.Lo = at(c.Add(one))
	}
	if e := f.Range.Hi; e.Finite && e.V.Equal(c) {
		g.Range.Hi = at(c.Sub(one))
	}
	return f.Meet(&g)
}

// A condition says that where control is in block, or a block that it dominates, an operand was compared and the outcome
// is known. The conditions of a value are a list: those of comparisons of it and of what it is related to.
type condition struct {
	block  ir.Block
	inst   ir.Inst  // icmp, or int_to_bool
	pred   ir.Pred  // what holds, of the operands in their order
	second bool     // the second operand, and not the first
	via    relation // how the value follows from that operand
	next   int32    // of the same value, -1 at the end
}

// maxConditions bounds how many conditions of one value are looked at.
// Each read of the value looks at all of them, so that the bound keeps a read at constant cost.
const maxConditions = 8

// maxConjuncts bounds how deep a condition made of others is taken apart.
// A tree of conjunctions has up to 2^3 comparisons then.
const maxConjuncts = 4

// collect finds the conditions that blocks with one edge in stand under.
// In a block with one edge in the branch's outcome is known; a block that two edges of one branch lead to has
// two edges in.
func (a *analysis) collect() {
	f := a.f
	a.conditions = a.conditions[:0]
	a.first = zeroed(a.first, f.NumValues())
	for v := range a.first {
		a.first[v] = -1
	}
	for _, b := range a.cfg.Order() {
		preds := a.cfg.Preds(b)
		if len(preds) != 1 || b == f.Entry() {
			continue
		}
		if t := f.Terminator(preds[0].From); f.Op(t) == ir.OpBrIf {
			a.edges = f.Edges(a.edges[:0], t)
			a.holds(b, f.Arg(t, 0), a.edges[0].Block == b, maxConjuncts)
		}
	}
	a.derive()
}

// holds notes that in block b the truth value c is known.
// A conjunction that is true, or an alternative that is false, says the same of both its parts; the other two
// say nothing.
func (a *analysis) holds(b ir.Block, c ir.Value, truth bool, depth int) {
	f := a.f
	d := f.Def(c)
	if d == ir.NoInst || depth == 0 {
		return
	}
	switch op := f.Op(d); {
	case op == ir.OpICmp:
		p := f.Attr(d).Pred
		if !truth {
			p = p.Negated()
		}
		a.note(f.Arg(d, 0), condition{block: b, inst: d, pred: p})
		a.note(f.Arg(d, 1), condition{block: b, inst: d, pred: p, second: true})
	case op == ir.OpIntToBool:
		p := ir.EQ
		if truth {
			p = ir.NE
		}
		a.note(f.Arg(d, 0), condition{block: b, inst: d, pred: p})
	case op == ir.OpNot:
		a.holds(b, f.Arg(d, 0), !truth, depth-1)
	case op == ir.OpBAnd && truth, op == ir.OpBOr && !truth:
		a.holds(b, f.Arg(d, 0), truth, depth-1)
		a.holds(b, f.Arg(d, 1), truth, depth-1)
	}
}

// note adds a condition to the list of v, unless v is a constant, of which nothing more can be known, or the
// list is full. It reports whether it did.
func (a *analysis) note(v ir.Value, c condition) bool {
	for n := range a.f.NumFixed(c.inst) {
		if a.f.Operand(c.inst, n).Annot.Ignores() {
			return false // what was compared is not the value
		}
	}
	if d := a.f.Def(v); d != ir.NoInst && a.f.Op(d) == ir.OpIConst {
		return false
	}
	n := 0
	for k := a.first[v]; k >= 0; k = a.conditions[k].next {
		n++
	}
	if n == maxConditions {
		return false
	}
	c.next = a.first[v]
	a.first[v] = int32(len(a.conditions))
	a.conditions = append(a.conditions, c)
	return true
}

// assumed is the fact of a value under a condition on it.
// It is found from the operands as they are known now, so that it grows with them in a loop.
func (a *analysis) assumed(c *condition) Fact {
	var x, y Fact
	a.vals.fact(a.f.Arg(c.inst, 0), &x)
	if a.f.Op(c.inst) == ir.OpICmp {
		a.vals.fact(a.f.Arg(c.inst, 1), &y)
	} else {
		y = zero
	}
	if c.second {
		return assumeFirst(c.pred.Swapped(), &y, &x)
	}
	return assumeFirst(c.pred, &x, &y)
}

var zero = Const(num.Int{})

// meetAt adds to f, the fact of v, what the conditions that dominate block b say of it. It reports
// whether there is one of v itself: then v is not poison there, since branching on poison is undefined.
func (a *analysis) meetAt(v ir.Value, b ir.Block, f *Fact) (checked bool) {
	for k := a.first[v]; k >= 0; {
		c := &a.conditions[k]
		if a.dom.Dominates(c.block, b) {
			g := a.assumed(c)
			g = a.follows(v, c.via, &g)
			*f = f.Meet(&g)
			checked = checked || c.via == (relation{})
		}
		k = c.next
	}
	return checked
}
