package cfg

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/graph"
)

// Loop is a natural loop.
type Loop struct {
	graph.Loop[ir.Block]
	Blocks []ir.Block // in reverse postorder, the header first
}

// Loops is the loop nest of a function.
type Loops struct {
	List        []Loop        // outer loops before the ones inside them
	Irreducible [][2]ir.Block // as [graph.LoopNest] has them
	nest        *graph.LoopNest[ir.Block]
}

// Innermost returns the index of the innermost loop that contains b, -1 if there is none. No loop contains a
// block that was made since.
func (l *Loops) Innermost(b ir.Block) int { return l.nest.Innermost(b) }

// Contains reports whether loop k contains b.
func (l *Loops) Contains(k int, b ir.Block) bool {
	n := l.Innermost(b)
	for n >= 0 && l.List[n].Depth > l.List[k].Depth {
		n = l.List[n].Parent
	}
	return n == k
}

// Depth returns how many loops contain b.
func (l *Loops) Depth(b ir.Block) int { return l.nest.Depth(b) }

// Loops finds the natural loops and the irreducible edges among reachable blocks.
func (c *CFG) Loops(dom *DomTree) *Loops {
	nest := c.graph.Loops(dom)
	l := &Loops{List: make([]Loop, len(nest.List)), Irreducible: nest.Irreducible, nest: nest}
	if len(nest.List) == 0 {
		return l
	}
	size := make([]int, len(nest.List))
	around := func(b ir.Block, each func(k int)) {
		for k := nest.Innermost(b); k >= 0; k = nest.List[k].Parent {
			each(k)
		}
	}
	for _, b := range c.Order() {
		around(b, func(k int) { size[k]++ })
	}
	for k := range l.List {
		l.List[k] = Loop{nest.List[k], make([]ir.Block, 0, size[k])}
	}
	for _, b := range c.Order() {
		around(b, func(k int) { l.List[k].Blocks = append(l.List[k].Blocks, b) })
	}
	return l
}
