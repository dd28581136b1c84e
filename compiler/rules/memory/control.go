package memory

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// Flow applies the rules about terminators. The variable that such a rule passes to a block stands for all
// that is passed to it, in order.
type Flow struct {
	// Rules may be applied, see [Choose].
	Rules *Chosen
	// Single reports whether one edge goes to a block, which then is gone once that goes elsewhere; nil is
	// never.
	Single func(b ir.Block) bool
	// Allow is asked before the function changes; nil allows everything. The first instruction
	// matched is the terminator that changes.
	Allow func(Firing) bool
	// Origin makes the origin of new instructions from those that they replace.
	Origin func(f *ir.Func, insts ...ir.Inst) ir.Origin
}

// control is a rule about terminators with what is worked out once.
type control struct {
	*schema.ControlRule
	info Rule
	cost int // of the replacement
	look quick
}

// quick is what of a rule costs nothing to look at.
// It is necessary for a match, so that a rule is never lost by it: most terminators of a function match none, and a
// match that fails later has made lists.
type quick struct {
	cases           int   // of a switch, -1 for any other terminator
	on              ir.Op // makes what decides; noOp is any
	then, otherwise ir.Op // of the terminator of a block that is looked through; noOp if none is
	same            bool  // both edges go to one block
}

const noOp = ir.Op(ir.NumOps)

// Chosen are some of the rules about terminators.
type Chosen struct {
	whole [ir.NumOps][]*control // by the opcode of the terminator that they replace, cheaper replacements first
	edges []*control            // those about one edge out of any terminator
}

// Choose returns the rules about terminators whose names are chosen.
func Choose(rule func(name string) bool) *Chosen {
	c := &Chosen{}
	for _, r := range flows {
		switch {
		case !rule(r.Name):
		case r.LHS.Term == "through":
			c.edges = append(c.edges, r)
		default:
			op := termKind[r.LHS.Term]
			c.whole[op] = append(c.whole[op], r)
		}
	}
	return c
}

var termKind = map[string]ir.Op{"br": ir.OpBr, "brif": ir.OpBrIf, "switch": ir.OpSwitch, "unreachable": ir.OpUnreachable, "trap": ir.OpTrap}

// flows are the rules that make a terminator cheaper. Of two that match the one with the cheaper replacement is
// applied, and of equals the first of the export.
var flows = func() (out []*control) {
	for _, r := range controls {
		c := &control{r, describe(&r.Header, r.Kind, treeCost(r.RHS) < treeCost(r.LHS)), treeCost(r.RHS), quickly(r.LHS)}
		if c.info.Applied {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *control) int { return a.cost - b.cost })
	return out
}()

// Controls lists the rules about terminators.
func Controls() (out []Rule) {
	for _, r := range controls {
		out = append(out, describe(&r.Header, r.Kind, treeCost(r.RHS) < treeCost(r.LHS)))
	}
	return out
}

// treeCost is what a terminator costs; an operation in a term costs 1.
// A branch with a condition costs more than the two plain ones that it chooses from, so that rules go toward fewer
// branches, and a switch more than a branch.
func treeCost(t *schema.TermTree) int {
	if t == nil {
		return 0
	}
	n := map[string]int{"br": 1, "through": 1, "brif": 3, "switch": 4, "unreachable": 1, "trap": 1}[t.Term] +
		treeCost(t.Body) + treeCost(t.Then) + treeCost(t.Else) + treeCost(t.Default)
	for _, c := range t.Cases {
		n += 1 + treeCost(c.Goes)
	}
	for _, a := range append([]*schema.Term{t.If, t.On}, t.Args...) {
		n += a.Ops()
	}
	return n
}

// Terminator applies the first rule that matches the terminator t, and reports whether one did.
func (o *Flow) Terminator(f *ir.Func, t ir.Inst) bool {
	for _, r := range o.Rules.whole[f.Op(t)] {
		if !r.look.likely(f, t) {
			continue
		}
		m := &flowMatch{env: env{f: f, o: &Options{}}, flow: o, t: t, inner: ir.NoBlock, insts: []ir.Inst{t}}
		if m.terminator(r.LHS, t) && m.fits(r) && m.allowed(r) {
			m.replace(r.RHS)
			return true
		}
	}
	return false
}

// fewTargets is how many targets are written again with one of them.
// A switch of thousands of cases is threaded case by case: writing all of them again each time would be quadratic.
// With few targets the operands are written anew, without a gap in the list of them.
const fewTargets = 16

// Edge applies the first rule that matches target n of the terminator t, and reports whether one did.
func (o *Flow) Edge(f *ir.Func, t ir.Inst, n int) bool {
	for _, r := range o.Rules.edges {
		if !through(f, r.look.then, f.TargetBlock(t, n)) {
			continue
		}
		m := &flowMatch{env: env{f: f, o: &Options{}}, flow: o, t: t, inner: ir.NoBlock, insts: []ir.Inst{t}}
		x := ir.Target{Block: f.TargetBlock(t, n)}
		lo, hi := f.TargetArgs(t, n)
		for k := lo; k < hi; k++ {
			x.Args = append(x.Args, f.Operand(t, k))
		}
		if m.edge(r.LHS, x) && m.fits(r) && m.allowed(r) {
			to := m.target(r.RHS, m.builder())
			if f.NumTargets(t) > fewTargets {
				f.SetTarget(t, n, to)
				return true
			}
			targets := f.Targets(t)
			to.Case = targets[n].Case
			targets[n] = to
			f.SetOperands(t, f.FixedOperands(t), targets)
			return true
		}
	}
	return false
}

// quickly works out what can be looked at first.
func quickly(p *schema.TermTree) quick {
	q := quick{cases: -1, on: noOp, then: throughOp(p), otherwise: noOp}
	on := p.If
	switch p.Term {
	case "switch":
		on, q.cases = p.On, len(p.Cases)
	case "brif":
		q.then, q.otherwise = throughOp(p.Then), throughOp(p.Else)
		q.same = p.Then.Block != "" && p.Then.Block == p.Else.Block
	}
	switch {
	case on == nil || on.Var != "":
	case on.Bool != nil:
		q.on = ir.OpBConst
	case on.Calc != nil:
		q.on = ir.OpIConst
	default:
		for q.on = 0; q.on.String() != on.Op; q.on++ { // an operation, as [flowMatch.operand] compares it
			if q.on == noOp-1 {
				panic("BUG: a rule decides on " + on.Op)
			}
		}
	}
	return q
}

// throughOp is the opcode of the terminator of the block that an edge leads through, noOp if it ends there.
func throughOp(p *schema.TermTree) ir.Op {
	if p.Term != "through" {
		return noOp
	}
	return termKind[p.Body.Term]
}

// likely looks at what costs nothing to look at.
// Of the targets only blocks are read, which makes no list of them.
func (q *quick) likely(f *ir.Func, t ir.Inst) bool {
	if q.cases >= 0 && q.cases != f.NumTargets(t)-1 {
		return false
	}
	if q.on != noOp {
		if d := f.Def(f.Arg(t, 0)); d == ir.NoInst || f.Op(d) != q.on {
			return false
		}
	}
	if f.Op(t) != ir.OpBrIf {
		return true
	}
	if q.same && f.TargetBlock(t, 0) != f.TargetBlock(t, 1) {
		return false
	}
	return through(f, q.then, f.TargetBlock(t, 0)) && through(f, q.otherwise, f.TargetBlock(t, 1))
}

// through reports whether b has nothing but a terminator with an opcode, if one is asked for.
func through(f *ir.Func, op ir.Op, b ir.Block) bool {
	return op == noOp || f.Op(f.FirstInst(b)) == op
}

// flowMatch is what a match has bound.
// It is filled while a pattern is matched, and of no use after one that failed.
type flowMatch struct {
	env
	flow   *Flow
	t      ir.Inst
	blocks []named[ir.Block]
	lists  []named[[]ir.Operand]
	over   ir.Block   // the block that the replacement goes around
	beyond []ir.Block // where that goes
	insts  []ir.Inst  // that the pattern has
	defs   []ir.Inst  // of them, those that make operands

	inner  ir.Block     // looked through
	passed []ir.Operand // to it
	param  string       // the name for what it has
	arg    *schema.Term // and for what is passed
}

// terminator matches a terminator.
// It is called for the one that changes, and for the one of a block that is looked through.
func (m *flowMatch) terminator(p *schema.TermTree, t ir.Inst) bool {
	f := m.f
	if f.Op(t) != termKind[p.Term] {
		return false
	}
	targets := f.Targets(t)
	switch p.Term {
	case "br":
		return m.edge(p, targets[0])
	case "brif":
		return m.operand(p.If, f.Arg(t, 0)) && m.edge(p.Then, targets[0]) && m.edge(p.Else, targets[1])
	case "switch":
		if len(targets) != len(p.Cases)+1 || !m.operand(p.On, f.Arg(t, 0)) {
			return false
		}
		for n, c := range p.Cases {
			if !m.number(c.Case, *targets[n].Case) || !m.edge(c.Goes, targets[n]) {
				return false
			}
		}
		return m.edge(p.Default, targets[len(p.Cases)])
	}
	return true
}

// edge matches where a terminator goes.
// The variable that a rule passes to a block stands for the whole list of what is passed: values, and the memory
// token among them. The theorem is about one value; lists are compared and chosen from in each place alike.
func (m *flowMatch) edge(p *schema.TermTree, x ir.Target) bool {
	if p.Term == "through" {
		return m.through(p, x)
	}
	// A clone, since annotations are taken off below, and the match may still fail.
	args := slices.Clone(x.Args)
	if m.inner != ir.NoBlock {
		m.beyond = append(m.beyond, x.Block)
		// A check on what is passed stood behind the block's own branch: going without it refines.
		for n, a := range args {
			args[n] = ir.Operand{Value: m.outer(a.Value)}
		}
	}
	b, ok := get(m.blocks, p.Block)
	if !ok {
		m.blocks = append(m.blocks, named[ir.Block]{p.Block, x.Block})
	} else if b != x.Block {
		return false
	}
	name := p.Args[0].Var
	// The block passes its parameter on: what it gets on this edge.
	if name == m.param && m.arg != nil {
		name = m.arg.Var
	}
	old, ok := get(m.lists, name)
	if !ok {
		m.lists = append(m.lists, named[[]ir.Operand]{name, args})
		return name != ""
	}
	for n := range old { // of two checks on one value, neither is made on both edges
		if old[n].Value != args[n].Value {
			return false
		}
		old[n].Annot = ir.NoAnnot
	}
	return true
}

// through matches an edge to a block that has nothing but a terminator. Other blocks must not know that
// control went through it: nothing else may read its parameters, it may not be the entry of a region, whose blocks
// it dominates, and the new edge may not end at the block itself, or it would be looked through for ever.
func (m *flowMatch) through(p *schema.TermTree, x ir.Target) bool {
	f, b := m.f, x.Block
	t := f.Terminator(b)
	// One block deep: every rule of the table is.
	if m.inner != ir.NoBlock || t == ir.NoInst || f.FirstInst(b) != t {
		return false
	}
	m.insts = append(m.insts, t)
	// What goes nowhere reads nothing: it does not matter who else comes here, or with what.
	if p.Body.Term == "unreachable" || p.Body.Term == "trap" {
		return m.terminator(p.Body, t)
	}
	if b == f.InstBlock(m.t) || f.RegionEntry(f.BlockRegion(b)) == b || len(p.Params) == 0 && len(f.Args(b)) > 0 {
		return false
	}
	for _, v := range f.Args(b) {
		for u := range f.Uses(v) {
			if u.Inst != t {
				return false
			}
		}
	}
	m.inner, m.over, m.passed = b, b, x.Args
	if len(p.Params) > 0 {
		m.param, m.arg = p.Params[0], p.Args[0]
	}
	ok := m.terminator(p.Body, t)
	m.inner, m.param, m.arg = ir.NoBlock, "", nil
	return ok && !slices.Contains(m.beyond, b)
}

// outer is the value that v has outside of the block looked through.
func (m *flowMatch) outer(v ir.Value) ir.Value {
	if m.inner != ir.NoBlock && m.f.Def(v) == ir.NoInst && m.f.DefBlock(v) == m.inner {
		return m.passed[m.f.DefIndex(v)].Value
	}
	return v
}

// operand matches what a terminator decides on.
// Instructions are matched wherever they stand: they define what is read here, so that they dominate the
// terminator, and the replacement reads their operands, which dominate it as well.
func (m *flowMatch) operand(p *schema.Term, v ir.Value) bool {
	w := m.outer(v)
	if p.Var != "" && p.Var == m.param {
		return w != v && m.operand(m.arg, w) // a parameter, and what is passed for it on this edge
	}
	if p.Var != "" {
		old, ok := get(m.vals, p.Var)
		if !ok {
			m.vals = append(m.vals, named[ir.Value]{p.Var, w})
		}
		return !ok || old == w
	}
	d := m.f.Def(w)
	if d == ir.NoInst {
		return false
	}
	m.insts, m.defs = append(m.insts, d), append(m.defs, d)
	switch op := m.f.Op(d); {
	case p.Bool != nil:
		return op == ir.OpBConst && m.f.Attr(d).Imm != 0 == *p.Bool
	case p.Calc != nil:
		return op == ir.OpIConst && m.number(p.Calc, m.f.IntConst(d))
	case op.String() != p.Op:
		return false
	}
	for n, a := range p.Args {
		if !m.operand(a, m.f.Arg(d, n)) {
			return false
		}
	}
	return true
}

// fits reports whether the replacement can be written where the pattern is.
// The rules speak of blocks as if one could go from everywhere to everywhere. Here an edge may not enter a region but
// by its entry, and nothing but a plain branch goes back to the entry of the function.
func (m *flowMatch) fits(r *control) bool {
	f, from := m.f, m.f.InstBlock(m.t)
	if slices.ContainsFunc(r.Pre, func(p schema.MemPre) bool { return !m.holds(&p) }) {
		return false
	}
	for _, b := range m.beyond {
		if !edit.MayGo(f, from, b) || f.Op(m.t) != ir.OpBr && b == f.Entry() {
			return false
		}
	}
	if len(m.beyond) > 0 && r.RHS.If != nil && r.RHS.If.Op != "" { // more to compute only if a branch goes away
		if m.flow.Single == nil || !m.flow.Single(m.over) {
			return false
		}
	}
	// A choice is made of values in each place.
	if a := r.RHS.Args; len(a) == 1 && a[0].Op == "select" { // of memory there is one
		x, _ := get(m.lists, a[0].Args[1].Var)
		y, _ := get(m.lists, a[0].Args[2].Var)
		for n := range x {
			if x[n].Value != y[n].Value && f.TypeOf(x[n].Value) == ir.Mem {
				return false
			}
		}
	}
	return true
}

// allowed asks last, when nothing else can refuse any more: what is allowed is counted as done.
func (m *flowMatch) allowed(r *control) bool {
	return m.flow.Allow == nil || m.flow.Allow(Firing{&r.info, m.insts})
}

// builder makes instructions in front of the terminator.
// They come from the terminator and from what it decided on, which may go with it.
func (m *flowMatch) builder() *builder {
	b := &builder{e: &m.env, k: m.f.Before(m.t), o: m.f.Origin(m.t)}
	if m.flow.Origin != nil {
		b.o = m.flow.Origin(m.f, append([]ir.Inst{m.t}, m.defs...)...)
	}
	return b
}

// target makes an edge of the replacement.
// Where both lists have one value no select is made: the token of memory is such a place, see [flowMatch.fits].
func (m *flowMatch) target(p *schema.TermTree, b *builder) ir.Target {
	block, _ := get(m.blocks, p.Block)
	to := ir.Target{Block: block}
	a := p.Args[0]
	if a.Var != "" {
		to.Args, _ = get(m.lists, a.Var)
		return to
	}
	cond, _ := get(m.vals, a.Args[0].Var)
	x, _ := get(m.lists, a.Args[1].Var)
	y, _ := get(m.lists, a.Args[2].Var)
	for n := range x {
		v := x[n].Value
		if v != y[n].Value {
			v = b.k.Select(cond, v, y[n].Value, b.o)
		}
		to.Args = append(to.Args, ir.Operand{Value: v})
	}
	return to
}

// replace puts the replacement in the place of the terminator.
// What the new terminator decides on is made before it: constants, a comparison, a choice.
func (m *flowMatch) replace(p *schema.TermTree) {
	f, b := m.f, m.builder()
	from := f.InstBlock(m.t)
	switch p.Term {
	case "br":
		edit.Goto(f, from, m.target(p, b), b.o)
	case "brif":
		c, then, otherwise := b.term(p.If), m.target(p.Then, b), m.target(p.Else, b)
		edit.SetTerminator(f, from, func(k *ir.Builder) { k.BrIf(c, then, otherwise, b.o) })
	case "switch":
		var cases []ir.Target
		for _, c := range p.Cases {
			to := m.target(c.Goes, b)
			to.Case = new(b.number(c.Case))
			cases = append(cases, to)
		}
		v, otherwise := b.term(p.On), m.target(p.Default, b)
		edit.SetTerminator(f, from, func(k *ir.Builder) { k.Switch(v, cases, otherwise, b.o) })
	default:
		panic("BUG: a replacement ends in " + p.Term)
	}
}
