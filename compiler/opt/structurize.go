package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// structurize gives natural loops of written branches regions of their own.
//
// A loop region means three things: its entry is the only edge in, `continue` goes back to it, and
// its stack slots die at each iteration. The header of a natural loop dominates the loop, so that the
// first holds already where all blocks can be reached; the third would end slots too early, so
// that a loop with slots of its own is left alone. Branches back to the header become `continue`,
// through a block for all of them where a branch has several edges or is deeper in loop regions.
// What the new region would change the meaning of is written out: a `continue` of the loop around
// it goes through a block outside, a `region_yield` becomes a branch. Hence every path runs the
// same instructions on the same values.
//
// Irreducible cycles have several entries and stay as they are.
var structurize = pass.Pass{
	Name:     "structurize",
	Doc:      "makes loop regions of the natural loops of flat control flow",
	Rewrites: pass.Rewrites(pass.Equivalences("natural_loop")),
	Func:     runStructurize,
}

func runStructurize(c *pass.Ctx) {
	loops := c.Loops().List
	if len(loops) == 0 {
		return
	}
	for b := range c.F.Blocks() {
		if !c.CFG().Reachable(b) {
			return // it might branch into a loop
		}
	}
	w := newEditor(c)
	for n := range loops {
		if s, ok := newStructure(c.F, &loops[n]); ok && c.Fire(pass.Change{Rule: "natural_loop", At: ir.NoInst, Block: loops[n].Header}) {
			s.apply(w)
		}
	}
}

// structure is a loop that may get a region.
type structure struct {
	f      *ir.Func
	l      *cfg.Loop
	parent ir.Region // that holds the header
	around ir.Region // the loop region around the loop, NoRegion if there is none
	nodes  []ir.Node // of parent that are moved, the header first
	blocks []ir.Block
}

// newStructure says which nodes of the header's region would move into the loop's region; ok is false where the loop
// has one already, spans an entry around it, or has stack slots of its own, which would then die in each round.
func newStructure(f *ir.Func, l *cfg.Loop) (s *structure, ok bool) {
	s = &structure{f: f, l: l, parent: f.BlockRegion(l.Header), around: f.InnermostLoop(l.Header)}
	if l.Header == f.Entry() || s.around != ir.NoRegion && f.RegionEntry(s.around) == l.Header {
		return s, false
	}
	if s.nodes, ok = nodesOf(f, l); !ok {
		return s, false
	}
	s.blocks = slices.Collect(blocksOf(f, s.nodes))
	for _, b := range s.blocks {
		if f.BlockRegion(b) != s.parent {
			continue
		}
		for i := range f.Insts(b) {
			if f.Op(i).Is(ir.Allocates) {
				return s, false
			}
		}
	}
	return s, true
}

// apply makes the region in the place of the header, moves the nodes, and turns edges back to the header into
// continue; those that cannot be one directly go through one new latch.
func (s *structure) apply(w *cfgEditor) {
	f, h := s.f, s.l.Header
	s.write()
	region := f.AddRegion(s.parent, ir.LoopRegion)
	moved := map[ir.Node]bool{}
	for _, n := range s.nodes {
		moved[n] = true
	}
	all := slices.Clone(f.Nodes(s.parent))
	self := all[len(all)-1]
	all[slices.Index(all, s.nodes[0])] = self
	all = slices.DeleteFunc(all[:len(all)-1], func(n ir.Node) bool { return moved[n] })
	f.SetNodes(s.parent, all)
	f.SetNodes(region, s.nodes)
	latch := ir.NoBlock
	var from []ir.Inst
	for _, x := range w.Preds(h) {
		b, t := x.From, cfg.Term(f, x)
		if !f.InRegion(f.BlockRegion(b), region) {
			continue
		}
		if f.Op(t) == ir.OpBr && f.InnermostLoop(b) == region {
			args := f.Targets(t)[0].Args
			edit.SetTerminator(f, b, func(k *ir.Builder) { k.Inst(ir.OpContinue, ir.Attr{}, args, nil, nil, f.Origin(t)) })
			continue
		}
		if latch == ir.NoBlock {
			latch = f.AddBlock(region)
			for _, v := range f.Args(h) {
				f.AddArg(latch, f.TypeOf(v), ir.NoAnnot)
			}
		}
		w.Redirect(x, latch)
		from = append(from, t)
	}
	if latch != ir.NoBlock {
		f.At(latch).Yield(ir.OpContinue, pass.Derive(f, from...), f.Args(latch)...)
		w.Update(latch)
	}
}

// write makes branches of what the new region would give another meaning.
func (s *structure) write() {
	f := s.f
	for _, b := range s.blocks {
		t := f.Terminator(b)
		r := f.BlockRegion(b)
		switch {
		case f.Op(t) == ir.OpRegionYield && (r == s.parent || f.RegionParent(r) == s.parent):
			edit.Goto(f, b, ir.Target{Block: f.YieldTarget(b), Args: f.Operands(t)}, f.Origin(t))
		case f.Op(t) == ir.OpContinue && f.InnermostLoop(b) == s.around:
			out := f.AddBlock(s.parent)
			for _, v := range f.Args(f.RegionEntry(s.around)) {
				f.AddArg(out, f.TypeOf(v), ir.NoAnnot)
			}
			f.At(out).Yield(ir.OpContinue, f.Origin(t), f.Args(out)...)
			edit.Goto(f, b, ir.Target{Block: out, Args: f.Operands(t)}, f.Origin(t))
		}
	}
}
