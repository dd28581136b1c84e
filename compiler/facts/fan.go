package facts

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// numberedEdge is an edge of a terminator with its number.
type numberedEdge struct {
	ir.Edge
	n int
}

// fans are the targets of large switches in the order of the blocks that they go to: every one of
// these blocks asks which targets go there, and looking at all of them each time takes a square.
type fans struct {
	of      map[ir.Inst][]int32
	version uint64 // of the function
}

// fewTargets is how many targets are looked at one after the other.
const fewTargets = 16

// edgesTo lists the edges of terminator t that go to b, in order, until it is called again.
func (a *analysis) edgesTo(t ir.Inst, b ir.Block) []numberedEdge {
	f := a.f
	a.to = a.to[:0]
	if f.NumTargets(t) <= fewTargets {
		a.edges = f.Edges(a.edges[:0], t)
		for n, e := range a.edges {
			if e.Block == b {
				a.to = append(a.to, numberedEdge{e, n})
			}
		}
		return a.to
	}
	fan := a.fan(t)
	first, _ := slices.BinarySearchFunc(fan, b, func(n int32, b ir.Block) int { return int(f.TargetBlock(t, int(n))) - int(b) })
	for _, n := range fan[first:] {
		if f.TargetBlock(t, int(n)) != b {
			break
		}
		lo, hi := f.TargetArgs(t, int(n))
		a.to = append(a.to, numberedEdge{ir.Edge{Block: b, Lo: lo, Hi: hi}, int(n)})
	}
	return a.to
}

// fan returns the targets of t by block.
func (a *analysis) fan(t ir.Inst) []int32 {
	f := a.f
	if a.fans.of == nil || a.fans.version != f.Version() {
		a.fans = fans{map[ir.Inst][]int32{}, f.Version()}
	}
	fan := a.fans.of[t]
	if fan == nil {
		for n := range f.NumTargets(t) {
			fan = append(fan, int32(n))
		}
		slices.SortStableFunc(fan, func(x, y int32) int { return int(f.TargetBlock(t, int(x))) - int(f.TargetBlock(t, int(y))) })
		a.fans.of[t] = fan
	}
	return fan
}
