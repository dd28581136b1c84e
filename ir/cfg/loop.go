package cfg

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// Loop is a natural loop: the blocks that reach a back edge to the header without passing
// through it. A back edge goes to a block that dominates its source. Loops with one header
// are one loop; of two with different headers one contains the other or they are disjoint.
type Loop struct {
	Header  ir.Block
	Parent  int        // index of the loop around this one, -1 if there is none
	Depth   int        // 1 for an outermost loop
	Latches []ir.Block // sources of back edges, in reverse postorder
	Blocks  []ir.Block // in reverse postorder, the header first
}

// Loops is the loop nest of a function.
type Loops struct {
	List []Loop // outer loops before the ones inside them
	// Irreducible holds the edges, source and target, that go back in the reverse postorder to
	// a block that does not dominate the source. Their cycles are not in List. A graph without
	// any is reducible, whatever order was taken.
	Irreducible [][2]ir.Block
	innermost   []int32 // by block
}

// Innermost returns the index of the innermost loop that contains b, -1 if there is none.
func (l *Loops) Innermost(b ir.Block) int { return int(l.innermost[b]) }

// Depth returns how many loops contain b.
func (l *Loops) Depth(b ir.Block) int {
	if n := l.innermost[b]; n >= 0 {
		return l.List[n].Depth
	}
	return 0
}

// Loops finds the natural loops and the irreducible edges among reachable blocks.
func (c *CFG) Loops(dom *DomTree) *Loops {
	l := &Loops{innermost: make([]int32, len(c.index))}
	for b := range l.innermost {
		l.innermost[b] = -1
	}
	latches := make([][]ir.Block, len(c.index))
	for _, b := range c.order {
		for _, s := range c.Succs(b) {
			switch {
			case dom.Dominates(s, b):
				if n := len(latches[s]); n == 0 || latches[s][n-1] != b {
					latches[s] = append(latches[s], b)
				}
			case c.index[s] <= c.index[b]:
				l.Irreducible = append(l.Irreducible, [2]ir.Block{b, s})
			}
		}
	}
	inLoop := make([]int32, len(c.index)) // by block: 1 + the loop that last claimed it
	var body []int32
	for _, h := range c.order { // an outer header dominates, so precedes, an inner one
		if len(latches[h]) == 0 {
			continue
		}
		n := len(l.List)
		loop := Loop{Header: h, Parent: int(l.innermost[h]), Depth: 1, Latches: latches[h]}
		if loop.Parent >= 0 {
			loop.Depth += l.List[loop.Parent].Depth
		}
		body = c.loopBody(body[:0], h, latches[h], inLoop, int32(n+1))
		slices.Sort(body)
		loop.Blocks = make([]ir.Block, len(body))
		for k, at := range body {
			b := c.order[at]
			loop.Blocks[k], l.innermost[b] = b, int32(n)
		}
		l.List = append(l.List, loop)
	}
	return l
}

// loopBody marks the blocks of the loop with header h, and appends their places in the order to
// body.
func (c *CFG) loopBody(body []int32, h ir.Block, latches []ir.Block, mark []int32, with int32) []int32 {
	visit := func(b ir.Block) {
		if mark[b] != with && c.Reachable(b) {
			mark[b] = with
			body = append(body, c.index[b])
		}
	}
	visit(h)
	for _, b := range latches {
		visit(b)
	}
	for n := 1; n < len(body); n++ {
		for _, p := range c.Preds(c.order[body[n]]) {
			visit(p)
		}
	}
	return body
}
