package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/rules/memory"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// simplifyCFG decides branches whose outcome is known and takes out blocks, block arguments and
// regions that do nothing.
//
// What it does to one terminator, or to one edge to a block that only jumps, are the rules of package
// memory, each of which has a theorem in Lean. By hand is what speaks of any number of cases.
//
// A branch on poison is undefined behaviour, so a branch that does not depend on its condition
// may be replaced by one that does not look at it, and a branch of which one side is `unreachable`
// by one to the other side. A region only gives `continue` and `region_yield` a meaning and ends
// the life of the stack slots that are directly in it: without slots, and in loop regions without
// `continue`, it may be dissolved. Forwarding over a block may keep a slot alive for longer, which
// refines. Checks on values passed to a block may be dropped with the passing.
var simplifyCFG = pass.Pass{
	Name: "simplify-cfg",
	Doc:  "decides known branches, merges and removes blocks, arguments and regions that do nothing",
	Rewrites: pass.Rewrites(controlRewrites(), pass.Either("known_branch"), pass.Refinements("same_target", "redundant_argument", "merge"),
		pass.Equivalences("unreachable_case", "unreachable_blocks", "dissolve_loop", "dissolve_plain")),
	Func: runSimplifyCFG,
}

// deciding are the proven rules after which nothing is left to decide.
var deciding = []string{"brif_true", "brif_false", "brif_same", "brif_select", "brif_unreachable_then", "brif_unreachable_else",
	"br_thread", "switch_none", "switch_const_hit"}

// decided are the rules of deciding, reshaped the others.
// The choices are made once: each is a set of rules, ready to match.
var decided, reshaped = memory.Choose(decides), memory.Choose(func(rule string) bool { return !decides(rule) })

func decides(rule string) bool { return slices.Contains(deciding, rule) }

func runSimplifyCFG(c *pass.Ctx) {
	s := newCFGSimplifier(c)
	s.run()
}

// The two flows differ in their rules only: deciding ones run before those that reshape.
func newCFGSimplifier(c *pass.Ctx) *cfgSimplifier {
	s := &cfgSimplifier{c: c, f: c.F}
	s.decide = memory.Flow{
		Origin: pass.Derive,
		Rules:  decided,
		Single: s.single,
		Allow:  s.proven,
	}
	s.reshape = s.decide
	s.reshape.Rules = reshaped
	return s
}

// run repeats the steps until none changes anything. Each step leaves the function valid.
func (s *cfgSimplifier) run() {
	most := max(minRounds, maxLooked/max(s.f.NumBlocks(), 1))
	for again := true; again && most > 0; most-- {
		again = false
		for _, step := range []func() bool{s.branches, s.unreachable, s.arguments, s.forward, s.regions, s.merge} {
			if step() {
				again = true
			}
		}
	}
}

// A round looks at all blocks. Nearly everything is done in the first two; how many there may be is bounded
// by the blocks that all rounds look at, so that a function in which each round makes room for no more
// than the next change takes no time that grows with the square of its size.
const (
	minRounds = 12
	maxLooked = 1 << 20
)

type cfgSimplifier struct {
	c *pass.Ctx
	f *ir.Func
	// A step that removes blocks sets it to nil, and the next who asks makes it anew.
	edges  *cfg.Editor // nil if something has changed edges that it was not told of
	preds  []cfg.PredEdge
	blocks []ir.Block
	next   []ir.Block // to go around, see forward
	looked int        // how many blocks the edges were listed of, all times together

	// refused keeps a change that was refused from being asked for again.
	// Without it a refused change would be asked for again in each round.
	refused map[asked]bool
	edge    int // of the terminator that is looked at, as in pass.Change

	decide, reshape memory.Flow
	reshaped        map[ir.Inst]int // how often
}

// maxReshaped bounds how often one terminator gets another form: edges that go round in a ring of blocks
// could be followed for ever if only some may be changed.
const maxReshaped = 32

// proven asks for a rule of package memory.
func (s *cfgSimplifier) proven(r memory.Firing) bool {
	at := r.Matched[0]
	// Deciding shrinks the function, so that it needs no bound; reshaping does not.
	reshapes := !decides(r.Rule.Name)
	if reshapes && s.reshaped[at] >= maxReshaped {
		return false
	}
	var facts []trace.Fact
	for _, d := range r.Matched {
		if op := s.f.Op(d); op == ir.OpBConst || op == ir.OpIConst {
			facts = append(facts, trace.Fact{Kind: "const", Value: s.f.Mnemonic(d)})
		}
	}
	if !s.fire(pass.Change{Rule: r.Rule.Name, At: at, Edge: s.edge, Matched: r.Matched[1:], Kind: r.Rule.Kind, Proof: r.Rule.Theorem, Facts: facts}) {
		return false
	}
	if reshapes {
		if s.reshaped == nil {
			s.reshaped = map[ir.Inst]int{}
		}
		s.reshaped[at]++
	}
	return true
}

// editor is current.
// It counts the blocks that it looks at, which the tests hold to a bound.
func (s *cfgSimplifier) editor() *cfg.Editor {
	if s.edges == nil {
		s.edges = s.c.Editor()
		s.looked += s.f.NumBlocks()
	}
	return s.edges
}

// single reports whether there is just one edge into b.
func (s *cfgSimplifier) single(b ir.Block) bool { return s.editor().HasUniquePred(b) }

// asked is a change without its details.
type asked struct {
	rule string
	at   ir.Inst
	b    ir.Block
	edge int
}

// fire asks for a change at most once after it was refused.
func (s *cfgSimplifier) fire(ch pass.Change) bool {
	key := asked{ch.Rule, ch.At, ch.Block, ch.Edge}
	if s.refused[key] {
		return false
	}
	if s.c.Fire(ch) {
		return true
	}
	if s.refused == nil {
		s.refused = map[asked]bool{}
	}
	s.refused[key] = true
	return false
}

// branches replaces terminators that have one outcome.
func (s *cfgSimplifier) branches() bool {
	did := false
	for b := range s.f.Blocks() {
		did = s.branch(b) || did
	}
	return did
}

// branch is branches of one block.
// The proven rules come first; by hand is done what a rule of fixed size cannot say.
func (s *cfgSimplifier) branch(b ir.Block) bool {
	f := s.f
	t := f.Terminator(b)
	if t == ir.NoInst || f.NumTargets(t) < 2 && f.Op(t) != ir.OpSwitch {
		return false
	}
	if s.decide.Terminator(f, t) || f.Op(t) == ir.OpSwitch && (s.constantSwitch(b, t) || s.stops(t) || s.same(b, t)) ||
		s.reshape.Terminator(f, t) {
		s.editor().Update(b)
		return true
	}
	return false
}

// constantSwitch replaces a switch on a constant.
func (s *cfgSimplifier) constantSwitch(b ir.Block, t ir.Inst) bool {
	f := s.f
	d := f.Def(f.Arg(t, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpIConst {
		// A constant that violates a claim would be poison, but a branch on that is undefined
		// behaviour, and any target refines it.
		return false
	}
	to := f.Targets(t)[taken(f, t, fold.OfInt(f.IntConst(d)))]
	kind := pass.Equivalence
	if f.Operand(t, 0).Annot != ir.NoAnnot || f.AnnotOf(f.Arg(t, 0)) != ir.NoAnnot {
		kind = pass.Refinement
	}
	if !s.fire(pass.Change{Rule: "known_branch", At: t, Matched: []ir.Inst{d}, Kind: kind, Facts: []trace.Fact{{Kind: "const", Value: f.Mnemonic(d)}}}) {
		return false
	}
	edit.Goto(f, b, noCase(to), pass.Derive(f, t, d))
	return true
}

// stops takes the cases out of a switch that are undefined behaviour at once, if the default is so too.
func (s *cfgSimplifier) stops(t ir.Inst) bool {
	f := s.f
	// The block begins with unreachable: entering it is undefined behaviour.
	stop := func(b ir.Block) bool { return f.Op(f.FirstInst(b)) == ir.OpUnreachable }
	last := f.NumTargets(t) - 1
	any := false
	for n := range last {
		any = any || stop(f.TargetBlock(t, n))
	}
	if !any || !stop(f.TargetBlock(t, last)) || !s.fire(pass.Change{Rule: "unreachable_case", At: t, Kind: pass.Equivalence}) {
		return false
	}
	targets := f.Targets(t)
	// The default stays: it stands for the numbers without a case as well.
	kept := slices.DeleteFunc(targets[:last:last], func(x ir.Target) bool { return stop(x.Block) })
	f.SetOperands(t, f.Operands(t)[:1], append(kept, f.Targets(t)[last]))
	return true
}

// same replaces a switch whose edges all go to one block with the same values.
// Claims on the condition and on what is passed are dropped, which refines.
func (s *cfgSimplifier) same(b ir.Block, t ir.Inst) bool {
	f := s.f
	for n := range f.NumTargets(t) {
		if f.TargetBlock(t, n) != f.TargetBlock(t, 0) {
			return false
		}
	}
	targets := f.Targets(t)
	to := ir.Target{Block: targets[0].Block}
	for n, a := range targets[0].Args {
		for _, x := range targets[1:] {
			if x.Args[n].Value != a.Value {
				return false
			}
		}
		to.Args = append(to.Args, ir.Operand{Value: a.Value})
	}
	if !s.fire(pass.Change{Rule: "same_target", At: t, Kind: pass.Refinement}) {
		return false
	}
	edit.Goto(f, b, to, f.Origin(t))
	return true
}

// unreachable removes the blocks that no path from the entry reaches.
// All at once: unreachable blocks may go to each other.
func (s *cfgSimplifier) unreachable() bool {
	f := s.f
	// The graph is made anew, since the editor knows no reachability.
	g := cfg.New(f)
	for b := range f.Blocks() {
		if g.Reachable(b) {
			continue
		}
		if !s.fire(pass.Change{Rule: "unreachable_blocks", At: ir.NoInst, Block: b, Facts: s.c.Known("reachable", "", "false")}) {
			return false
		}
		edit.RemoveBlocks(f, func(b ir.Block) bool { return !g.Reachable(b) })
		s.edges = nil
		return true
	}
	return false
}

// arguments replaces block arguments that always are the same value.
// An argument that edges around a loop pass to itself counts as what comes from outside. It
// stands in all places that the argument dominates, since its definition dominates every edge.
func (s *cfgSimplifier) arguments() bool {
	f := s.f
	var gone []bool // by value
	for b := range f.Blocks() {
		if len(f.Args(b)) == 0 {
			continue
		}
		s.preds = s.editor().AppendPreds(s.preds[:0], b)
		// From the last to the first, as the arguments keep their indices until all are removed.
		for n := len(f.Args(b)) - 1; n >= 0 && len(s.preds) > 0; n-- {
			v, with := f.Args(b)[n], ir.NoValue
			same := true
			for _, e := range s.preds {
				in := cfg.Passed(f, e, n).Value
				if in != v {
					same = same && (with == ir.NoValue || with == in)
					with = in
				}
			}
			if !same || with == ir.NoValue || !s.fire(s.redundant(b, v, with)) {
				continue
			}
			f.ReplaceUses(v, with)
			if gone == nil {
				gone = make([]bool, f.NumValues())
			}
			gone[v] = true
		}
	}
	if gone == nil {
		return false
	}
	// One walk over the edges removes all.
	edit.RemoveArgs(f, func(v ir.Value) bool { return gone[v] })
	return true
}

// redundant is the change that has with in the place of argument v of b.
func (s *cfgSimplifier) redundant(b ir.Block, v, with ir.Value) pass.Change {
	ch := pass.Change{Rule: "redundant_argument", At: ir.NoInst, Block: b, Kind: pass.Refinement, Gone: v, Takes: true}
	if s.c.Explains() {
		ch.Facts = s.c.Known("passed", valueName(v), valueName(with))
	}
	return ch
}

// forward makes branches to a block that only jumps go to where it goes. Where that leaves another
// block that only jumps, in whatever order the blocks are, the edges into that are next.
func (s *cfgSimplifier) forward() bool {
	f, did := s.f, false
	g := cfg.New(f) // not the editor: edges that get a new target wait for the next iteration
	s.looked += f.NumBlocks()
	// The blocks are listed before any changes.
	s.blocks = slices.AppendSeq(s.blocks[:0], f.Blocks())
	for _, first := range s.blocks {
		for s.next = append(s.next[:0], first); len(s.next) > 0; {
			b := s.next[len(s.next)-1]
			s.next = s.next[:len(s.next)-1]
			if !s.goesOn(b) {
				continue
			}
			for _, e := range g.Preds(b) {
				t := cfg.Term(f, e)
				// The edge was given another target meanwhile, or has none to give.
				if e.Index >= f.NumTargets(t) || f.TargetBlock(t, e.Index) != b {
					continue
				}
				s.edge = e.Index + 1
				if s.decide.Edge(f, t, e.Index) || s.reshape.Edge(f, t, e.Index) {
					s.editor().Update(e.From)
					did = true
					// A branch that got simpler may be the next block that only jumps.
					if s.edge = 0; s.branch(e.From) && s.goesOn(e.From) {
						s.next = append(s.next, e.From)
					}
				}
				s.edge = 0
			}
		}
	}
	return did
}

// goesOn reports whether b has nothing but a branch.
func (s *cfgSimplifier) goesOn(b ir.Block) bool {
	f := s.f
	t := f.Terminator(b)
	return t != ir.NoInst && f.FirstInst(b) == t && (f.Op(t) == ir.OpBr || f.Op(t) == ir.OpBrIf)
}

// regions dissolves regions that give nothing a meaning.
func (s *cfgSimplifier) regions() bool {
	f := s.f
	n := f.NumRegions()
	if n == 1 {
		return false
	}
	slots := make([]bool, n)
	again := make([]bool, n)
	first := make([]ir.Block, n)
	for r := range first {
		first[r] = ir.NoBlock
	}
	for b := range f.Blocks() {
		r := f.BlockRegion(b)
		if first[r] == ir.NoBlock {
			first[r] = b
		}
		// A continue needs its loop region.
		if t := f.Terminator(b); t != ir.NoInst && f.Op(t) == ir.OpContinue {
			again[f.InnermostLoop(b)] = true
		}
		if f.Count(ir.OpStackSlot)+f.Count(ir.OpStackSlotDyn) == 0 {
			continue
		}
		for i := range f.Insts(b) {
			slots[r] = slots[r] || f.Op(i).Is(ir.Allocates)
		}
	}
	did := false
	for r := n - 1; r > 0; r-- {
		// A region without blocks of its own has nothing to speak of in a trace, and is left.
		if first[r] == ir.NoBlock || slots[r] || again[r] {
			continue
		}
		if !s.fire(pass.Change{Rule: "dissolve_" + f.RegionKind(ir.Region(r)).String(), At: ir.NoInst, Block: first[r], Facts: s.c.Known("slots", "", "0")}) {
			continue
		}
		if p := f.RegionParent(ir.Region(r)); first[p] == ir.NoBlock {
			first[p] = first[r]
		}
		edit.Dissolve(f, ir.Region(r))
		did, s.edges = true, nil
	}
	return did
}

// merge appends a block to the only one that goes to it. The first of several blocks in a row gets the
// others one after the other, in whatever order they are, so that each instruction moves once.
// Removal of the emptied blocks waits for the end, one walk for all.
func (s *cfgSimplifier) merge() bool {
	f := s.f
	s.blocks = slices.AppendSeq(s.blocks[:0], f.Blocks())
	var gone []ir.Block
	for _, within := range []bool{false, true} { // a refusal makes another block the first
		for _, b := range s.blocks {
			// It is appended to the block before it, in that one's turn.
			if t := f.Terminator(b); t == ir.NoInst || !within && s.single(b) && s.follows(s.editor().Preds(b)[0].From) == b {
				continue
			}
			for to := s.follows(b); to != ir.NoBlock; to = s.follows(b) {
				if !s.fire(pass.Change{Rule: "merge", At: f.Terminator(b), Kind: pass.Refinement, Facts: s.c.Known("predecessors", "", "1")}) {
					break
				}
				edit.Append(f, b, to)
				s.editor().Update(to)
				s.editor().Update(b)
				gone = append(gone, to)
			}
		}
	}
	if gone == nil {
		return false
	}
	f.RemoveBlocks(gone)
	return true
}

// follows is the block that can be appended to b, ir.NoBlock if there is none.
// The block must be in the same region, or slots would die elsewhere, and a way around to itself
// would be no straight line.
func (s *cfgSimplifier) follows(b ir.Block) ir.Block {
	f := s.f
	t := f.Terminator(b)
	if t == ir.NoInst || f.Op(t) != ir.OpBr {
		return ir.NoBlock
	}
	to := f.TargetBlock(t, 0)
	if to == b || to == f.Entry() || !s.single(to) || f.BlockRegion(to) != f.BlockRegion(b) {
		return ir.NoBlock
	}
	// A value of the block itself, passed around on the only edge to it, is in code that never
	// runs.
	lo, hi := f.TargetArgs(t, 0)
	for n := lo; n < hi; n++ {
		if f.DefBlock(f.Arg(t, n)) == to {
			return ir.NoBlock
		}
	}
	return to
}
