package ir

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir/graph"
)

// flow checks C1 to C5 for terminator i.
// It is asked of terminators whose parts exist and that stand at the end of their block.
func (v *funcVerifier) flow(i Inst) {
	f := v.f
	b := f.InstBlock(i)
	switch f.Op(i) {
	case OpContinue:
		if f.InnermostLoop(b) == NoRegion {
			v.instErrorf(i, "continue outside a loop region")
		}
	case OpRegionYield:
		if f.YieldTarget(b) == NoBlock {
			v.instErrorf(i, "region_yield where no block or region follows the region")
		}
	case OpSwitch:
		// By text, as integers of any size are no keys of a map.
		seen := map[string]bool{}
		for n := range f.NumTargets(i) - 1 {
			s := f.TargetCase(i, n).String()
			if seen[s] {
				v.instErrorf(i, "the case %s occurs twice", s)
			}
			seen[s] = true
		}
	}
	for n := range f.NumTargets(i) {
		v.visible(i, b, f.TargetBlock(i, n))
	}
	v.edges = f.Edges(v.edges[:0], i)
	for _, e := range v.edges {
		v.passes(i, e)
	}
}

// passes checks C1.
func (v *funcVerifier) passes(i Inst, e Edge) {
	f := v.f
	args := f.Args(e.Block)
	name := v.names.BlockName(e.Block)
	if e.Hi-e.Lo != len(args) {
		v.instErrorf(i, "%s passes %s to %s, which has %s", f.Op(i), Counted(e.Hi-e.Lo, "value"), name, Counted(len(args), "argument"))
		return
	}
	for n, a := range args {
		got, want := f.TypeOf(f.Arg(i, e.Lo+n)), f.TypeOf(a)
		if got != want {
			v.instErrorf(i, "value %d passed to %s is %s, the argument is %s", n+1, name, v.typeText(got), v.typeText(want))
		}
	}
}

// visible checks C2 and C3: whether a written branch in from may go to block to.
// These rules make regions mean what they say: a loop region is entered at its top, and a stack slot of a
// region cannot be reached from outside of it but through its entry.
// Implied targets need no check: continue and region_yield go where the tree says.
func (v *funcVerifier) visible(i Inst, from, to Block) {
	f := v.f
	inside := f.BlockRegion(from)
	name := v.names.BlockName(to)
	r := f.BlockRegion(to)
	for ; !f.InRegion(inside, r); r = f.RegionParent(r) {
		if f.RegionEntry(r) != to {
			v.instErrorf(i, "%s enters a %s region at %s, which is not its entry %s",
				f.Op(i), f.RegionKind(r), name, v.names.BlockName(f.RegionEntry(r)))
			return
		}
	}
	for l := inside; l != NoRegion; l = f.RegionParent(l) {
		if f.RegionKind(l) == LoopRegion && f.RegionEntry(l) == to {
			v.instErrorf(i, "%s goes back to %s, the entry of a loop region around it: write continue", f.Op(i), name)
			return
		}
	}
}

// dominance checks C6 on the blocks that the entry reaches.
// Unreachable blocks are not asked, since every block dominates them and passes leave them behind.
// It builds its own graph from edges: package ir/cfg imports this one.
func (v *funcVerifier) dominance() {
	f := v.f
	g := graph.New(len(f.blocks), slices.Values(v.order), func(dst []Block, b Block) []Block {
		i := f.LastInst(b)
		if i == NoInst || !v.formed[i] || !f.Op(i).IsTerminator() {
			return dst
		}
		v.edges = f.Edges(v.edges[:0], i)
		for _, e := range v.edges {
			dst = append(dst, e.Block)
		}
		return dst
	})
	tree := g.Dominators(g.ReversePostorder(f.Entry()))
	for _, b := range v.order {
		if !tree.Contains(b) {
			continue
		}
		for i := range f.Insts(b) {
			if !v.formed[i] {
				continue
			}
			for n := range f.NumOperands(i) {
				x := f.Arg(i, n)
				if !v.dominated(tree, x, i) {
					v.atInst(i)
					v.instErrorf(i, "operand %d, %s, is used where its definition %s does not dominate", n+1, v.names.Name(x), v.definition(x))
				}
			}
		}
	}
}

// dominated reports whether the definition of x comes before use on every path to it.
// Within a block the position decides; an argument comes before all instructions of its block.
func (v *funcVerifier) dominated(tree *graph.Tree[Block], x Value, use Inst) bool {
	def, block := v.f.DefBlock(x), v.f.InstBlock(use)
	if def != block {
		return tree.Dominates(def, block)
	}
	d := v.f.Def(x)
	return d == NoInst || v.place[d] < v.place[use]
}

// definition says where x is defined, by block and by line if one is known.
func (v *funcVerifier) definition(x Value) string {
	b := v.names.BlockName(v.f.DefBlock(x))
	if i := v.f.Def(x); i != NoInst && v.validOrigin(v.f.Origin(i)) {
		if p := v.m.TextPos(v.f.Origin(i)); p != (Position{}) {
			return fmt.Sprintf("in %s (%s)", b, p)
		}
	}
	return "in " + b
}
