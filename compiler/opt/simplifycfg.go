package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// simplifyCFG decides branches whose outcome is known and takes out blocks, block arguments and
// regions that do nothing.
//
// A branch on poison is undefined behaviour, so a branch that does not depend on its condition
// may be replaced by one that does not look at it, and a branch of which one side is `unreachable`
// by one to the other side. A region only gives `continue` and `region_yield` a meaning and ends
// the life of the stack slots that are directly in it: without slots, and in loop regions without
// `continue`, it may be dissolved. Forwarding over a block may keep a slot alive for longer, which
// refines. Checks on values passed to a block may be dropped with the passing.
var simplifyCFG = pass.Pass{
	Name: "simplify-cfg", Kind: pass.Refinement,
	Doc:  "decides known branches, merges and removes blocks, arguments and regions that do nothing",
	Func: runSimplifyCFG,
}

func runSimplifyCFG(c *pass.Ctx) {
	s := &cfgSimplifier{c: c, f: c.F}
	for again := true; again; {
		again = false
		for _, step := range []func() bool{s.branches, s.unreachable, s.arguments, s.forward, s.regions, s.merge} {
			if step() {
				again = true
			}
		}
	}
}

type cfgSimplifier struct {
	c       *pass.Ctx
	f       *ir.Func
	known   [][]edit.Way // into the blocks, as they were
	version uint64       // then
	// refused keeps a change that was refused from being asked for again.
	refused map[asked]bool
}

// ways lists the ways into blocks.
func (s *cfgSimplifier) ways() [][]edit.Way {
	if s.known == nil || s.version != s.f.Version() {
		s.known, s.version = edit.Ways(s.f), s.f.Version()
	}
	return s.known
}

// asked is a change without its details.
type asked struct {
	rule string
	at   ir.Inst
	b    ir.Block
}

func (s *cfgSimplifier) fire(ch pass.Change) bool {
	key := asked{ch.Rule, ch.At, ch.Block}
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
	f, did := s.f, false
	for b := range f.Blocks() {
		t := f.Terminator(b)
		if t == ir.NoInst || f.NumTargets(t) < 2 && f.Op(t) != ir.OpSwitch {
			continue
		}
		did = s.constantBranch(b, t) || s.stops(b, t) || s.same(b, t) || did
	}
	return did
}

// constantBranch replaces a branch on a constant.
func (s *cfgSimplifier) constantBranch(b ir.Block, t ir.Inst) bool {
	f := s.f
	d := f.Def(f.Arg(t, 0))
	if d == ir.NoInst {
		return false
	}
	if op := f.Op(d); op != ir.OpBConst && op != ir.OpIConst {
		return false
	}
	targets := f.Targets(t)
	var to ir.Target
	switch {
	case f.Op(t) == ir.OpBrIf && f.Op(d) == ir.OpBConst:
		to = targets[1]
		if f.Attr(d).Imm != 0 {
			to = targets[0]
		}
	case f.Op(t) == ir.OpSwitch && f.Op(d) == ir.OpIConst:
		k := f.IntConst(d)
		to = targets[len(targets)-1]
		for _, x := range targets[:len(targets)-1] {
			if x.Case.Cmp(k) == 0 {
				to = x
			}
		}
	default:
		return false
	}
	kind := pass.Equivalence
	if f.Operand(t, 0).Annot != ir.NoAnnot || f.AnnotOf(f.Arg(t, 0)) != ir.NoAnnot {
		kind = pass.Refinement
	}
	if !s.fire(pass.Change{Rule: "known_branch", At: t, Matched: []ir.Inst{d}, Kind: kind, Facts: []trace.Fact{{Kind: "const", Value: f.Mnemonic(d)}}}) {
		return false
	}
	to.Case = nil
	edit.Goto(f, b, to, pass.Derive(f, t, d))
	return true
}

// stops replaces a branch to a block that is undefined behaviour at once.
func (s *cfgSimplifier) stops(b ir.Block, t ir.Inst) bool {
	f := s.f
	any := false
	for n := range f.NumTargets(t) {
		any = any || f.Op(f.FirstInst(f.TargetBlock(t, n))) == ir.OpUnreachable
	}
	if !any {
		return false
	}
	targets := f.Targets(t)
	stop := func(x ir.Target) bool { return f.Op(f.FirstInst(x.Block)) == ir.OpUnreachable }
	switch {
	case f.Op(t) == ir.OpBrIf:
		k := slices.IndexFunc(targets, stop)
		if k < 0 || !s.fire(pass.Change{Rule: "unreachable_target", At: t, Kind: pass.Refinement}) {
			return false
		}
		edit.Goto(f, b, targets[1-k], f.Origin(t))
	case len(targets) > 1 && slices.ContainsFunc(targets[:len(targets)-1], stop) && stop(targets[len(targets)-1]):
		// Cases that stop are those of a default that stops.
		if !s.fire(pass.Change{Rule: "unreachable_case", At: t, Kind: pass.Equivalence}) {
			return false
		}
		last := targets[len(targets)-1]
		kept := slices.DeleteFunc(targets[:len(targets)-1], stop)
		f.SetOperands(t, f.Operands(t)[:1], append(kept, last))
	default:
		return false
	}
	return true
}

// same replaces a branch whose ways all go to one block.
func (s *cfgSimplifier) same(b ir.Block, t ir.Inst) bool {
	f := s.f
	for n := range f.NumTargets(t) {
		if f.TargetBlock(t, n) != f.TargetBlock(t, 0) {
			return false
		}
	}
	targets := f.Targets(t)
	differ := 0
	for n, a := range targets[0].Args {
		for _, x := range targets[1:] {
			if x.Args[n].Value != a.Value {
				if f.TypeOf(a.Value) == ir.Mem || f.Op(t) != ir.OpBrIf {
					return false
				}
				differ++
			}
		}
	}
	rule := "same_target"
	if differ > 0 {
		rule = "branch_to_select"
	}
	if !s.fire(pass.Change{Rule: rule, At: t, Kind: pass.Refinement}) {
		return false
	}
	to := ir.Target{Block: targets[0].Block}
	for n, a := range targets[0].Args {
		v := a.Value
		if k := targets[len(targets)-1].Args[n].Value; k != v {
			v = f.Before(t).Select(f.Arg(t, 0), v, k, f.Origin(t))
		}
		to.Args = append(to.Args, ir.Operand{Value: v})
	}
	edit.Goto(f, b, to, f.Origin(t))
	return true
}

// unreachable removes the blocks that no path from the entry reaches.
func (s *cfgSimplifier) unreachable() bool {
	f := s.f
	live := edit.Reachable(f)
	for b := range f.Blocks() {
		if live[b] {
			continue
		}
		if !s.fire(pass.Change{Rule: "unreachable_blocks", At: ir.NoInst, Block: b}) {
			return false
		}
		edit.RemoveBlocks(f, func(b ir.Block) bool { return !live[b] })
		return true
	}
	return false
}

// arguments replaces block arguments that always are the same value.
func (s *cfgSimplifier) arguments() bool {
	f, did := s.f, false
	ways := s.ways()
	for b := range f.Blocks() {
		for n := len(f.Args(b)) - 1; n >= 0 && len(ways[b]) > 0; n-- {
			v, with := f.Args(b)[n], ir.NoValue
			same := true
			for k, w := range ways[b] {
				if f.NumTargets(w.Inst) > 0 {
					w.Lo, _ = f.TargetArgs(w.Inst, w.Edge)
					ways[b][k].Lo = w.Lo
				}
				in := f.Arg(w.Inst, w.Lo+n)
				if in != v {
					same = same && (with == ir.NoValue || with == in)
					with = in
				}
			}
			if !same || with == ir.NoValue || !s.fire(pass.Change{Rule: "redundant_argument", At: ir.NoInst, Block: b, Kind: pass.Refinement}) {
				continue
			}
			f.ReplaceUses(v, with)
			edit.RemoveArg(f, b, ways[b], n)
			did = true
		}
	}
	return did
}

// forward makes branches to a block that only goes on go to where it goes.
func (s *cfgSimplifier) forward() bool {
	f, did := s.f, false
	ways := s.ways()
	for b := range f.Blocks() {
		t := f.Terminator(b)
		if f.FirstInst(b) != t || f.Op(t) != ir.OpBr || f.TargetBlock(t, 0) == b || f.RegionEntry(f.BlockRegion(b)) == b {
			continue
		}
		if !s.passesOnly(b, t) {
			continue
		}
		to := f.Targets(t)[0]
		for _, w := range ways[b] {
			from := f.InstBlock(w.Inst)
			if f.Deleted(w.Inst) || f.NumTargets(w.Inst) == 0 || f.TargetBlock(w.Inst, w.Edge) != b || from == b || !edit.MayGo(f, from, to.Block) {
				continue
			}
			if f.Op(w.Inst) != ir.OpBr && to.Block == f.Entry() {
				continue
			}
			if !s.fire(pass.Change{Rule: "forward", At: w.Inst, Matched: []ir.Inst{t}, Kind: pass.Refinement}) {
				continue
			}
			targets := f.Targets(w.Inst)
			x := &targets[w.Edge]
			args := x.Args
			x.Block, x.Args = to.Block, nil
			for _, a := range to.Args {
				if f.Def(a.Value) == ir.NoInst && f.DefBlock(a.Value) == b {
					a.Value = args[f.DefIndex(a.Value)].Value
				}
				x.Args = append(x.Args, ir.Operand{Value: a.Value})
			}
			f.SetOperands(w.Inst, f.Operands(w.Inst)[:f.NumFixed(w.Inst)], targets)
			did = true
		}
	}
	return did
}

// passesOnly reports whether the arguments of b are read by its terminator only, so that b may
// stop being on all paths to other blocks.
func (s *cfgSimplifier) passesOnly(b ir.Block, t ir.Inst) bool {
	for _, v := range s.f.Args(b) {
		for u := range s.f.Uses(v) {
			if u.Inst != t {
				return false
			}
		}
	}
	return true
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
		if t := f.Terminator(b); t != ir.NoInst && f.Op(t) == ir.OpContinue {
			again[f.InnermostLoop(b)] = true
		}
		if f.Count(ir.OpStackSlot) == 0 {
			continue
		}
		for i := range f.Insts(b) {
			slots[r] = slots[r] || f.Op(i) == ir.OpStackSlot
		}
	}
	did := false
	for r := n - 1; r > 0; r-- {
		if first[r] == ir.NoBlock || slots[r] || again[r] {
			continue
		}
		if !s.fire(pass.Change{Rule: "dissolve_" + f.RegionKind(ir.Region(r)).String(), At: ir.NoInst, Block: first[r]}) {
			continue
		}
		if p := f.RegionParent(ir.Region(r)); first[p] == ir.NoBlock {
			first[p] = first[r]
		}
		edit.Dissolve(f, ir.Region(r))
		did = true
	}
	return did
}

// merge appends a block to the only one that goes to it.
func (s *cfgSimplifier) merge() bool {
	f, did := s.f, false
	ways := s.ways()
	for _, b := range slices.Collect(f.Blocks()) {
		for {
			t := f.Terminator(b)
			if t == ir.NoInst || f.Op(t) != ir.OpBr {
				break
			}
			to := f.TargetBlock(t, 0)
			if to == b || to == f.Entry() || len(ways[to]) != 1 || f.BlockRegion(to) != f.BlockRegion(b) {
				break
			}
			if slices.ContainsFunc(f.Targets(t)[0].Args, func(o ir.Operand) bool { return f.DefBlock(o.Value) == to }) {
				break
			}
			if !s.fire(pass.Change{Rule: "merge", At: t, Kind: pass.Refinement}) {
				break
			}
			edit.Merge(f, b, to)
			did = true
		}
	}
	return did
}
