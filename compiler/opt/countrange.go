package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// A counter that leaves its loop where it equals a bound has no finite range by any comparison: it stays between the first
// value and the bound because it steps towards that, one by one. That bounds the iterations, too, and with them what
// other counters of the loop reach. An analysis of values does not see it, since it looks at one iteration.

// claimCounters claims ranges of counters that have none, loops that contain others first.
func (w *claimer) claimCounters() {
	loops := w.c.Loops().List
	if len(loops) == 0 {
		return
	}
	ed, n := newEditor(w.c), 0
	within := func(b ir.Block) bool { return w.c.Loops().Contains(n, b) }
	for n = range loops {
		x := reducer{c: w.c, f: w.f, w: ed, dom: w.c.Dom(), l: &loops[n], within: within}
		if x.counters(); len(x.steps) == 0 || !w.n.Reachable(x.l.Header) {
			continue
		}
		most, ok := w.iterations(&x)
		if !ok {
			continue
		}
		written := false
		for _, v := range w.f.Args(x.l.Header) {
			first, ok := w.first(&x, v)
			if !ok || facts.ClaimedRange(w.f.AnnotOf(v)).Finite() {
				continue
			}
			last := most.Sub(num.New(1)).Mul(num.New(x.steps[v]))
			k := facts.Fact{Range: facts.Range{
				Lo: facts.End{Finite: true, V: num.Min(first.Lo.V, first.Lo.V.Add(last))},
				Hi: facts.End{Finite: true, V: num.Max(first.Hi.V, first.Hi.V.Add(last))},
			}}
			was := w.f.AnnotOf(v)
			w.write(v, ir.NoInst, &k)
			written = written || w.f.AnnotOf(v) != was
		}
		if written {
			w.n = w.c.Facts() // inner loops see it
		}
	}
}

// first is what a counter of the loop may be in the first iteration, if that is bounded.
func (w *claimer) first(x *reducer, v ir.Value) (r facts.Range, ok bool) {
	if x.steps[v] == 0 {
		return r, false
	}
	for k, e := range x.outer {
		o := cfg.Passed(w.f, e, w.f.DefIndex(v))
		s := w.n.FactAt(o.Value, e.From).Range
		if !s.Finite() || s.Empty() {
			return r, false
		}
		if k == 0 {
			r = s
		}
		r.Lo.V, r.Hi.V = num.Min(r.Lo.V, s.Lo.V), num.Max(r.Hi.V, s.Hi.V)
	}
	return r, len(x.outer) > 0
}

// iterations bounds how often the header runs each time the loop is entered, by a test for equality that every iteration
// makes.
func (w *claimer) iterations(x *reducer) (most num.Int, ok bool) {
	f := w.f
	for _, b := range x.l.Blocks {
		t := f.Terminator(b)
		if f.Op(t) != ir.OpBrIf || !everyRound(x.dom, x.l, b) {
			continue
		}
		d := f.Def(f.Arg(t, 0))
		if d == ir.NoInst || f.Op(d) != ir.OpICmp {
			continue
		}
		// The edge on which the operands are equal must leave.
		equal := 0
		switch f.Attr(d).Pred {
		case ir.EQ:
		case ir.NE:
			equal = 1
		default:
			continue
		}
		if x.within(f.TargetBlock(t, equal)) {
			continue
		}
		for k := range 2 {
			if n, ok := w.reaches(x, f.Arg(d, k), f.Arg(d, 1-k)); ok && (most.Sign() == 0 || n.Less(most)) {
				most = n
			}
		}
	}
	return most, most.Sign() > 0
}

// reaches bounds in which iteration, from 1, v equals bound: v is a counter that steps by one, or that and a constant,
// begins on the right side of the bound, and the bound stays.
func (w *claimer) reaches(x *reducer, v, bound ir.Value) (most num.Int, ok bool) {
	f := w.f
	if x.within(f.DefBlock(bound)) && !isConst(f, bound) {
		return most, false
	}
	base, c := v, int64(0)
	if x.steps[v] == 0 {
		if base, c, ok = offset(f, v); !ok {
			return most, false
		}
	}
	first, ok := w.first(x, base)
	if !ok {
		return most, false
	}
	first.Lo.V, first.Hi.V = first.Lo.V.Add(num.New(c)), first.Hi.V.Add(num.New(c))
	to := w.n.FactAt(bound, x.l.Header).Range
	if isConst(f, bound) {
		k := facts.End{Finite: true, V: f.IntConst(f.Def(bound))}
		to = facts.Range{Lo: k, Hi: k}
	}
	if to = w.entered(x, bound, to); !to.Finite() || to.Empty() {
		return most, false
	}
	switch x.steps[base] {
	case 1:
		most, ok = to.Hi.V.Sub(first.Lo.V), !to.Lo.V.Less(first.Hi.V)
	case -1:
		most, ok = first.Hi.V.Sub(to.Lo.V), !first.Lo.V.Less(to.Hi.V)
	default:
		return most, false
	}
	return most.Add(num.New(1)), ok
}

// entered is the range r of v less an end that is excluded where the loop is entered: the way in is a branch that v does
// not equal it.
func (w *claimer) entered(x *reducer, v ir.Value, r facts.Range) facts.Range {
	f := w.f
	if len(x.outer) != 1 || !r.Finite() {
		return r
	}
	t := cfg.Term(f, x.outer[0])
	if f.Op(t) != ir.OpBrIf || f.TargetBlock(t, 0) == f.TargetBlock(t, 1) {
		return r
	}
	d := f.Def(f.Arg(t, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpICmp || f.Arg(d, 0) != v || !isConst(f, f.Arg(d, 1)) {
		return r
	}
	if f.Attr(d).Pred != [2]ir.Pred{ir.NE, ir.EQ}[x.outer[0].Index] {
		return r
	}
	k, one := f.IntConst(f.Def(f.Arg(d, 1))), num.New(1)
	switch {
	case k.Equal(r.Lo.V):
		r.Lo.V = k.Add(one)
	case k.Equal(r.Hi.V):
		r.Hi.V = k.Sub(one)
	}
	return r
}
