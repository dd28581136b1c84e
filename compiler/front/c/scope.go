package c

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// Objects of a block begin where control enters the block and end where it leaves it: by falling off, break,
// continue or goto. Those of the outermost block, and of a block that a goto or a case leads into from outside, are
// slots of the whole call. So is a scalar whose address nothing takes, unless it has no initialiser and the block may
// run again: then it has to be uninitialised again. An array of variable length begins at its declaration, and also
// ends where a goto leads back to before it, as does an object that is cleaned up.

// scope is a block that is being translated.
type scope struct {
	node  cc.Node // the compound statement, or the for that declares
	open  []opened
	leave func() // ends it for debuggers

	restricts *bases // those of the block that were declared, nil if none was
}

// opened is a slot that ends with its scope, or an object that is cleaned up there.
type opened struct {
	p       ir.Value
	vla     bool
	cleanup cc.ExpressionNode // what is called, nil of slots
	result  cc.Type           // what it returns
}

// blockFacts is what is known of the blocks of a function before any of them is translated.
type blockFacts struct {
	entered map[cc.Node]bool     // a jump from outside leads into the block
	repeats map[cc.Node]bool     // the block may run more than once in a call
	chains  map[string][]cc.Node // of a label: the blocks around it, the outermost first
	// literals are the compound literals of a block that are in no block within it.
	literals map[cc.Node][]*cc.PostfixExpression
	taken    map[string]bool // labels that a computed goto may lead to
}

// jumpFinder walks a body for [blockFacts]. Jumps are looked at in the end, when all labels are known.
type jumpFinder struct {
	*blockFacts
	chain    []cc.Node
	loops    int
	switches map[*cc.LabeledStatement][]cc.Node // the blocks around the switch of a case
	jumps    []jump
}

type jump struct {
	label string
	chain []cc.Node
}

// findJumps learns which blocks of a body are jumped into, and which may run again.
func findJumps(body *cc.CompoundStatement) *blockFacts {
	w := &jumpFinder{
		blockFacts: &blockFacts{entered: map[cc.Node]bool{}, repeats: map[cc.Node]bool{}, chains: map[string][]cc.Node{}, taken: map[string]bool{}, literals: map[cc.Node][]*cc.PostfixExpression{}},
		switches:   map[*cc.LabeledStatement][]cc.Node{},
	}
	walkTree(body, w.node)
	for _, j := range w.jumps {
		w.enter(j.chain, w.chains[j.label])
	}
	for l := range w.taken {
		w.enter(nil, w.chains[l])
	}
	return w.blockFacts
}

// enter notes the blocks that a jump comes into.
func (w *jumpFinder) enter(from, to []cc.Node) {
	for k, n := range to {
		if k >= len(from) || from[k] != n {
			w.entered[n] = true
		}
	}
}

// node notes what n is, and returns what is to be done behind it.
func (w *jumpFinder) node(n cc.Node) (leave func()) {
	leave = func() {}
	switch n := n.(type) {
	case *cc.CompoundStatement:
		return w.block(n)
	case *cc.IterationStatement:
		w.loops++
		leave = func() { w.loops-- }
		if n.Case == cc.IterationStatementForDecl {
			w.loops-- // what it declares is made once
			out := w.block(n)
			w.loops++
			return func() { out(); w.loops-- }
		}
	case *cc.SelectionStatement:
		for _, l := range n.LabeledStatements() {
			w.switches[l] = slices.Clone(w.chain)
		}
	case *cc.LabeledStatement:
		if n.Case == cc.LabeledStatementLabel {
			w.chains[n.Token.SrcStr()] = slices.Clone(w.chain)
		} else {
			w.enter(w.switches[n], w.chain)
		}
	case *cc.JumpStatement:
		if n.Case == cc.JumpStatementGoto {
			w.jumps = append(w.jumps, jump{n.Token2.SrcStr(), slices.Clone(w.chain)})
		}
	case *cc.PostfixExpression:
		if k := len(w.chain); k > 0 && n.Case == cc.PostfixExpressionComplit {
			w.literals[w.chain[k-1]] = append(w.literals[w.chain[k-1]], n)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionLabelAddr {
			w.taken[n.Token2.SrcStr()] = true
		}
	}
	return leave
}

// block begins a block.
func (w *jumpFinder) block(n cc.Node) (leave func()) {
	w.chain = append(w.chain, n)
	w.repeats[n] = w.loops > 0
	return func() { w.chain = w.chain[:len(w.chain)-1] }
}

// enterScope begins a block, with slots for those of its objects that end with it.
func (g *fn) enterScope(n cc.Node, declarations func(yield func(*cc.InitDeclarator) bool)) {
	g.scopes = append(g.scopes, &scope{node: n, leave: g.u.debug.enterBlock(n, len(g.scopes) == 0, declarations)})
	if len(g.scopes) == 1 || g.blocks.entered[n] {
		return
	}
	repeats := g.blocks.repeats[n] || len(g.blocks.chains) > 0
	for d := range declarations {
		if g.isObject(d.Declarator) && g.ownLife(d, repeats) {
			g.open(g.object(d, g.live().StackSlot), false)
		}
	}
	g.enterLiterals(n)
}

// enterLiterals begins the compound literals of a block, which end with it (C11 6.5.2.5p5). Only a check sees that they do.
func (g *fn) enterLiterals(n cc.Node) {
	if !g.u.o.Checks {
		return
	}
	for _, l := range g.blocks.literals[n] {
		t := g.u.compoundType(l)
		// What _Generic does not choose has no type.
		if _, made := g.literals[l]; made || t.Kind() == cc.InvalidKind || isVLA(t) || isFunc(t) {
			continue
		}
		g.at(l)
		if g.literals == nil {
			g.literals = map[*cc.PostfixExpression]ir.Value{}
		}
		p := g.live().StackSlot(g.u.sizeof(t), uint32(max(g.u.alignof(t), 1)), g.o)
		g.literals[l] = p
		g.open(p, false)
	}
}

// isObject reports whether a declarator of a block makes an object of fixed size.
func (g *fn) isObject(d *cc.Declarator) bool {
	t := d.Type()
	return !d.IsTypename() && !isFunc(t) && !d.IsExtern() && !d.IsStatic() && !d.IsThreadLocal() && !isVLA(t)
}

// ownLife reports whether it would be seen that an object of a block lives as long as the call.
func (g *fn) ownLife(n *cc.InitDeclarator, repeats bool) bool {
	d := n.Declarator
	if !isScalar(d.Type()) || d.AddressTaken() || g.u.o.Restrict && isPtr(d.Type()) && isRestrict(d) {
		return true
	}
	return repeats && n.Initializer == nil
}

// open notes a slot that ends with the innermost scope.
func (g *fn) open(p ir.Value, vla bool) {
	s := g.scopes[len(g.scopes)-1]
	s.open = append(s.open, opened{p: p, vla: vla})
}

// leaveScope ends the innermost block, where control falls off its end.
func (g *fn) leaveScope() {
	g.endScopes(len(g.scopes) - 1)
	g.scopes[len(g.scopes)-1].leave()
	g.scopes = g.scopes[:len(g.scopes)-1]
}

// endScopes ends the objects of all blocks but the outermost n, the newest first, where control leaves these blocks.
func (g *fn) endScopes(n int) {
	for k := len(g.scopes) - 1; k >= n; k-- {
		g.endFrom(g.scopes[k], 0)
	}
}

// endFrom ends the objects of a block but the first n.
func (g *fn) endFrom(s *scope, n int) {
	for k := len(s.open) - 1; k >= n && g.b != nil; k-- {
		if o := s.open[k]; o.cleanup != nil {
			g.cleanUp(o)
		} else {
			g.mem = g.b.StackEnd(o.p, g.mem, g.o)
		}
	}
}

// endFor ends what a goto to l leaves.
func (g *fn) endFor(n cc.Node, l *label) {
	chain := g.blocks.chains[l.name]
	common := 0
	for common < len(chain) && common < len(g.scopes) && chain[common] == g.scopes[common].node {
		common++
	}
	vlas := g.vlas(common)
	if !l.defined {
		l.sources = append(l.sources, vlas)
	} else {
		// Back: arrays of variable length behind the label end.
		g.intoVLA(n, l.vlas, vlas)
		vlas = vlas[:min(len(l.vlas), len(vlas))]
	}
	g.endScopes(common)
	for k := common - 1; k >= 0; k-- {
		s := g.scopes[k]
		keep := len(s.open)
		for l.defined && keep > 0 {
			o := s.open[keep-1]
			if !(o.vla && !slices.Contains(vlas, o.p)) && !(o.cleanup != nil && !slices.Contains(l.cleanups, o.p)) {
				break
			}
			keep--
		}
		g.endFrom(s, keep)
	}
}

// endForAny ends what a computed goto leaves: the blocks that none of its labels is in.
func (g *fn) endForAny() {
	for k, s := range g.scopes {
		inside := false
		for l := range g.blocks.taken {
			inside = inside || slices.Contains(g.blocks.chains[l], s.node)
		}
		if !inside {
			g.endScopes(k)
			return
		}
	}
}

// vlas lists the arrays of variable length of the outermost n blocks that are alive here.
func (g *fn) vlas(n int) (all []ir.Value) {
	for _, s := range g.scopes[:n] {
		for _, o := range s.open {
			if o.vla {
				all = append(all, o.p)
			}
		}
	}
	return all
}

// intoVLA refuses a jump into the scope of an array of variable length: to is what is alive where it leads.
func (g *fn) intoVLA(n cc.Node, to, from []ir.Value) {
	for _, p := range to {
		if !slices.Contains(from, p) {
			g.u.fail(n, "a jump leads into the scope of an array of variable length")
		}
	}
}

// labelled checks the jumps to a label that is being defined.
func (g *fn) labelled(n *cc.LabeledStatement, l *label) {
	l.vlas, l.cleanups = g.vlas(len(g.scopes)), g.cleanups()
	for _, from := range l.sources {
		g.intoVLA(l.used, l.vlas, from)
	}
	if g.blocks.taken[l.name] {
		g.intoVLA(n, l.vlas, nil)
	}
}
