package opt

import (
	"strconv"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// sccp is sparse conditional constant propagation (Wegman and Zadeck, "Constant Propagation with
// Conditional Branches", 1991): values are taken to be the same constant until a path that may run
// says otherwise.
//
// Poison stands between "nothing known" and the constants: a value that is poison on one path and
// 4 on another is 4, since poison may be refined to anything, by each user on its own. A branch on
// poison is undefined behaviour, so that neither side runs because of it, and what depends on that
// may be wrong only where the program already is. Each rewrite holds for the program as it was, so
// that any of them may be left out.
var sccp = pass.Pass{
	Name: "sccp", OrderInsensitive: true,
	Doc:      "replaces values that are the same constant on all paths that can run, and branches on them",
	Rewrites: pass.Rewrites(pass.Refinements("constant_argument", "constant", "poison_branch", "known_branch")),
	Func:     runSCCP,
}

// flowValue is a lattice value: not seen yet, one constant so far, or varying.
// States only go from unseen to single to varying, and a single poison to another constant, so
// that each value changes at most three times.
type flowValue struct {
	state uint8
	c     fold.Const
}

const (
	unseen uint8 = iota
	single
	varying
)

// propagation is the state of one function. Its memory is used again for the next.
type propagation struct {
	// The function, nil while nothing uses it.
	f      *ir.Func
	values []uint32     // by value: unseen, varying, or firstConst and the place in consts
	consts []fold.Const // one entry a change, so that what most passes over is small
	inside []bool       // block may run
	done   []bool       // and all its instructions were visited
	scans  bool         // a block is being visited for the first time
	blocks []ir.Block
	// Work: uses of values that changed, before blocks that may run now.
	uses  []ir.Use
	edges []ir.Edge
	// The edge that a switch on a constant goes along, by terminator; -1 while none is known to run.
	chosen map[ir.Inst]int
	steps  int // edges and operands of terminators looked at, for tests
}

// firstConst is the first number in [propagation.values] that stands for a constant.
const firstConst = 2

// at reads the number that stands for a lattice value.
func (p *propagation) at(v ir.Value) flowValue {
	switch x := p.values[v]; x {
	case 0:
		return flowValue{}
	case 1:
		return flowValue{state: varying}
	default:
		return flowValue{single, p.consts[x-firstConst]}
	}
}

// set appends a constant each time, since most values never have one: the list is no longer than
// the changes.
func (p *propagation) set(v ir.Value, x flowValue) {
	switch x.state {
	case varying:
		p.values[v] = 1
	case single:
		p.consts = append(p.consts, x.c)
		p.values[v] = uint32(len(p.consts)-1) + firstConst
	default:
		p.values[v] = 0
	}
}

func (p *propagation) seen(v ir.Value) bool   { return p.values[v] != 0 }
func (p *propagation) varies(v ir.Value) bool { return p.values[v] == 1 }

// runSCCP propagates constants through what may run, until nothing changes (Wegman and Zadeck, "Constant
// Propagation with Conditional Branches", 1991).
func runSCCP(c *pass.Ctx) {
	p := propagations.Get().(*propagation)
	defer propagations.Put(p)
	p.propagate(c.F)
	p.apply(c)
	p.f = nil
}

// propagate finds what is known of the values of f. Single instructions go before whole blocks, since they may make a
// block's branch known.
func (p *propagation) propagate(f *ir.Func) {
	p.f = f
	p.values, p.consts = zeroed(p.values, f.NumValues()), p.consts[:0]
	clear(p.chosen)
	p.steps = 0
	p.inside, p.done = zeroed(p.inside, f.NumBlocks()), zeroed(p.done, f.NumBlocks())
	// What the caller passes is not known.
	for _, v := range f.Args(f.Entry()) {
		p.set(v, flowValue{state: varying})
	}
	p.enter(f.Entry())
	for len(p.blocks)+len(p.uses) > 0 {
		if n := len(p.uses); n > 0 {
			u := p.uses[n-1]
			p.uses = p.uses[:n-1]
			if f.Op(u.Inst).IsTerminator() {
				p.passed(u)
			} else {
				p.visit(u.Inst)
			}
			continue
		}
		b := p.blocks[len(p.blocks)-1]
		p.blocks = p.blocks[:len(p.blocks)-1]
		p.scans = true
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			p.done[b] = f.Op(i).IsTerminator()
			p.visit(i)
		}
		p.scans = false
	}
}

// propagations keeps the memory for the next function.
var propagations = sync.Pool{New: func() any { return &propagation{} }}

// zeroed is a slice of n zeros, in the memory of s if that is enough.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// enter notes once that b may run.
func (p *propagation) enter(b ir.Block) {
	if !p.inside[b] {
		p.inside[b] = true
		p.blocks = append(p.blocks, b)
	}
}

// meet lowers the value of v by what another path says.
func (p *propagation) meet(v ir.Value, with flowValue) {
	if with.state == unseen || p.varies(v) {
		return
	}
	old := p.at(v)
	next := old
	switch {
	// unseen is the top: what no path has said yet says nothing against the other.
	case old.state == unseen || with.state == varying:
		next = with
	case old.c.Equal(with.c) || with.c.Kind == fold.Poison:
		return
	// Poison gives way to any constant, which refines it.
	case old.c.Kind == fold.Poison:
		next = with
	default:
		next = flowValue{state: varying}
	}
	p.set(v, next)
	// A block that was not visited will read the new value by itself.
	if p.done[p.f.DefBlock(v)] {
		p.wake(v)
	}
}

// lower sets the value of v, the result of an instruction. What the definition of v dominates is
// visited after it, so that nothing has read it in the first visit.
func (p *propagation) lower(v ir.Value, next flowValue) {
	first := p.scans && !p.seen(v)
	p.set(v, next)
	if !first {
		p.wake(v)
	}
}

// wake visits again what reads v. What stands in a block that is still to be visited, or below in
// the one that is, will be anyway.
func (p *propagation) wake(v ir.Value) {
	for u := range p.f.Uses(v) {
		if p.done[p.f.InstBlock(u.Inst)] {
			p.uses = append(p.uses, u)
		}
	}
}

// visit is the transfer function of an instruction: its result becomes the constant that its operands make,
// or varying.
// Values only go down the lattice: an operand that is not seen yet leaves the result so, unless another one decides.
func (p *propagation) visit(i ir.Inst) {
	f := p.f
	if f.Op(i).IsTerminator() {
		p.terminator(i)
		return
	}
	// A constant never changes, so it is set in the first visit only.
	if k := fold.Of(f, i); k.Kind != fold.Unknown {
		if v := f.Result(i, 0); !p.seen(v) {
			p.lower(v, flowValue{single, fold.Check(k, f.AnnotOf(v))})
		}
		return
	}
	n := f.NumResults(i)
	// What is not pure, or has several results, is taken to vary.
	if n != 1 || !f.Op(i).Is(ir.Pure) {
		for k := range n {
			if v := f.Result(i, k); !p.varies(v) {
				p.lower(v, flowValue{state: varying})
			}
		}
		return
	}
	v := f.Result(i, 0)
	if p.varies(v) {
		return
	}
	// An operator may be decided by one operand: poison, a violated claim, or a select's arm.
	unknown, most, decides := false, true, f.Op(i) == ir.OpSelect
	for k := range f.NumOperands(i) {
		o := f.Operand(i, k)
		unknown = unknown || !p.seen(o.Value)
		if at := p.values[o.Value]; at < firstConst {
			most = false
		} else {
			decides = decides || o.Annot != ir.NoAnnot || p.consts[at-firstConst].Kind == fold.Poison
		}
	}
	var next fold.Const
	// Folding is the dear part, and cannot say anything where no operand is a constant.
	if most || decides { // else an operand that is not known makes a result that is not
		var buf [4]fold.Const
		args := buf[:0]
		for k := range f.NumOperands(i) {
			args = append(args, p.at(f.Arg(i, k)).c)
		}
		next = fold.Inst(f, i, args)
	}
	switch {
	case next.Kind != fold.Unknown:
		old := p.at(v)
		// Two different constants in turn: the operands went down, and so does the result.
		if old.state == single && old.c.Kind != fold.Poison && !old.c.Equal(next) {
			p.lower(v, flowValue{state: varying})
		} else if old.state == unseen || !old.c.Equal(next) {
			p.lower(v, flowValue{single, next})
		}
	// While an operand is not seen, the result is left as it is: it may still become a constant.
	case !unknown:
		p.lower(v, flowValue{state: varying})
	}
}

// terminator marks the edges that may run.
func (p *propagation) terminator(i ir.Inst) {
	f := p.f
	only, runs := p.choose(i)
	if !runs {
		return
	}
	p.edges = f.Edges(p.edges[:0], i)
	for n, e := range p.edges {
		if only >= 0 && n != only {
			continue
		}
		p.steps++
		p.enter(e.Block)
		for k, v := range f.Args(e.Block) {
			p.pass(i, e.Lo+k, v)
		}
	}
}

// choose finds the only edge that runs from terminator i, -1 if all do, and whether any does.
func (p *propagation) choose(i ir.Inst) (only int, runs bool) {
	f := p.f
	op := f.Op(i)
	if op != ir.OpBrIf && op != ir.OpSwitch {
		return -1, true
	}
	cond := p.at(f.Arg(i, 0))
	switch cond.state {
	case unseen: // no edge runs yet
		return -1, false
	case varying:
		return -1, true
	}
	c := fold.Check(cond.c, f.Operand(i, 0).Annot)
	// Undefined behaviour: no edge runs because of it.
	if c.Kind == fold.Poison {
		return -1, false
	}
	only = taken(f, i, c)
	if op == ir.OpSwitch {
		if p.chosen == nil {
			p.chosen = map[ir.Inst]int{}
		}
		p.chosen[i] = only
	}
	return only, true
}

// passed is what a terminator does with one operand that changed: only the argument that gets it is looked at, so that
// many arguments do not cost their square.
func (p *propagation) passed(u ir.Use) {
	f, i := p.f, u.Inst
	n := f.EdgeOf(i, u.Index)
	if n < 0 {
		p.terminator(i) // the condition
		return
	}
	p.steps++
	switch f.Op(i) {
	case ir.OpSwitch: // whose cases are not compared again
		switch cond := p.at(f.Arg(i, 0)); cond.state {
		case unseen:
			return
		case single:
			if only, ok := p.chosen[i]; !ok || only != n {
				return
			}
		}
	default:
		if only, runs := p.choose(i); !runs || only >= 0 && only != n {
			return
		}
	}
	to, lo := ir.NoBlock, 0
	if f.NumTargets(i) > 0 {
		to = f.TargetBlock(i, n)
		lo, _ = f.TargetArgs(i, n)
	} else if p.edges = f.Edges(p.edges[:0], i); len(p.edges) > 0 {
		to = p.edges[0].Block
	}
	if to == ir.NoBlock {
		return
	}
	p.pass(i, u.Index, f.Args(to)[u.Index-lo])
}

// pass lowers argument v of a block by operand k of terminator i, which is passed to it. Each edge passes its own
// operands, checked by the use and by the argument, where a violation makes poison.
func (p *propagation) pass(i ir.Inst, k int, v ir.Value) {
	f := p.f
	p.steps++
	in := p.at(f.Arg(i, k))
	if in.state == single {
		in.c = fold.Check(fold.Check(in.c, f.Operand(i, k).Annot), f.AnnotOf(v))
	}
	p.meet(v, in)
}

// taken is the edge that a branch on c goes along.
func taken(f *ir.Func, i ir.Inst, c fold.Const) int {
	if f.Op(i) == ir.OpBrIf {
		if c.Truth() {
			return 0
		}
		return 1
	}
	last := f.NumTargets(i) - 1
	for n := range last {
		if f.TargetCase(i, n).Equal(c.Int()) {
			return n
		}
	}
	return last
}

// apply replaces what is known. Blocks that cannot run are left to others.
// The order of the program decides what the trace says. A refused change takes back no other.
func (p *propagation) apply(c *pass.Ctx) {
	f := p.f
	changed := false
	for b := range f.Blocks() {
		if !p.inside[b] {
			c.Placed() // elsewhere its instructions would be looked at
			continue
		}
		for n, v := range f.Args(b) {
			if x := p.at(v); x.state == single && f.HasUses(v) && c.Fire(pass.Change{Rule: "constant_argument", At: ir.NoInst, Block: b, Kind: pass.Refinement, Facts: fact(c, f, v, x.c)}) {
				// The constant stands in the block, so it dominates all that the argument did.
				f.ReplaceUses(v, fold.Make(f.Before(f.FirstInst(b)), x.c, f.TypeOf(v), p.incoming(c, b, n)))
			}
		}
		for i := range f.Insts(b) {
			switch {
			case f.Op(i).IsTerminator():
				changed = p.branch(c, b, i) || changed
			case f.NumResults(i) == 1 && f.NumOperands(i) > 0:
				v := f.Result(i, 0)
				if x := p.at(v); x.state == single && f.HasUses(v) && c.Fire(pass.Change{Rule: "constant", At: i, Kind: pass.Refinement, Facts: fact(c, f, v, x.c)}) {
					f.ReplaceUses(v, fold.Make(f.Before(i), x.c, f.TypeOf(v), f.Origin(i)))
				}
			}
		}
	}
	// Edges are gone, which the pass manager must hear of.
	if changed {
		c.Changed()
	}
}

// incoming is the origin of what is passed to argument n of b.
// Each edge that passes a constant counts as where it came from.
func (p *propagation) incoming(c *pass.Ctx, b ir.Block, n int) ir.Origin {
	f := p.f
	var insts []ir.Inst
	preds := c.CFG().Preds(b)
	for k, w := range preds { // a branch only ever loses destinations here
		if k > 0 && preds[k-1].From == w.From {
			continue
		}
		t := f.Terminator(w.From)
		p.edges = f.Edges(p.edges[:0], t)
		for _, e := range p.edges {
			if e.Block != b {
				continue
			}
			if d := f.Def(f.Arg(t, e.Lo+n)); d != ir.NoInst {
				insts = append(insts, d)
			}
		}
	}
	return pass.Derive(f, insts...)
}

// fact says for the trace, if there is one, that v is a constant.
func fact(c interface{ Explains() bool }, f *ir.Func, v ir.Value, k fold.Const) []trace.Fact {
	if !c.Explains() {
		return nil
	}
	text := "poison"
	switch k.Kind {
	case fold.Int:
		text = k.Int().String()
	case fold.Bool:
		text = strconv.FormatBool(k.Truth())
	}
	return []trace.Fact{{Kind: "const", Name: valueName(v), Value: text}}
}

// now is what is known of a value that may be a constant made meanwhile.
// A constant that apply made has a number above those of the analysis.
func (p *propagation) now(v ir.Value) flowValue {
	if int(v) < len(p.values) {
		return p.at(v)
	}
	return flowValue{single, fold.Of(p.f, p.f.Def(v))}
}

// branch replaces a branch whose condition is known, or poison.
func (p *propagation) branch(c *pass.Ctx, b ir.Block, i ir.Inst) bool {
	f := p.f
	if op := f.Op(i); op != ir.OpBrIf && op != ir.OpSwitch {
		return false
	}
	x := p.now(f.Arg(i, 0))
	if x.state != single {
		return false
	}
	x.c = fold.Check(x.c, f.Operand(i, 0).Annot)
	facts := fact(c, f, f.Arg(i, 0), x.c)
	if x.c.Kind == fold.Poison {
		if !c.Fire(pass.Change{Rule: "poison_branch", At: i, Kind: pass.Refinement, Facts: facts}) {
			return false
		}
		// Neither side is any better than none: the program was undefined there.
		edit.SetTerminator(f, b, func(k *ir.Builder) { k.Stop(ir.OpUnreachable, pass.Derive(f, i)) })
		return true
	}
	if !c.Fire(pass.Change{Rule: "known_branch", At: i, Kind: pass.Refinement, Facts: facts}) {
		return false
	}
	edit.Goto(f, b, noCase(f.Targets(i)[taken(f, i, x.c)]), f.Origin(i))
	return true
}
