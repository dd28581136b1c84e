package c

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// sequence is what is known of the full expression at hand whose accesses are watched.
type sequence struct {
	*sequencer
	seen  map[cc.ExpressionNode]*watched // by lvalue
	outer *sequence
}

// watched is an lvalue whose address is compared with that of another one at the end of the full expression.
type watched struct {
	p     ir.Value // its address once it is known, or of the slot that holds it
	block ir.Block
	slot  bool
	known bool
}

// beginFull begins a full expression (C11 6.8p4); what it returns ends it, and makes the checks that accesses without
// an order do not concern one object.
func (g *fn) beginFull(n cc.ExpressionNode) (end func()) {
	if !g.u.o.Checks {
		return func() {}
	}
	s := g.u.unsequenced(n)
	if s == nil || len(s.pairs) == 0 {
		return func() {}
	}
	w := &sequence{sequencer: s, seen: map[cc.ExpressionNode]*watched{}, outer: g.sequence}
	g.at(n)
	for _, p := range s.pairs {
		g.u.certain(p)
		for _, a := range []*access{p.a, p.b} {
			if w.seen[a.n] == nil {
				w.seen[a.n] = &watched{slot: s.forks}
				if s.forks {
					w.seen[a.n].p = g.slot(8, 8)
					g.plainStore(g.null(), w.seen[a.n].p)
				}
			}
		}
	}
	g.sequence = w
	return func() {
		g.sequence = w.outer
		if g.b == nil {
			return
		}
		old := g.o
		for _, p := range s.pairs {
			g.atNode(p.at)
			g.compareAddresses(w, p)
		}
		g.o = old
	}
}

// atNode makes a node or a token the origin of what follows.
func (g *fn) atNode(n cc.Node) { g.o = g.u.origin(n.Position()) }

// plainStore stores a pointer in a slot of ours, which is no object of the program.
func (g *fn) plainStore(v, slot ir.Value) {
	defer g.plainly()()
	g.store(v, slot, 8, 8)
}

// watch notes the address that lvalue n has.
func (g *fn) watch(n cc.ExpressionNode, l place) {
	if g.sequence == nil {
		return
	}
	w := g.sequence.seen[n]
	switch {
	case w == nil:
	case w.slot:
		g.plainStore(l.p, w.p)
		w.known = true
	default:
		g.live()
		w.p, w.known, w.block = l.p, true, g.b.Block()
	}
}

// compareAddresses makes the check of a pair. What was left out has the address null.
func (g *fn) compareAddresses(w *sequence, p unordered) {
	a, b := w.seen[p.a.n], w.seen[p.b.n]
	if !a.known || !b.known || !w.forks && (a.block != g.b.Block() || b.block != g.b.Block()) {
		return
	}
	x, y := a.p, b.p
	if w.forks {
		end := g.plainly()
		x, y = g.load(x, 8, 8, ir.Ptr), g.load(y, 8, 8, ir.Ptr)
		end()
	}
	x, y = g.un(ir.OpPtrToAddr, x), g.un(ir.OpPtrToAddr, y)
	var meet ir.Value
	if m, n := g.u.sizeof(p.a.t), g.u.sizeof(p.b.t); m == n {
		meet = g.compare(ir.EQ, x, y)
	} else {
		d := g.bin(ir.OpSub, y, x)
		meet = g.bin(ir.OpBAnd, g.compare(ir.GT, d, g.int(-n)), g.compare(ir.LT, d, g.int(m)))
	}
	if w.forks {
		meet = g.bin(ir.OpBAnd, meet, g.compare(ir.NE, x, g.int(0)))
	}
	v := g.un(ir.OpBoolToInt, meet)
	g.f.SetAnnot(v, ir.Unsigned(0))
	g.f.SetMark(g.f.Def(v), ir.Mark{Rule: ir.RuleUnsequenced, Type: g.u.sequenceText(p)})
}

// sequenceText says of a pair what the two accesses are.
func (u *unit) sequenceText(p unordered) string {
	what := "value of"
	if p.b.write {
		what = "modification of"
	}
	return fmt.Sprintf("the modification of '%s' and the %s '%s'", sourceText(p.a.n), what, sourceText(p.b.n))
}

// sourceText is an expression as it is written, on one line and of moderate length.
func sourceText(n cc.Node) string {
	s := strings.Join(strings.Fields(cc.NodeSource(n)), " ")
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return strings.ToValidUTF8(s, "?")
}

// certain warns of a pair that concerns one variable whatever happens.
func (u *unit) certain(p unordered) {
	x, ok := p.a.n.(*cc.PrimaryExpression)
	y, ok2 := p.b.n.(*cc.PrimaryExpression)
	if ok && ok2 && rootOf(x) == rootOf(y) && !p.a.branch && !p.b.branch {
		u.warn(p.at, "%s are not sequenced", u.sequenceText(p))
	}
}

// fullExpr translates a full expression.
func (g *fn) fullExpr(n cc.ExpressionNode) value {
	end, gone := g.beginFull(n), g.beginTemporaries()
	x := g.expr(n)
	end()
	gone(x)
	return x
}

// fullCond translates a full expression that is a condition.
func (g *fn) fullCond(n cc.ExpressionNode) ir.Value {
	g.jumpsFrom(n, true)
	end, gone := g.beginFull(n), g.beginTemporaries()
	c := g.cond(n)
	end()
	gone(value{})
	return c
}
