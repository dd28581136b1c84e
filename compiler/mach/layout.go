package mach

import (
	"cmp"
	"slices"
)

// Layout is what the order of blocks depends on.
type Layout struct {
	Func *Func
	Plan *FramePlan
	// Empty says which blocks are a Jump alone that takes no code: who goes there may continue at once.
	Empty []bool

	forward []Block // of each block once it is known
}

// Forward follows blocks that have no code of their own. Of a loop of such blocks, one is the target of all.
func (l *Layout) Forward(b Block) Block {
	if !l.Empty[b] {
		return b
	}
	if l.forward == nil {
		l.forward = make([]Block, len(l.Empty))
		for i := range l.forward {
			l.forward[i] = noBlock
		}
	}
	to := b
	for n := 0; n < len(l.Empty) && l.Empty[to] && l.forward[to] == noBlock; n++ {
		to = l.Func.Blocks[to].Succs[0].To
	}
	if l.Empty[to] && l.forward[to] != noBlock {
		to = l.forward[to]
	}
	for l.Empty[b] && l.forward[b] == noBlock {
		l.forward[b] = to
		b = l.Func.Blocks[b].Succs[0].To
	}
	return to
}

// Blocks orders the blocks that have code. With optimize, the most frequent edges become
// fallthroughs: chains grow from the heaviest edge down (Pettis and Hansen, "Profile Guided Code
// Positioning", PLDI 1990). Of edges with the same weight those of jumps go first, since a branch
// stays a branch: that turns a loop with its test at the top around, so that it ends in the test.
func (l *Layout) Blocks(optimize bool) []Block {
	n := len(l.Empty)
	order := make([]Block, 0, n)
	for b := range l.Empty {
		if l.Plan.Reachable[b] && (b == 0 || l.Forward(Block(b)) == Block(b)) {
			order = append(order, Block(b))
		}
	}
	if !optimize {
		return order
	}
	c := chains{next: make([]Block, n), prev: make([]Block, n), end: make([]Block, n)}
	for b := range c.end {
		c.next[b], c.prev[b], c.end[b] = noBlock, noBlock, Block(b)
	}
	for _, w := range l.weights(order) {
		c.join(w.from, w.to)
	}
	return l.chainOrder(order, &c)
}

const noBlock = Block(1<<32 - 1)

// weight is an edge between blocks with code.
type weight struct {
	from, to Block
	freq     float64
	jump     bool
}

// loopWeight is how much more an edge counts that closes a loop: estimated frequencies of blocks
// say too little of how many iterations loops have.
const loopWeight = 8

// weights lists the edges, the heaviest first. No edge is critical, so that one of its ends runs
// exactly as often as the edge.
func (l *Layout) weights(order []Block) []weight {
	var ws []weight
	for _, b := range order {
		info := &l.Func.Blocks[b]
		for k := range info.Succs {
			w := weight{from: b, to: l.Forward(info.Succs[k].To), freq: info.Freq, jump: true}
			if l.Func.Insts[info.End-1].Kind == Table {
				continue
			}
			if len(info.Succs) > 1 {
				w.freq, w.jump = l.Func.Blocks[info.Succs[k].To].Freq, false
			}
			if l.Plan.Order.Retreats(b, w.to) {
				w.freq *= loopWeight
			}
			ws = append(ws, w)
		}
	}
	slices.SortStableFunc(ws, func(x, y weight) int {
		if c := cmp.Compare(y.freq, x.freq); c != 0 || x.jump == y.jump {
			return c
		}
		if x.jump {
			return -1
		}
		return 1
	})
	return ws
}

// chains are lists of blocks. end[b] of the first block of a chain is the last, and the other way
// around.
type chains struct{ next, prev, end []Block }

// join lets to follow from, if one ends a chain and the other starts another one.
func (c *chains) join(from, to Block) {
	if to == 0 || c.next[from] != noBlock || c.prev[to] != noBlock || c.end[from] == to {
		return
	}
	head, tail := c.end[from], c.end[to]
	c.next[from], c.prev[to] = to, from
	c.end[head], c.end[tail] = tail, head
}

// coldness is how much less than the function a block runs that is kept away from the others.
const coldness = 1.0 / 64

// chainOrder puts the chains one behind the other: that of the entry, then the others in the order
// of the blocks that they start from, and what hardly ever runs in the end.
func (l *Layout) chainOrder(order []Block, c *chains) []Block {
	out := make([]Block, 0, len(order))
	done := make([]bool, len(l.Empty))
	for _, cold := range []bool{false, true} {
		for _, b := range order {
			if done[b] {
				continue
			}
			head := b
			for c.prev[head] != noBlock {
				head = c.prev[head]
			}
			freq := 0.0
			for k := head; k != noBlock; k = c.next[k] {
				freq = max(freq, l.Func.Blocks[k].Freq)
			}
			if !cold && head != 0 && freq < coldness*l.Func.Blocks[0].Freq {
				continue
			}
			for k := head; k != noBlock; k = c.next[k] {
				done[k] = true
				out = append(out, k)
			}
		}
	}
	return out
}
