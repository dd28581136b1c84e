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
	edges   []ir.Edge
	to      []numberedEdge
}

// fewTargets is how many targets are looked at one after the other.
const fewTargets = 16

// edgesTo lists the edges of terminator t that go to b, in order, until it is called again.
func (x *fans) edgesTo(f *ir.Func, t ir.Inst, b ir.Block) []numberedEdge {
	x.to = x.to[:0]
	if f.NumTargets(t) <= fewTargets {
		x.edges = f.Edges(x.edges[:0], t)
		for n, e := range x.edges {
			if e.Block == b {
				x.to = append(x.to, numberedEdge{e, n})
			}
		}
		return x.to
	}
	fan := x.fan(f, t)
	first, _ := slices.BinarySearchFunc(fan, b, func(n int32, b ir.Block) int { return int(f.TargetBlock(t, int(n))) - int(b) })
	for _, n := range fan[first:] {
		if f.TargetBlock(t, int(n)) != b {
			break
		}
		lo, hi := f.TargetArgs(t, int(n))
		x.to = append(x.to, numberedEdge{ir.Edge{Block: b, Lo: lo, Hi: hi}, int(n)})
	}
	return x.to
}

// fan returns the targets of t by block.
func (x *fans) fan(f *ir.Func, t ir.Inst) []int32 {
	if x.of == nil || x.version != f.Version() {
		x.of, x.version = map[ir.Inst][]int32{}, f.Version()
	}
	fan := x.of[t]
	if fan == nil {
		for n := range f.NumTargets(t) {
			fan = append(fan, int32(n))
		}
		slices.SortStableFunc(fan, func(n, m int32) int { return int(f.TargetBlock(t, int(n))) - int(f.TargetBlock(t, int(m))) })
		x.of[t] = fan
	}
	return fan
}
