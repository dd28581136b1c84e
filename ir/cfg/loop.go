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
	// By loop: its number in a preorder of the nest, and one more than the largest of those inside, so that
	// depth does not matter to Contains.
	first, end []int32
}

// Innermost returns the index of the innermost loop that contains b, -1 if there is none. No loop contains a
// block that was made since.
func (l *Loops) Innermost(b ir.Block) int { return l.nest.Innermost(b) }

// Contains reports whether loop k contains b.
func (l *Loops) Contains(k int, b ir.Block) bool {
	n := l.Innermost(b)
	return n >= 0 && l.first[k] <= l.first[n] && l.first[n] < l.end[k]
}

// number fills in the preorder.
func (l *Loops) number() {
	n := len(l.List)
	l.first, l.end = make([]int32, n), make([]int32, n)
	inside := make([]int32, n) // loops in each, itself included
	for k := n - 1; k >= 0; k-- {
		inside[k]++
		if p := l.List[k].Parent; p >= 0 {
			inside[p] += inside[k]
		}
	}
	next := make([]int32, n) // number of the next loop directly inside
	top := int32(0)
	for k := range l.List {
		at := &top
		if p := l.List[k].Parent; p >= 0 {
			at = &next[p]
		}
		l.first[k], l.end[k] = *at, *at+inside[k]
		next[k] = *at + 1
		*at += inside[k]
	}
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
	l.number()
	return l
}
